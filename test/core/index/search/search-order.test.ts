import { expect, test } from 'vitest';
import { listedCriteria, withOtherForms } from '../../../../core/index/search/search-order.ts';
import { termsOfSearch } from '../../../../core/index/search/search-terms.ts';
import { WordTable } from '../../../../core/index/words/word-table.ts';

test('further posting lists take turns: an operator’s equivalent gets its first before a plain word gets its second', () => {
  const operators = new WordTable([{ short: 'grommet', equivalents: ['bushing'] }]);
  const asked = termsOfSearch({ query: 'converting protecting selects bushing' }, operators);
  const listed = withOtherForms(listedCriteria(asked));
  expect(listed.words.map(({ terms }) => terms)).toEqual([
    ['w:converting', 'w:converter'],
    ['w:protecting', 'w:protection'],
    ['w:bushing', 'w:grommet'],
    ['w:select', 'w:multiplexer'],
  ]);
});
