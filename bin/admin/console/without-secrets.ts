/**
 * Removes pasted secrets from a command line, such as `cli_…:sec_…` from a customer's email or a bearer header from a
 * log, because answers, prompts and errors echo what was typed.
 */

/** A client id and the text after its colon, which may be URL-encoded. */
const PAIR = /\b(cli_\w+)(?::|%3A)\S*/gi;
const SECRET = /\bsec_[\w-]{40,}/g;
const ACCESS_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/** A key pair keeps its client id; a secret or an access token alone keeps only its prefix. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(PAIR, '$1').replaceAll(SECRET, 'sec_…').replaceAll(ACCESS_TOKEN, 'eyJ…');
}
