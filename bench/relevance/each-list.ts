/**
 * `npx tsx bench/relevance/each-list.ts [LIST…]`: what each list of words is worth. Each is emptied in a process of its
 * own, in which items and queries are then read without it, and all sets are searched over the real parts. Prints what
 * the search loses: places among the first five, the share of the shown items that are meant, and pages that show
 * nothing.
 */
import { spawnSync } from 'node:child_process';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { Argument } from 'commander';
import type { Answers } from './relevance.ts';
import { program } from '../../bin/program/program.ts';

const NOTHING = 'nosuchword';
const TRADE_TERMS = 'trade-terms';
/** A kind of plain word is a list of its own. */
const KINDS: Readonly<Record<string, string>> = {
  verbs: 'verb',
  'everyday words': 'everyday',
  'names of parts': 'part',
};
const TABLES: Readonly<Record<string, readonly string[]>> = {
  abbreviations: ['ABBREVIATIONS'],
  bounds: ['BOUNDS', 'BOUNDED_ATTRIBUTES'],
  exclusions: ['EXCLUSIONS'],
  needs: ['NEEDS'],
  packages: ['PACKAGES'],
  'short manufacturers': ['SHORT_MANUFACTURERS'],
  'significant words': ['SIGNIFICANT_WORDS'],
  singulars: ['SINGULARS'],
  units: ['UNITS', 'SCALES'],
};
const LISTS = [...Object.keys(TABLES), ...Object.keys(KINDS), TRADE_TERMS];
const CHILD = '--without';

const without = process.argv[2] === CHILD ? (process.argv[3] ?? '') : undefined;
if (without === undefined) await compareAll();
else console.log(JSON.stringify(await measuredWithout(without)));

interface Measured {
  readonly filled: number;
  readonly possible: number;
  readonly shown: number;
  readonly meant: number;
  readonly empty: number;
}

async function compareAll(): Promise<void> {
  const [named = []] = program('npx tsx bench/relevance/each-list.ts', 'Show what each list of words is worth')
    .addArgument(new Argument('[lists...]', 'all when none is named').choices(LISTS))
    .parse().processedArgs as [string[]];
  const whole = inOwnProcess('');
  console.log(`With all: ${whole.filled} of ${whole.possible}, ${share(whole)} meant, ${whole.empty} pages empty.`);
  for (const list of named.length > 0 ? named : LISTS) {
    const less = inOwnProcess(list);
    const [lost, empty] = [whole.filled - less.filled, less.empty - whole.empty];
    console.log(`Without ${list}: ${lost} places lost, ${share(less)} meant, ${empty} pages more empty.`);
  }
}

function inOwnProcess(list: string): Measured {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(import.meta.url), CHILD, list],
    { encoding: 'utf8' },
  );
  try {
    return JSON.parse(stdout) as Measured;
  } catch {
    throw new Error(`Without ${list}: ${stderr}`);
  }
}

function share({ meant, shown }: Measured): string {
  return `${((100 * meant) / shown).toFixed(1)} %`;
}

/** Replaces the packed tables before anything imports them. */
async function measuredWithout(list: string): Promise<Measured> {
  const words = (await import(`../../core/index/words/packed-words.ts?${CHILD}`)) as Readonly<Record<string, string>>;
  const emptied = Object.entries(words).map(([name, table]) => {
    const kind = KINDS[list];
    const isEmptied = TABLES[list]?.includes(name) === true || (name === 'PLAIN_WORDS' && kind !== undefined);
    return `export const ${name} = ${JSON.stringify(isEmptied ? emptyTable(table, kind) : table)};`;
  });
  const terms = brotliCompressSync(Array.from({ length: 7 }, () => NOTHING).join('\t')).toString('base64');
  registerHooks({
    load: (url, context, next) => {
      if (url.endsWith('/packed-words.ts')) return { format: 'module', shortCircuit: true, source: emptied.join('\n') };
      if (list === TRADE_TERMS && url.endsWith('/packed-trade-terms.ts'))
        return { format: 'module', shortCircuit: true, source: `export const PACKED_TRADE_TERMS = '${terms}';` };
      return next(url, context);
    },
  });
  const { answersTo, searchedIndex } = await import('./relevance.ts');
  const { QUERY_FAMILIES } = await import('./query-sets.ts');
  const { readRealParts } = await import('../parts-file.ts');
  const index = searchedIndex(readRealParts());
  const answers: Answers[] = [];
  for (const asked of QUERY_FAMILIES.flatMap(({ queries }) => queries)) answers.push(await answersTo(asked, index));
  const sum = (valueOf: (answer: Answers) => number) => answers.reduce((total, answer) => total + valueOf(answer), 0);
  return {
    filled: sum(({ firstFive }) => firstFive.filled),
    possible: sum(({ firstFive }) => firstFive.possible),
    shown: sum(({ defaultPages }) => defaultPages.shown),
    meant: sum(({ defaultPages }) => defaultPages.meant),
    empty: sum(({ firstFive, defaultPages }) => Number(firstFive.possible > 0 && defaultPages.shown === 0)),
  };
}

/** Keeps the names of a table's lines, and of a table with kinds all lines of the others. */
function emptyTable(table: string, kind: string | undefined): string {
  const lines = table.split('\n').map((line) => line.split('\t'));
  const kept = kind === undefined ? [] : lines.filter(([of]) => of !== kind);
  const isNamed = table.startsWith('marks') || /^(?:stop words|least|names)\t/.test(table);
  const empty = isNamed ? lines.map((cells) => [...cells.slice(0, -1), NOTHING]) : [[NOTHING, NOTHING, NOTHING]];
  return [...kept, ...empty].map((cells) => cells.join('\t')).join('\n');
}
