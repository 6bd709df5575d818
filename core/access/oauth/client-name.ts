/** Makes a client's description of itself, which is untrusted text, safe to store and show. */
import { cleanText } from '../../clean-text.ts';

const NAME_CHARACTERS = 60;
const URI_CHARACTERS = 500;

/** Returns the name to show and store. @param given a value of any type and length */
export function clientName(given: unknown, otherwise: string): string {
  const name = typeof given === 'string' ? cleanText(given, NAME_CHARACTERS) : '';
  return name === '' ? otherwise : name;
}

/**
 * Returns undefined unless it is an https URL of normal length. The field is then dropped; the client is not refused.
 */
export function clientUri(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > URI_CHARACTERS || !URL.canParse(given)) return undefined;
  const { protocol, username, password, href } = new URL(given);
  return protocol === 'https:' && username === '' && password === '' ? href : undefined;
}
