/** Says what zod found wrong with a value, where the names of unknown members may be repeated, without what does not print. */
import type * as z from 'zod/mini';
import { cleanText } from './clean-text.ts';
import { demandOf } from './issue-demand.ts';

const MAX_NAMED = 3;
const NAME_CHARACTERS = 60;

export function issueWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_format':
      return 'does not have the expected form';
    case 'unrecognized_keys': {
      const names = issue.keys.slice(0, MAX_NAMED).map((key) => `“${cleanText(key, NAME_CHARACTERS)}”`);
      return `must not have ${names.join(', ')}`;
    }
    default:
      return demandOf(issue) ?? 'cannot be used';
  }
}
