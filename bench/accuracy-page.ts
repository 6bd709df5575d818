/** Writes docs/evidence/accuracy.md from the last measurement. */
import type { Machine } from './performance-results.ts';
import type { Corrections } from '../test/support/measure/accuracy/measure-corrections.ts';
import type { Accuracy } from '../test/support/measure/accuracy/measure-accuracy.ts';

interface Measured<Values> {
  readonly machine: Machine;
  readonly values: Values;
}

export function accuracyPage({ machine, values }: Measured<Accuracy>, corrections?: Measured<Corrections>): string {
  const { crossed, wrongManufacturers, takeovers, manyManufacturers } = values;
  const [all] = values.spellings;
  return [
    '# How well parts are found by the names that people write',
    `Written by \`npm run bench -- accuracy\` (${machine.date}). Over ${count(values.parts)} parts: real ones of 36 manufacturers, which are not part of the project, and four numbers that many make (1N4148, LM358, 74HC595, NE555). How names are matched: [manufacturers](../reference/search.md#which-manufacturer-is-meant).`,
    '## Manufacturers as people write them',
    `Of \`test/support/measure/accuracy/spellings.tsv\`. A spelling is found when its manufacturer’s parts are, asked for under it. By use: weighted by public bills of materials. Hinted: the miss names the manufacturer of the part. Taken for another manufacturer, in any line at most: ${count(mostConfused(values))}.`,
    spellingTable(values),
    [
      '- **held-out**: new ones in hardware repositories and tables of aliases that were first read after the table was finished. Nothing was added for them.',
      '- **blind**: written from memory by somebody who had seen only the first rows of the table. Then 422 of 450 (93.8 %) were found; of those missed, the right ones were added.',
      '- **each taken out of the table first**: the rules alone must find it; the fair guess for names that no list has.',
    ].join('\n'),
    '## No other manufacturer’s part',
    [
      '| asked | questions | answered | told who makes it |',
      '|---|---|---|---|',
      `| a part under the spelling of another manufacturer | ${count(crossed.asked)} | ${count(crossed.answered)} | ${share(crossed.hinted, crossed.asked)} |`,
      `| under another manufacturer of the table, or an invented name that begins like one | ${count(wrongManufacturers.asked)} | ${count(wrongManufacturers.answered)} | ${share(wrongManufacturers.hinted, wrongManufacturers.asked)} |`,
      `| under who took its manufacturer over, or was taken over by it | ${count(takeovers.asked)} | ${count(takeovers.answered)} | ${share(takeovers.hinted, takeovers.asked)}, with the reason ${share(takeovers.withReason, takeovers.asked)} |`,
    ].join('\n'),
    `The numbers that many make, under all spellings: ${count(manyManufacturers.asked)} questions, ${count(manyManufacturers.right)} answered rightly (the manufacturer’s own part, or none), ${count(manyManufacturers.confused)} with another manufacturer’s part.`,
    '## Hyphens that tell parts apart',
    'A number asked for without its hyphens is another part where longer numbers are written so: ATmega328P beside ATmega328-P, for there is ATmega328P-M. Of the 6,917 real parts no two are such a pair (`test/core/index/part-keys/hyphens.test.ts`); they hold no microcontrollers.',
    ...(corrections === undefined ? [] : correctionsSection(corrections)),
    '## What these figures do not show',
    [
      `- Most of the ${count(all?.spellings ?? 0)} spellings were known when the table was made.`,
      '- The table’s 1,400 other manufacturers: there are no real parts of theirs here.',
      '- That a record itself names the right manufacturer.',
    ].join('\n'),
  ].join('\n\n');
}

function correctionsSection({
  machine,
  values: { errors, beginnings, foreign },
}: Measured<Corrections>): readonly string[] {
  const unread = errors.drawn - errors.right - errors.wrong;
  const rows = [
    [
      'words with one typing error (a letter left out, doubled, replaced or put in, or two that changed places)',
      errors.drawn,
      `${errors.right} read as the word that was meant, ${errors.wrong} as another, ${unread} not at all`,
    ],
    [
      'beginnings of part numbers',
      beginnings.drawn,
      `${beginnings.found} found, ${beginnings.onlyMeant} without a part of another number`,
    ],
    [
      'words of other languages and trade names',
      foreign.words,
      `${Object.keys(foreign.changed).length} read as another word${listed(foreign.changed)}; ${Object.keys(foreign.takenOver).length} as the manufacturer that took the named one over${listed(foreign.takenOver)}`,
    ],
  ];
  return [
    '## Words and numbers that no part has as they are written',
    `Drawn at random from what the real parts say, each asked alone, by \`npm run bench -- corrections\` (${machine.date}). The foreign words were written down before the first was asked. How such words are read: [search](../reference/search.md#words-that-nothing-has).`,
    ['| asked | how many | read |', '|---|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'),
  ];
}

function listed(meant: Readonly<Record<string, string>>): string {
  const texts = Object.entries(meant).map(([word, other]) => `${word}: ${other}`);
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}

function spellingTable({ spellings, unlisted, byKey }: Accuracy): string {
  const scores = [...spellings, unlisted, byKey];
  const rows = scores
    .filter(({ missed }) => missed > 0)
    .map(
      (score) =>
        `| ${score.name} | ${count(score.spellings)} | ${share(score.found, score.spellings)} | ${share(score.usesFound, score.uses)} | ${share(score.missedHinted, score.missed)} |`,
    );
  const whole = scores.filter(({ missed }) => missed === 0).map(({ name }) => name);
  return [
    '| spellings | distinct | found | found, by use | misses hinted |',
    '|---|---|---|---|---|',
    ...rows,
    ...(whole.length > 0 ? ['', `Without a miss: ${whole.join('; ')}.`] : []),
  ].join('\n');
}

function mostConfused({ spellings, unlisted, byKey }: Accuracy): number {
  return Math.max(...[...spellings, unlisted, byKey].map(({ confused }) => confused));
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
