import { expect, test } from 'vitest';
import { faultsOf } from '../../../tools/check-commits/message-faults.ts';

const FITS = 'x'.repeat(72);

test.each([
  ['a short subject and a reason', 'Close the book\n\nIt was open.\n', []],
  ['a subject of 72 characters', `${FITS}\n\nBecause.`, []],
  ['a subject of 73 characters', `${FITS}x\n\nBecause.`, ['The subject has 73 characters; 72 fit.']],
  ['no body', 'Close the book\n', ['The body is missing: say why.']],
  [
    'only comments of git below the subject',
    'Close the book\n\n# Please enter the message\n',
    ['The body is missing: say why.'],
  ],
  ['no empty line', 'Close the book\nIt was open.', ['An empty line belongs after the subject.']],
  ['nothing', '', ['The subject is missing.', 'The body is missing: say why.']],
  ['a merge', "Merge branch 'x'", []],
])('a message with %s has its faults named', (_, message, faults) => {
  expect(faultsOf(message)).toEqual(faults);
});
