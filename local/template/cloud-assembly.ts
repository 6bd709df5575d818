/** Reads a synthesized stack from disk: its template and the folders of its bundles. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

export interface CloudAssembly {
  readonly template: Template;
  /** Maps an object key in the deployment's bucket to the folder that is packed there. */
  readonly assetFolders: ReadonlyMap<string, string>;
}

interface AssetManifest {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path: string };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
}

/** Reads the one stack in `folder`. */
export async function readCloudAssembly(folder: string): Promise<CloudAssembly> {
  const name = (await readdir(folder)).find((file) => file.endsWith('.template.json'));
  if (name === undefined) throw new Error(`There is no template in ${folder}.`);
  const template = (await readJson(path.join(folder, name))) as Template;
  const assets = (await readJson(path.join(folder, name.replace('.template.', '.assets.')))) as AssetManifest;
  const assetFolders = Object.values(assets.files).flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ objectKey }) => [objectKey, path.resolve(folder, source.path)] as const),
  );
  return { template, assetFolders: new Map(assetFolders) };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
