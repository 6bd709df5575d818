/**
 * Describes what is wrong with a tool's arguments so that a model can correct it in one step: every problem with its
 * field and the allowed values. Values are never repeated, because they are client text.
 */
import type * as z from 'zod/mini';
import * as core from 'zod/v4/core';
import { cleanText } from '../../clean-text.ts';
import type { ErrorCode, ServiceError } from '../../errors.ts';
import { demandOf } from '../../describe-issue.ts';
import { likelyProperty } from './likely-property.ts';
import { GTIN_ADVICE, isNamed } from '../../index/lookup/read-part.ts';

type Issue = z.core.$ZodIssue;

/** One problem. `words` follows the field and includes the separator: `: must be …` or ` is required.` */
interface Problem {
  readonly code: ErrorCode;
  readonly field: string;
  readonly words: string;
}

const FIELD_LENGTH = 100;
const MAX_NAMED = 10;

/** Takes code and field from the first problem. The message names up to ten problems and the number of the others. */
export function describeInputErrors(schema: z.ZodMiniType, error: z.core.$ZodError, args: unknown): ServiceError {
  const problems = mostTelling(error.issues).flatMap((issue) => problemsOf(schema, issue, args));
  const [first] = problems;
  if (first === undefined) throw new Error('A failed parse has an issue.');
  const named = problems.slice(0, MAX_NAMED).map(sentence);
  const rest = problems.length - named.length;
  const all = rest === 0 ? named : [...named, `and ${rest} more.`];
  return {
    code: first.code,
    message: all.map((text, place) => (place === all.length - 1 ? text : text.replace(/\.$/, ''))).join('; '),
    ...(first.field === '' ? {} : { field: first.field }),
  };
}

/**
 * Reports one of several rules that a value breaks: its type before its length, which means nothing in another type;
 * otherwise the last, because the range of an argument is checked after the range of all integers.
 */
function mostTelling(issues: readonly Issue[]): readonly Issue[] {
  const byPlace = new Map<string, Issue>();
  for (const issue of issues) {
    const place = JSON.stringify([issue.path, issue.code === 'unrecognized_keys']);
    if (byPlace.get(place)?.code !== 'invalid_type') byPlace.set(place, issue);
  }
  return [...byPlace.values()];
}

function problemsOf(schema: z.ZodMiniType, issue: Issue, args: unknown): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const allowed = propertiesAt(schema, issue.path);
    return issue.keys.map((key) =>
      problemAt('invalid_parameter', [...issue.path, key], `: ${unknownProperty(key, allowed)}`),
    );
  }
  if (issue.code === 'custom') return [problemAt(codeOf(issue), issue.path, issue.message)];
  if (issue.code === 'invalid_type' && valueAt(args, issue.path) === undefined) {
    return [problemAt('missing_parameter', issue.path, ' is required.')];
  }
  return [
    problemAt(
      'invalid_parameter',
      issue.path,
      `: ${wordsOf(issue)}${adviceOnGtin(issue, args)}${adviceOnNumber(issue, args)}${adviceOnPrices(issue, args)}`,
    ),
  ];
}

function problemAt(code: ErrorCode, path: readonly PropertyKey[], words: string): Problem {
  const field = cleanText(fieldPath(path), FIELD_LENGTH);
  return { code, field, words };
}

function sentence({ field, words }: Problem): string {
  return `${field || 'The arguments'}${words}`;
}

/** A custom rule may set its code (read-part.ts). */
function codeOf(issue: Issue & { code: 'custom' }): ErrorCode {
  return issue.params?.['code'] === 'missing_parameter' ? 'missing_parameter' : 'invalid_parameter';
}

/** Writes `['items', 3, 'gtin']` as `items[3].gtin`. */
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

function unknownProperty(key: string, allowed: readonly string[]): string {
  const likely = likelyProperty(key, allowed);
  const hint = likely === undefined ? '' : ` Did you mean ${likely}?`;
  return `unknown property.${hint} ${allowed.length === 0 ? 'No property is allowed.' : `Allowed: ${allowed.join(', ')}.`}`;
}

/** Returns the property names of the object at the path. */
function propertiesAt(schema: z.ZodMiniType, path: readonly PropertyKey[]): readonly string[] {
  const found = path.reduce<z.core.$ZodType | undefined>((outer, step) => inside(outer, step), schema);
  const object = bare(found);
  return object instanceof core.$ZodObject ? Object.keys(object._zod.def.shape) : [];
}

function inside(schema: z.core.$ZodType | undefined, step: PropertyKey): z.core.$ZodType | undefined {
  const outer = bare(schema);
  if (outer instanceof core.$ZodArray) return outer._zod.def.element;
  return outer instanceof core.$ZodObject
    ? (outer._zod.def.shape as Record<PropertyKey, z.core.$ZodType>)[step]
    : undefined;
}

/** Removes "optional" and transforms from a schema. */
function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof core.$ZodOptional) return bare(schema._zod.def.innerType);
  return schema instanceof core.$ZodPipe ? bare(schema._zod.def.in) : schema;
}

function adviceOnGtin(issue: Issue, args: unknown): string {
  const isGtin = issue.path.at(-1) === 'gtin';
  return isGtin && isNamed(valueAt(args, issue.path.slice(0, -1))) ? ` ${GTIN_ADVICE}` : '';
}

/** A part number that came as a number may have lost zeros. */
function adviceOnNumber(issue: Issue, args: unknown): string {
  const isNumber = issue.path.at(-1) === 'part_number' && typeof valueAt(args, issue.path) === 'number';
  return isNumber ? ' Send it in quotes, with all its zeros.' : '';
}

/** Models ask for what other catalogs sell. The names are those of other interfaces. */
function adviceOnPrices(issue: Issue, args: unknown): string {
  const value = issue.code === 'invalid_value' ? valueAt(args, issue.path) : undefined;
  const isOffer = typeof value === 'string' && /price|cost|stock|availab|inventory|lead_?time|moq/i.test(value);
  return isOffer ? ' Records have no prices and no stock.' : '';
}

/** Each pattern of an input has a message that explains it. */
function wordsOf(issue: Issue): string {
  return issue.code === 'invalid_format' ? issue.message : `${demandOf(issue) ?? 'cannot be used'}.`;
}
