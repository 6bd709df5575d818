/**
 * Decides whether a request comes from a person's browser. A browser that opens a URL accepts HTML; a program accepts
 * JSON or anything.
 */

const PAGE_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const PROGRAM_TYPES = /^(application\/([\w.-]+\+)?json|text\/event-stream)$/;

/**
 * @param accept the request's `Accept` header (RFC 9110 section 12.5.1); a client that weights JSON and HTML equally is
 * a program
 */
export function prefersPage(accept: string | undefined): boolean {
  let [page, program] = [0, 0];
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = weightOf(parameters);
    if (PAGE_TYPES.has(type)) page = Math.max(page, weight);
    if (PROGRAM_TYPES.test(type)) program = Math.max(program, weight);
  }
  return page > program;
}

/** Returns 1, the default, for a weight that is absent or not a number from 0 to 1. */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(given) ? Number(given) : 1;
}
