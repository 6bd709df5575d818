import { describe, expect, test } from 'vitest';
import { findRefusedPhrases, isReadForWords } from '../../../tools/check-words/find-refused-phrases.ts';
import { REFUSED_PHRASES } from '../../../tools/check-words/refused-phrases.ts';

/** One line for each phrase, in the order of the list. */
const REFUSED = [
  'Undefined for a message of ours.',
  'It answers in our own words.',
  'Undefined for whatever is no event.',
  'One round trip as a rule.',
  'The how many-th row of the file.',
  'A table of some 20 rows.',
  'Who is woken',
  'What stands in the column is kept.',
  'A file that goes by its size.',
  'The message comes again.',
  'Only who holds the secret learns it.',
  'The body is no JSON.',
  'The words of money',
  'Two calls at once.',
  'A star stands for any text.',
  'The code as it stands.',
  'Research stands still.',
  'The caller is told so.',
  'What is no error is not repeated.',
  'The ledger of usage.',
  'The AccountDirectory names them.',
  'The door of the service.',
  'A PartQuestion is read.',
  'The FaultLine is read.',
];

describe('the check of words', () => {
  test.each(REFUSED.map((line, index) => [line, index] as const))('refuses "%s"', (line, index) => {
    const { write } = REFUSED_PHRASES[index] ?? { write: '' };
    expect(findRefusedPhrases('core/a.ts', `First line.\n${line}`)).toEqual([
      expect.stringMatching(new RegExp(`^core/a\\.ts:2: ".+": write ${escaped(write)}$`)),
    ]);
  });

  test('has an example for every phrase', () => {
    expect(REFUSED).toHaveLength(REFUSED_PHRASES.length);
  });

  test.each([
    'A mock stands in for the provider.',
    'Another write stands in its way.',
    'Some of them are 20 rows long.',
    'There is no key.',
    'It is no longer a member.',
  ])('accepts "%s"', (line) => {
    expect(findRefusedPhrases('core/a.ts', line)).toEqual([]);
  });

  test('reads code, documents and pages, but neither data nor the glossary', () => {
    const files = [
      'core/a.ts',
      'web/page.html',
      'README.md',
      'docs/glossary.md',
      'data/manufacturers.tsv',
      'core/x/packed-a.ts',
    ];
    expect(files.filter(isReadForWords)).toEqual(['core/a.ts', 'web/page.html', 'README.md']);
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
