/** `Strict-Transport-Security` (RFC 6797): only where the service is reached by https, which a local run is not; browsers ignore it there. */
const YEAR_SECONDS = 31_536_000;

export function transportSecurity(baseUrl: string): Readonly<Record<string, string>> {
  return baseUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {};
}
