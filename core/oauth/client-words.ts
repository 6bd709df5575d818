/** Makes what a program says about itself safe to store and show: it is text of strangers. */
import { cleanText } from '../clean-text.ts';

const NAME_CHARACTERS = 60;
const URI_CHARACTERS = 500;

/** The name as shown and stored. @param given a value of any type and length */
export function clientName(given: unknown, otherwise: string): string {
  const name = typeof given === 'string' ? cleanText(given, NAME_CHARACTERS) : '';
  return name === '' ? otherwise : name;
}

/** Returns undefined for anything but an https URL of normal length: the field is dropped, the client is not refused. */
export function clientUri(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > URI_CHARACTERS || !URL.canParse(given)) return undefined;
  const { protocol, username, password, href } = new URL(given);
  return protocol === 'https:' && username === '' && password === '' ? href : undefined;
}
