/** Writes security.txt (RFC 9116), which says where to report a vulnerability. */
import type { ServiceSettings } from '../../service-settings.ts';
import { DAY_MS, startOf, timeText } from '../../time.ts';

export const SECURITY_PATH = '/.well-known/security.txt';

/**
 * RFC 9116 recommends less than a year. The date is computed for each response, so it never expires while the service
 * runs.
 */
const VALID_DAYS = 180;

export function securityText({ baseUrl, supportEmail }: ServiceSettings, nowMs: number): string {
  const expiresMs = startOf(DAY_MS, nowMs) + VALID_DAYS * DAY_MS;
  return [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${timeText(expiresMs)}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}${SECURITY_PATH}`,
    '',
  ].join('\n');
}
