/**
 * `npm run release -- 0.2.0`: runs the CI checks, moves the unreleased section of CHANGELOG.md to the version, commits,
 * writes an SBOM to reports/ and tags. It pushes nothing.
 */
import path from 'node:path';
import { program } from './program/program.ts';
import { makeRelease } from './release/make-release.ts';

const { args } = program(
  'npm run release --',
  'Run the checks, update the changelog, commit and tag; nothing is pushed',
)
  .argument('<version>', 'for example 0.2.0')
  .parse();
const [version = ''] = args;
try {
  const date = new Date().toISOString().slice(0, 10);
  const parts = makeRelease(path.resolve(import.meta.dirname, '..'), { version, date });
  console.log(`v${version} is tagged; its SBOM is in ${parts}.\nPublish it: git push --follow-tags`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
