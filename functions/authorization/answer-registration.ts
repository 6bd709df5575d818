/** Serves POST /v1/oauth/register: a registration with the members of RFC 7591 and the service's error envelope. */
import type { HttpRequest, HttpResponse } from '../../core/http/http-message.ts';
import {
  registerClient,
  registrationAnswer,
  type RegistrationRefusal,
} from '../../core/access/oauth/registered-clients.ts';
import { answerPlainly } from '../../core/api/refusals/error-response.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

const NEVER_STORED = { 'cache-control': 'no-store' };

export async function answerRegistration(
  { registered, counter, settings }: Pick<PeopleDependencies, 'registered' | 'counter' | 'settings'>,
  { body, sourceAddress }: HttpRequest,
  requestId: string,
  nowMs: number,
): Promise<HttpResponse> {
  const made = await registerClient({ clients: registered, counter }, body, sourceAddress, nowMs);
  if (!made.ok) return answerPlainly(toError(made.reason), { settings, requestId });
  return {
    status: 201,
    headers: { 'content-type': 'application/json', ...NEVER_STORED },
    body: JSON.stringify(registrationAnswer(made.value)),
  };
}

function toError(refusal: RegistrationRefusal): Parameters<typeof answerPlainly>[0] {
  const invalid = (oauthError: string, message: string, field?: string) => ({
    error: { code: 'invalid_parameter', message, ...(field !== undefined && { field }) } as const,
    oauthError,
    headers: NEVER_STORED,
  });
  switch (refusal.kind) {
    case 'body_too_large':
      return { ...invalid('invalid_client_metadata', 'The metadata are larger than 16 kB.'), status: 413 };
    case 'no_json':
      return invalid('invalid_client_metadata', 'Send the metadata as one JSON object.');
    case 'invalid_redirect_uri':
      return invalid('invalid_redirect_uri', refusal.problem, 'redirect_uris');
    case 'invalid_client_metadata':
      return invalid('invalid_client_metadata', refusal.problem);
    case 'too_many_registrations': {
      const { retryAfterSeconds } = refusal;
      const message = `Too many registrations today: wait ${retryAfterSeconds} seconds, and keep a client id that you have.`;
      return {
        error: { code: 'rate_limited', message, retryAfterSeconds },
        oauthError: 'temporarily_unavailable',
        headers: { ...NEVER_STORED, 'retry-after': String(retryAfterSeconds) },
      };
    }
  }
}
