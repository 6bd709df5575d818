/**
 * Measures the cost of a vocabulary: its rows in the table, and its memory in each instance that has read it. Each
 * vocabulary has a separate process, in which garbage is collected first.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface VocabularyCost {
  readonly vocabulary: string;
  readonly words: number;
  readonly rows: number;
  readonly storedKb: number;
  readonly memoryKb: number;
}

const PROCESS = fileURLToPath(new URL('vocabulary-process.ts', import.meta.url));
const SIZES = ['real', '10000', '100000'];

export async function measureVocabularyCosts(): Promise<readonly VocabularyCost[]> {
  const costs: VocabularyCost[] = [];
  for (const size of SIZES) {
    const args = ['--expose-gc', '--import', 'tsx', PROCESS, size];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    costs.push(JSON.parse(stdout) as VocabularyCost);
  }
  return costs;
}
