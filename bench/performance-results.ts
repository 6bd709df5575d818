/** Reads and writes docs/evidence/performance.json: the last run of each part of `npm run bench`, with its machine. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import type { Accuracy } from '../test/support/measure/accuracy/measure-accuracy.ts';
import type { Corrections } from '../test/support/measure/accuracy/measure-corrections.ts';
import type { ApiColdStart, ColdStarts } from './compare-cold-start.ts';
import type { Baseline, Measured } from './compare-peers.ts';
import type { HttpLoad } from './http-load.ts';
import type { BoundsFound } from './relevance/bound-queries.ts';
import type { RelevanceOf } from './relevance/relevance.ts';
import type { FactCost } from '../test/support/measure/fact-costs.ts';
import type { SearchCost } from '../test/support/measure/search-costs.ts';
import type { VocabularyCost } from './search/vocabulary-costs.ts';
import type { WriteCost } from './search/write-costs.ts';
import type { StageCost } from './stage-costs.ts';
import type { ToolCost } from '../test/support/measure/tool-costs.ts';

export interface Parts {
  readonly peers: Readonly<Record<Baseline, Measured>>;
  readonly call: Measured;
  readonly cold: ColdStarts;
  readonly api: ApiColdStart;
  readonly tools: readonly ToolCost[];
  readonly search: readonly SearchCost[];
  readonly relevance: readonly RelevanceOf[];
  readonly bounds: readonly BoundsFound[];
  readonly writes: readonly WriteCost[];
  readonly facts: readonly FactCost[];
  readonly stages: readonly StageCost[];
  readonly load: readonly HttpLoad[];
  readonly accuracy: Accuracy;
  readonly corrections: Corrections;
  readonly vocabulary: readonly VocabularyCost[];
}

export type PartName = keyof Parts;

export interface Machine {
  readonly date: string;
  readonly processor: string;
  readonly processors: number;
  readonly memoryGb: number;
  readonly node: string;
}

export type Results = { readonly [Name in PartName]?: { readonly machine: Machine; readonly values: Parts[Name] } };

const FILE = path.resolve(import.meta.dirname, '../docs/evidence/performance.json');

export function readResults(): Results {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Results) : {};
}

export function keepResult<Name extends PartName>(name: Name, values: Parts[Name], nowMs: number): Results {
  const results = { ...readResults(), [name]: { machine: thisMachine(nowMs), values } };
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
  return results;
}

function thisMachine(nowMs: number): Machine {
  const [first, ...rest] = cpus();
  return {
    date: new Date(nowMs).toISOString().slice(0, 16),
    processor: first?.model ?? 'unknown',
    processors: rest.length + 1,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
}
