/**
 * What is wrong with a tool's arguments, in words a model can act on: the first fault, its field, and what is allowed.
 * Nothing of a value is repeated: it is the client's text.
 */
import type * as z from 'zod';
import type { ServiceError } from '../errors.ts';
import { cleanText } from '../clean-text.ts';

type Issue = z.core.$ZodIssue;

const FIELD_LENGTH = 100;

export function describeInputFault(error: z.ZodError, args: unknown): ServiceError {
  const issue = error.issues[0];
  if (issue === undefined) throw new Error('A failed parse has an issue.');
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...unknownKey];
  const field = cleanText(fieldPath(path), FIELD_LENGTH);
  const absent = issue.code === 'invalid_type' && valueAt(args, issue.path) === undefined;
  return {
    code: absent ? 'missing_parameter' : 'invalid_parameter',
    message: absent ? `${field || 'The argument'} is required.` : `${field || 'The arguments'}: ${problem(issue)}`,
    ...(field === '' ? {} : { field }),
  };
}

/** `['items', 3, 'gtin']` as `items[3].gtin`. */
function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? String(step) : `.${String(step)}`))
    .join('');
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<PropertyKey, unknown>)[step]
        : undefined,
    root,
  );
}

function problem(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown property. Use only the properties that tools/list names.';
    case 'invalid_type':
      return `must be ${withArticle(issue.expected)}.`;
    case 'too_small':
      return `must ${measure(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}.`;
    case 'too_big':
      return `must ${measure(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}.`;
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      return 'has the wrong form. See the pattern in tools/list.';
    default:
      return 'cannot be used.';
  }
}

function withArticle(type: string): string {
  const word = type === 'int' ? 'integer' : type;
  return /^[aeio]/.test(word) ? `an ${word}` : `a ${word}`;
}

function measure(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
