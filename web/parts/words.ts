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

export const NOTICE_WORDS = {
  tokens: '80 and 100 % of the included tokens',
  cap: '80 and 100 % of the spending cap',
  new_key: 'A new key',
  import_ended: 'An import that ended',
  research_ended: 'A research that ended',
} as const;
