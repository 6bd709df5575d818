/**
 * Reads one vocabulary from its packed rows, and prints its words and its cost. `npm run bench -- vocabulary` starts
 * it.
 */
import { program } from '../../bin/program/program.ts';
import { termsOf, wordsAmong } from '../../core/index/search/search-terms.ts';
import {
  isVocabularyWord,
  MIN_RECORDS_OF_WORD,
  packWords,
  unpackWords,
  Vocabulary,
  WordCounter,
} from '../../core/index/words/vocabulary.ts';
import { createSeededRandom } from '../../local/demo/seeded-random.ts';
import { readRealParts } from '../parts-file.ts';
import type { VocabularyCost } from './vocabulary-costs.ts';

const COPIES = 8;
const RUNS = 4;

type Counts = readonly (readonly [word: string, records: number])[];

const [size] = program('bench/search/vocabulary-process.ts', 'Measure one vocabulary: `npm run bench` starts it')
  .argument('<size>', 'real, or how many words of random letters')
  .parse().processedArgs as [string];
const rows = packWords(size === 'real' ? wordsOfRealParts() : randomWords(Number(size)));
const collect = globalThis.gc;
if (collect === undefined) throw new Error('Start it with --expose-gc.');
const words = rows.reduce((sum, row) => sum + unpackWords(row).length, 0);
const read = () => new Vocabulary(rows.flatMap((row) => unpackWords(row)));
// The first copies warm up the code, so that compiled code is not part of the measurement.
const vocabularies = [read(), read()];
const before = await heapAfter(collect);
for (let copy = 0; copy < COPIES; copy += 1) vocabularies.push(read());
const memoryKb = Math.round(((await heapAfter(collect)) - before) / COPIES / 1024);
const cost: VocabularyCost = {
  vocabulary: size === 'real' ? 'of the real parts' : 'of random letters',
  words,
  rows: rows.length,
  storedKb: Math.round(Buffer.byteLength(rows.join('')) / 102.4) / 10,
  // This use keeps every copy alive until the memory has been read.
  memoryKb: vocabularies.some((vocabulary) => vocabulary.has('')) ? 0 : memoryKb,
};
console.log(JSON.stringify(cost));

async function heapAfter(gc: () => unknown): Promise<number> {
  for (let run = 0; run < RUNS; run += 1) {
    gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

function wordsOfRealParts(): Counts {
  const counter = new WordCounter();
  for (const part of readRealParts()) counter.count(wordsAmong(termsOf(part)));
  return [...counter.counts()].filter(([word, records]) => records >= MIN_RECORDS_OF_WORD && isVocabularyWord(word));
}

function randomWords(count: number): Counts {
  const random = createSeededRandom(3);
  const made = new Set<string>();
  while (made.size < count) made.add(randomWord(random));
  return [...made].map((word) => [word, random.integer(MIN_RECORDS_OF_WORD, 9_999)] as const);
}

function randomWord(random: ReturnType<typeof createSeededRandom>): string {
  return Array.from({ length: random.integer(5, 13) }, () => String.fromCharCode(random.integer(97, 122))).join('');
}
