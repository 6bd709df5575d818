/**
 * Says what a value must be that zod refused, as the rest of a sentence about it: `must be at least 1`. zod/mini has no words of its own. The value is
 * never repeated, because it is text of others.
 */
import type * as z from 'zod/mini';

/** Undefined where there is more to say (issue-words.ts). */
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
