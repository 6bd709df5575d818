/**
 * Parses a function's environment once, when its process starts. The function's environment.ts lists its variables; the
 * stack uses that file's type, so a forgotten variable does not compile.
 */
import * as z from 'zod/mini';

export const text = z.string().check(z.minLength(1));

/** An https URL, or an http URL for the local run, without a trailing slash because paths are appended. */
export const address = z
  .url({ protocol: /^https?$/ })
  .check(z.refine((value) => !value.endsWith('/'), { error: 'must not end with a slash' }));

/** The URL of an external page to which people are sent. */
export const httpsAddress = z.url({ protocol: /^https$/ });

/** One line of printable ASCII that is public. */
export const publicLine = z.string().check(z.regex(/^[!-~](?:[ -~]{0,498}[!-~])?$/));

/** An optional variable contains the text `none`: an empty or missing variable is an error. */
export function orNone<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.union([
    z.pipe(
      z.literal('none'),
      z.transform(() => undefined),
    ),
    schema,
  ]);
}

/** Values separated by commas; an empty text is an empty list. */
export const commaList = z.pipe(
  z.string(),
  z.transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
);

export const onOff = z.pipe(
  z.enum(['on', 'off']),
  z.transform((value) => value === 'on'),
);

export const positiveInteger = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,8}$/, { error: 'must be a positive whole number' })),
  z.transform(Number),
);

/** Undefined for `unlimited`. */
export const integerOrUnlimited = z.union([
  z.pipe(
    z.literal('unlimited'),
    z.transform(() => undefined),
  ),
  positiveInteger,
]);

/**
 * Parses the environment into its typed form.
 * @throws {Error} naming every missing or wrong variable, but never a value, which may be secret
 */
export function parseEnvironment<Schema extends z.ZodMiniType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return environment[name] === undefined ? `${name} is missing` : `${name} is wrong`;
  });
  throw new Error(`Environment: ${[...new Set(problems)].join(', ')}.`);
}
