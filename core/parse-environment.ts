/**
 * A function's environment, read once when its process starts. Which variables there are is decided in the function's own
 * environment.ts; the stack takes its type, so that a forgotten variable does not compile.
 */
import * as z from 'zod';

export const text = z.string().min(1);

/** An https address, or an http one for the local run; without a slash at its end, so that paths can be appended. */
export const address = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !value.endsWith('/'), { error: 'must not end with a slash' });

/** A page of somebody else's, which people are sent to. */
export const httpsAddress = z.url({ protocol: /^https$/ });

/** A variable that a stage may leave out contains the text `none`: no variable may be empty, and a missing one is an error. */
export function orNone<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal('none').transform(() => undefined), schema]);
}

/** Values joined by commas; the empty text is the empty list. */
export const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

export const positiveInteger = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, { error: 'must be a positive whole number' })
  .transform(Number);

/**
 * The typed environment.
 * @throws {Error} one that names every variable that is missing or wrong; never their values, which may be secret
 */
export function parseEnvironment<Schema extends z.ZodType>(
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
