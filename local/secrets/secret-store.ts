/**
 * Stores the secrets of the local run, which are generated once, in `.local/secrets.json` (mode 0600): versions with
 * their staging labels, as in Secrets Manager. secrets-endpoint.ts answers the calls.
 */
import { randomInt, randomUUID } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { readPrivateJson, writePrivateJson } from '../process/private-file.ts';

export const CURRENT = 'AWSCURRENT';
const PREVIOUS = 'AWSPREVIOUS';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const versionSchema = z.object({
  value: z.string(),
  stages: z.array(z.string()),
  /** Milliseconds since 1970. */
  createdMs: z.number(),
});
const secretsSchema = z.record(z.string(), z.record(z.string(), versionSchema));

export type SecretVersion = z.infer<typeof versionSchema>;
type Secrets = z.infer<typeof secretsSchema>;

export interface SecretStore {
  /** Makes the missing secrets; maps each name to the length of its value. */
  readonly generate: (wanted: ReadonlyMap<string, number>) => Promise<void>;
  /** Version id to version; undefined for an unknown secret. */
  readonly versions: (name: string) => ReadonlyMap<string, SecretVersion> | undefined;
  /**
   * Adds a version, or confirms that exactly this one exists. The label moves to it; AWSPREVIOUS follows AWSCURRENT.
   */
  readonly put: (name: string, versionId: string, value: string, stages: readonly string[]) => Promise<void>;
  /** Moves one label to a version, or removes it. */
  readonly moveStage: (name: string, stage: string, versionId: string | undefined) => Promise<void>;
}

/** @throws {LocalError} when the file is damaged */
export async function openSecretStore(folder: string): Promise<SecretStore> {
  const file = path.join(folder, 'secrets.json');
  const secrets: Secrets = (await readPrivateJson(file, secretsSchema)) ?? {};
  return {
    generate: async (wanted) => {
      for (const [name, length] of wanted) {
        secrets[name] ??= { [randomUUID()]: { value: randomText(length), stages: [CURRENT], createdMs: Date.now() } };
      }
      await writePrivateJson(file, secrets);
    },
    versions: (name) => {
      const found = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
      return found && new Map(Object.entries(found));
    },
    put: async (name, versionId, value, stages) => {
      const versions = (secrets[name] ??= {});
      versions[versionId] ??= { value, stages: [], createdMs: Date.now() };
      for (const stage of stages) moveStage(versions, stage, versionId);
      await writePrivateJson(file, secrets);
    },
    moveStage: async (name, stage, versionId) => {
      moveStage((secrets[name] ??= {}), stage, versionId);
      await writePrivateJson(file, secrets);
    },
  };
}

function moveStage(versions: Secrets[string], stage: string, versionId: string | undefined): void {
  const holder = Object.entries(versions).find(([, version]) => version.stages.includes(stage));
  if (holder?.[0] === versionId) return;
  for (const version of Object.values(versions)) version.stages = version.stages.filter((held) => held !== stage);
  if (versionId !== undefined) versions[versionId]?.stages.push(stage);
  if (stage === CURRENT && holder !== undefined) moveStage(versions, PREVIOUS, holder[0]);
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
