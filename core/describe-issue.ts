/**
 * Says what zod found wrong with a value, as the rest of a sentence about it: `must be at least 1`. zod/mini has no
 * words of its own. The value is never repeated, because it is text of others; the names of unknown members may be,
 * without what does not print.
 */
import type * as z from 'zod/mini';
import { cleanText } from './clean-text.ts';

const MAX_NAMED = 3;
const NAME_CHARACTERS = 60;

export function describeIssue(issue: z.core.$ZodRawIssue): string {
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

/** Says what the value must be. Undefined where there is more to say (describeIssue). */
export function demandOf(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(issue.expected)}`;
    case 'too_small':
      return bounded('at least', issue.minimum, issue.origin);
    case 'too_big':
      return bounded('at most', issue.maximum, issue.origin);
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`;
    default:
      return undefined;
  }
}

function withArticle(type: string): string {
  const word = type === 'int' ? 'integer' : type;
  return /^[aeio]/.test(word) ? `an ${word}` : `a ${word}`;
}

const UNITS: Readonly<Record<string, readonly [one: string, more: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function bounded(by: string, amount: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  return unit === undefined ? `must be ${by} ${amount}` : `must have ${by} ${amount} ${unit[amount === 1 ? 0 : 1]}`;
}
