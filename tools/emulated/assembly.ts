/**
 * Takes out of a cloud assembly what the emulator refuses (not-proven.ts) and everything that refers to it. Nothing is
 * put in its place. A template is an asset that is published once under its hash, so the changed one gets a new hash.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { REFUSED_RESOURCES, type EmulatedResource } from './not-proven.ts';

interface Template {
  readonly Resources: Record<string, EmulatedResource>;
  readonly Outputs: Record<string, unknown>;
}
interface Statements {
  readonly PolicyDocument: { Statement: unknown[] };
}

interface TakenOut {
  readonly kept: number;
  /** The logical ids by the name of the reason. */
  readonly taken: ReadonlyMap<string, readonly string[]>;
}

/** @throws {Error} when a resource that is kept refers to one that was taken out */
export async function takeOutRefused(folder: string, stack: string): Promise<TakenOut> {
  const file = path.join(folder, `${stack}.template.json`);
  const template = JSON.parse(await readFile(file, 'utf8')) as Template;
  const taken = new Map(
    REFUSED_RESOURCES.map(({ name, matches }) => [
      name,
      Object.entries(template.Resources)
        .filter(([, resource]) => matches(resource))
        .map(([id]) => id),
    ]),
  );
  const gone = new Set([...taken.values()].flat());
  for (const id of gone) delete template.Resources[id];
  for (const [id, resource] of Object.entries(template.Resources))
    template.Resources[id] = withoutReferences(resource, gone);
  const left = JSON.stringify(template);
  const dangling = [...gone].filter((id) => left.includes(`"${id}"`));
  if (dangling.length > 0) throw new Error(`The template still refers to ${dangling.join(', ')}.`);
  const text = JSON.stringify(template, undefined, 1);
  await writeFile(file, text);
  await renameAsset(folder, stack, createHash('sha256').update(text).digest('hex'));
  return { kept: Object.keys(template.Resources).length, taken };
}

function withoutReferences(resource: EmulatedResource, gone: ReadonlySet<string>): EmulatedResource {
  const { DependsOn, UpdatePolicy, ...kept } = resource;
  const depends = [DependsOn ?? []].flat().filter((id) => !gone.has(id));
  const names = (part: unknown) => [...gone].some((id) => JSON.stringify(part).includes(`"${id}"`));
  if (resource.Type === 'AWS::IAM::Policy') {
    const { PolicyDocument } = resource.Properties as unknown as Statements;
    PolicyDocument.Statement = PolicyDocument.Statement.filter((statement) => !names(statement));
  }
  return {
    ...kept,
    ...(depends.length > 0 && { DependsOn: depends }),
    ...(UpdatePolicy !== undefined && !names(UpdatePolicy) && { UpdatePolicy }),
  };
}

async function renameAsset(folder: string, stack: string, hash: string): Promise<void> {
  const assetsFile = path.join(folder, `${stack}.assets.json`);
  const { files } = JSON.parse(await readFile(assetsFile, 'utf8')) as {
    files: Record<string, { source: { path: string } }>;
  };
  const [old] = Object.entries(files).find(([, { source }]) => source.path === `${stack}.template.json`) ?? [];
  if (old === undefined) throw new Error(`${assetsFile} has no template.`);
  for (const file of [assetsFile, path.join(folder, 'manifest.json')])
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(old, hash));
}
