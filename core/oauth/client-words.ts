/** What a program says of itself, made fit to be stored and shown: text of strangers. */
import { cleanText } from '../clean-text.ts';

const NAME_CHARACTERS = 60;
const URI_CHARACTERS = 500;

/** The name as it is shown and stored. @param given of any type and length */
export function clientName(given: unknown, otherwise: string): string {
  const name = typeof given === 'string' ? cleanText(given, NAME_CHARACTERS) : '';
  return name === '' ? otherwise : name;
}

/** Undefined for whatever is no https address of ordinary length: it is left out, not refused. */
export function clientUri(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > URI_CHARACTERS || !URL.canParse(given)) return undefined;
  const { protocol, username, password, href } = new URL(given);
  return protocol === 'https:' && username === '' && password === '' ? href : undefined;
}
