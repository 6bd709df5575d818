/** Numbers, times and the words of the interface, for people. */

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** A day and a minute in the person's own time. */
export function time(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

export function day(iso: string): string {
  return iso.slice(0, 10);
}

export const PERMISSION_WORDS = {
  look_up: 'Look up items',
  catalogs: 'Read your catalogs',
  usage: 'See usage',
  enrich: 'Spend on enrichment',
} as const;

export const KIND_WORDS = {
  live: 'live: billed by your plan',
  test: 'test: the sandbox, never billed',
  trial: 'trial: counts against the free trial',
} as const;

/** What is written about today. The other kinds of a member's notices are stored and not sent yet: the page does not offer them. */
export const NOTICE_WORDS = {
  new_key: 'A new key',
} as const;
