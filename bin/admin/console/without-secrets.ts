/**
 * A command line without the secrets that are pasted into it, as `cli_…:sec_…` from a customer's mail or a bearer header from a log: what is typed is
 * echoed in answers, questions and errors, and a secret must not be.
 */

/** A client id with what follows its colon, also as a URL writes it. */
const PAIR = /\b(cli_\w+)(?::|%3A)\S*/gi;
const SECRET = /\bsec_[\w-]{40,}/g;
const ACCESS_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/** A key pair keeps its client id; a secret or an access token alone keeps its first characters. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(PAIR, '$1').replaceAll(SECRET, 'sec_…').replaceAll(ACCESS_TOKEN, 'eyJ…');
}
