/** One POST of JSON to the provider (guarded-request.ts). What the answer means is decided in http-researcher.ts. */
import { sendGuarded, type GuardSettings } from './guarded-request.ts';

export interface Posted {
  readonly status: number;
  /** The header `Retry-After`, if there is one. */
  readonly retryAfter: string | undefined;
  /** Empty for answers that are not 200. */
  readonly body: string;
}

export async function postJson(
  settings: GuardSettings,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal,
): Promise<Posted> {
  const text = JSON.stringify(body);
  const allHeaders = {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    accept: 'application/json',
  };
  const answer = await sendGuarded(settings, url, { method: 'POST', headers: allHeaders, body: text }, signal);
  return { status: answer.status, retryAfter: answer.headers['retry-after'], body: answer.body };
}
