/** Researches in a file of known parts, for the local run: a newcomer sees found and not found within seconds. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { PartResearcher, ResearchAnswer, ResearchTask } from '../../core/sourcing/research/part-researcher.ts';
import { toManufacturerKey } from '../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../core/index/part-keys/part-number.ts';

/** Long enough that `queued` can be seen. */
const RESEARCH_MS = 1000;

const fileSchema = z.array(
  z.object({ manufacturer: z.string(), part_number: z.string(), record: z.record(z.string(), z.unknown()) }),
);

export class FileResearcher implements PartResearcher {
  readonly #path: string;
  #records: Promise<ReadonlyMap<string, unknown>> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async research({ manufacturer, partNumber }: ResearchTask): Promise<ResearchAnswer> {
    this.#records ??= readRecords(this.#path);
    const [records] = await Promise.all([this.#records, wait(RESEARCH_MS)]);
    const record = records.get(nameOf(manufacturer, partNumber));
    return record === undefined ? { kind: 'not_found' } : { kind: 'found', record };
  }
}

async function readRecords(path: string): Promise<ReadonlyMap<string, unknown>> {
  const parts = fileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  return new Map(
    parts.map(({ manufacturer, part_number, record }) => [nameOf(manufacturer, part_number), record] as const),
  );
}

function nameOf(manufacturer: string, partNumber: string): string {
  return JSON.stringify([toManufacturerKey(manufacturer), partKey(partNumber)]);
}
