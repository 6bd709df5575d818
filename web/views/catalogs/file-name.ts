/** The name of an exported file. */
import type { ShownGroup } from './addresses.ts';

const NAME_CHARACTERS = 100;

/** Derived from the uploaded file, without its extension and without characters that file systems refuse. */
export function fileName(name: string, group: ShownGroup | undefined): string {
  const stem = name
    .replace(/(\.(csv|txt|tsv|xlsx|jsonl|ndjson|json))?(\.gz)?$/i, '')
    // eslint-disable-next-line no-control-regex -- control characters in a name are the attack
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069"*/:<>?\\|]+/g, '_')
    .replace(/^[. _]+/, '')
    .slice(0, NAME_CHARACTERS)
    .trim();
  const of = group === undefined ? 'results' : group.replaceAll('_', '-');
  return `${stem === '' ? 'list' : stem}-${of}.csv`;
}
