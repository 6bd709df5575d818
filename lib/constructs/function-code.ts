/**
 * Bundles a function with esbuild in this process, without Docker or network: one minified ES module with its source
 * map and the AWS SDK. The context `bundleCache` names a folder from which unchanged bundles are reused.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Annotations, AssetHashType, DockerImage, Stack } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildSync, type Metafile } from 'esbuild';
import { bundleOnce } from './bundle-cache.ts';
import { joinStart } from './join-start.ts';

/** CommonJS packages that esbuild wraps still load Node's modules with `require`. */
const REQUIRE_FOR_COMMONJS =
  "import { createRequire as createRequireForBundle } from 'node:module'; const require = createRequireForBundle(import.meta.url);";

/** Modules that are replaced in a bundle; each replacement's file gives the reason. */
const REPLACED = {
  'node:http': beside('node-http.ts'),
  http: beside('node-http.ts'),
  'node:process': beside('node-process.ts'),
  process: beside('node-process.ts'),
  '@aws-sdk/credential-provider-node': beside('function-credentials.ts'),
  '@aws-sdk/middleware-endpoint-discovery': beside('unused-sdk-parts.ts'),
  '@smithy/core/config': beside('settings-of-sdk.ts'),
  '@smithy/core/event-streams': beside('unused-sdk-parts.ts'),
  '@smithy/core/checksum': beside('native-checksum.ts'),
};

function beside(name: string): string {
  return path.join(import.meta.dirname, 'in-bundles', name);
}

/**
 * Returns the code of the function in `folder`; its `handler.ts` exports `handler`.
 * @param addFiles puts further files next to the bundle
 * @throws {Error} when the folder has no handler, or esbuild cannot bundle it
 */
export function functionCode(scope: Construct, folder: string, addFiles?: (outputFolder: string) => void): Code {
  const entry = path.join(folder, 'handler.ts');
  if (!existsSync(entry)) throw new Error(`There is no ${entry}.`);
  if (!Stack.of(scope).bundlingRequired) return unbundledCode(scope, folder);
  return Code.fromAsset(folder, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // The image is never pulled, because the local bundler below always handles the bundling.
      image: DockerImage.fromRegistry('unused'),
      local: {
        tryBundle(outputFolder) {
          const cacheFolder = scope.node.tryGetContext('bundleCache') as string | undefined;
          if (cacheFolder === undefined) bundleFunction(entry, outputFolder);
          else bundleOnce(bundleFunction, cacheFolder, entry, outputFolder);
          addFiles?.(outputFolder);
          return true;
        },
      },
    },
  });
}

/**
 * Returns the sources, for commands that only name the stack: the CDK skips bundling for `bootstrap` and `destroy`, and
 * leaves what they wrote in cdk.out. Functions made of sources would answer nothing, so a deploy of that folder is
 * refused.
 */
function unbundledCode(scope: Construct, folder: string): Code {
  Annotations.of(scope).addError('The functions are not bundled. Deploy without --app, or run `npx cdk synth` first.');
  return Code.fromAsset(folder);
}

/**
 * Bundles like `buildFunction`, so that benchmarks bundle the programs that they compare in the same way.
 * @returns the source files of the bundle, relative to the working directory
 */
export function bundleFunction(entry: string, outputFolder: string): readonly string[] {
  return Object.keys(buildFunction(entry, outputFolder).inputs);
}

/**
 * Bundles the module `entry` to `<outputFolder>/handler.mjs`, and modules imported with `import()` to files next to it,
 * which are read when needed.
 * @returns the inputs, with the bytes of each
 */
export function buildFunction(entry: string, outputFolder: string): Metafile {
  const { metafile } = buildSync({
    ...WRITTEN,
    entryPoints: { handler: entry },
    outdir: outputFolder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    // Only the AWS SDK's code for browsers, which is left out, imports it.
    external: ['bowser'],
    alias: REPLACED,
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE_FOR_COMMONJS },
    metafile: true,
  });
  return joinStart(outputFolder, metafile, WRITTEN);
}

const WRITTEN = {
  minify: true,
  // The table of manufacturers has names in other scripts: escaped, each character would take six bytes.
  charset: 'utf8',
  sourcemap: true,
  sourcesContent: false,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  logLevel: 'warning',
} as const;
