/**
 * Decides how long a client's document is cached (RFC 9111): at most 15 minutes, so that a change takes effect by then.
 */

const MAX_FRESH_SECONDS = 900;
/** Applies to a document without caching headers. */
const UNSAID_SECONDS = 60;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns whole seconds; 0 means not cached. @param headers of the response, with lowercase names */
export function freshSeconds(headers: Headers, nowMs: number): number {
  const control = directives(headers['cache-control']);
  if (control.has('no-store') || control.has('no-cache') || control.has('private')) return 0;
  const stated = seconds(control.get('s-maxage') ?? control.get('max-age')) ?? untilExpiry(headers, nowMs);
  const age = seconds(text(headers['age'])) ?? 0;
  return Math.min(MAX_FRESH_SECONDS, Math.max(0, (stated ?? UNSAID_SECONDS) - age));
}

function untilExpiry(headers: Headers, nowMs: number): number | undefined {
  const expires = text(headers['expires']);
  if (expires === '') return undefined;
  const [end, sent] = [Date.parse(expires), Date.parse(text(headers['date']))];
  // An invalid date counts as expired (RFC 9111 section 5.3).
  return Number.isNaN(end) ? 0 : Math.floor((end - (Number.isNaN(sent) ? nowMs : sent)) / 1000);
}

/** Returns directives by name, without quotes; a directive without a value is undefined. */
function directives(header: Headers[string]): ReadonlyMap<string | undefined, string | undefined> {
  const parts = text(header).toLowerCase().split(',');
  return new Map(
    parts.map((part) => {
      const [name, value] = part.split('=', 2).map((half) => half.trim());
      return [name, value?.replace(/^"|"$/g, '')];
    }),
  );
}

/** Returns undefined unless it is a number, so that an unreadable directive is ignored. */
function seconds(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** Returns an empty text if the header is absent. */
function text(header: Headers[string] = ''): string {
  return typeof header === 'string' ? header : header.join(',');
}
