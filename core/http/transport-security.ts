/**
 * Decides whether to send `Strict-Transport-Security` (RFC 6797): only over https. A local run uses http, where
 * browsers ignore it.
 */
const YEAR_SECONDS = 31_536_000;

export function transportSecurity(baseUrl: string): Readonly<Record<string, string>> {
  return baseUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {};
}
