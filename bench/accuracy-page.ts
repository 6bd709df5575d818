/** docs/accuracy.md, written from the last measurement. */
import type { Machine } from './performance-results.ts';
import type { Accuracy, SpellingScore } from '../testing/measure/accuracy/measure-accuracy.ts';

export function accuracyPage({ machine, values }: { readonly machine: Machine; readonly values: Accuracy }): string {
  const { crossed, wrongMakers, takeovers, manyMakers } = values;
  const [all] = values.spellings;
  return [
    '# How well parts are found by the names that people write',
    `Written by \`npm run bench -- accuracy\` (${machine.date}). Over ${count(values.parts)} parts: real ones of 36 makers, which lie beside a checkout and are no part of the project, and four numbers that many make (1N4148, LM358, 74HC595, NE555). What a name means is decided in \`functions/core/products/makers\`; the table of spellings is made from \`data/makers\` ([makers.md](makers.md)). Every change of matching is held against these figures.`,
    '## Makers as people write them',
    'The list is `testing/measure/accuracy/spellings.tsv`. A spelling counts as found when every part of its maker that was asked for under it was found. By use: each spelling as often as public bills of materials have it. A miss is hinted when it names the maker of the part.',
    spellingTable(values),
    [
      '- **bom**: from public bills of materials that were read while the table was made.',
      '- **held-out**: from repositories of hardware and from tables of aliases, first read after the table was finished; those that no earlier list had. Nothing was added for them.',
      '- **blind**: written from memory, as people might write the 36 makers, by somebody who had seen only the first rows of the table. Then 422 of 450 (93.8 %) were found; of those missed, the ones that are right were added to the table.',
      '- **distributors**: as distributors and part libraries write makers.',
      '- **each taken out of the table first**: every spelling of the list as if no one had written it down. The rules alone must find it; how spellings fare that are in no list.',
    ].join('\n'),
    '## No other maker’s part',
    [
      '| asked | questions | answered | told who makes it |',
      '|---|---|---|---|',
      `| a part under the spelling of another maker | ${count(crossed.asked)} | ${count(crossed.answered)} | ${share(crossed.hinted, crossed.asked)} |`,
      `| a part under another maker of the table, or an invented name that begins like one | ${count(wrongMakers.asked)} | ${count(wrongMakers.answered)} | ${share(wrongMakers.hinted, wrongMakers.asked)} |`,
      `| a part under who took its maker over, or was taken over by it | ${count(takeovers.asked)} | ${count(takeovers.answered)} | ${share(takeovers.hinted, takeovers.asked)}, with the reason ${share(takeovers.withReason, takeovers.asked)} |`,
    ].join('\n'),
    `The numbers that many make, under every spelling of all 36 makers: ${count(manyMakers.asked)} questions, ${count(manyMakers.right)} answered rightly (the maker’s own part, or none where it does not make the number), ${count(manyMakers.confused)} with another maker’s part.`,
    '## What these figures do not show',
    [
      `- Of ${count(all?.spellings ?? 0)} spellings most were known when the table was made, by their lists or by the people who wrote it. The line *each taken out of the table first* is the fair guess for names that no one has thought of.`,
      '- Makers other than these 36. The table has 1,400 more, but there are no real parts of theirs here.',
      '- That a record itself names the right maker.',
    ].join('\n'),
  ].join('\n\n');
}

function spellingTable({ spellings, unlisted, byKey }: Accuracy): string {
  const rows = [...spellings, unlisted, byKey].map(
    (score) =>
      `| ${score.name} | ${count(score.spellings)} | ${share(score.found, score.spellings)} | ${share(score.usesFound, score.uses)} | ${hinted(score)} | ${count(score.confused)} |`,
  );
  return [
    '| spellings | distinct | found | found, by use | misses hinted | confused |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function hinted({ missed, missedHinted }: SpellingScore): string {
  return missed === 0 ? 'no miss' : share(missedHinted, missed);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
