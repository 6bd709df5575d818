/**
 * The handler of assistant sign-in: the consent page, its answer, the sign-in link, and the registration of assistants.
 * People get pages, programs get JSON.
 */
import { createHttpHandler } from '../../adapters/lambda-http/create-http-handler.ts';
import type { Route } from '../../adapters/lambda-http/exchange.ts';
import { AUTHORIZE_PATH, REGISTER_PATH } from '../../core/access/auth/discovery-documents.ts';
import { envelopeErrors } from '../../adapters/pages/error-page.tsx';
import type { BrowserRequest, HttpResponse } from '../../core/http/http-message.ts';
import { readAuthorizationRequest } from '../../core/access/oauth/authorization-request.ts';
import { CONTINUE_PATH } from '../../core/access/oauth/pending-request.ts';
import type { AuthorizationRequest } from '../../core/access/oauth/oauth-client.ts';
import { refuse } from '../../core/api/refusals/http-refusal.ts';
import { named } from '../../adapters/pages/page-frame.tsx';
import { answerConsent } from './answer-consent.ts';
import { answerRegistration } from './answer-registration.ts';
import { askConsent } from './ask-consent.ts';
import { askLink, continueRequest } from './ask-link.ts';
import { CONSENT_PATH } from './consent-page.tsx';
import type { AuthorizationDependencies } from './dependencies.ts';
import { LINK_PATH } from './link-page.tsx';
import type { PeopleDependencies } from './people-dependencies.ts';
import { answerRefusedRequest, pageErrors } from './problem-page.tsx';

/** A step of the sign-in. Every step gets the authorization request in its query and reads it again. */
type Step = (
  dependencies: PeopleDependencies,
  request: AuthorizationRequest,
  http: BrowserRequest,
  nowMs: number,
) => Promise<HttpResponse>;

/** Pages that a browser opens or sends a form to; own-form.tsx checks the origin of forms. */
const PAGE = { origin: 'unchecked', window: 'page', errors: pageErrors } as const;
const OPENED = { ...PAGE, methods: ['GET', 'HEAD'], allow: 'GET' } as const;
const SENT = { ...PAGE, methods: ['POST'], allow: 'POST' } as const;

export function createAuthorizationHandler(dependencies: AuthorizationDependencies) {
  const routes = new Map<string, Route>([
    [AUTHORIZE_PATH, { ...OPENED, handle: answerStep(dependencies, askConsent) }],
    [CONSENT_PATH, { ...SENT, handle: answerStep(dependencies, answerConsent) }],
    [LINK_PATH, { ...SENT, handle: answerStep(dependencies, askLink) }],
    [CONTINUE_PATH, { ...OPENED, handle: async ({ http }) => continueRequest(http, dependencies.dashboardUrl) }],
    [REGISTER_PATH, registration(dependencies)],
  ]);
  const elsewhere: Route = { ...OPENED, handle: async () => refuse('not_found', 'There is no such page.') };
  return createHttpHandler(dependencies, (path) => routes.get(path) ?? elsewhere);
}

function answerStep(dependencies: AuthorizationDependencies, step: Step): Route['handle'] {
  const { settings, findClient } = dependencies;
  return async ({ http, startedMs, logFields }) => {
    const read = await readAuthorizationRequest(http.query, settings, findClient, startedMs);
    if (!read.ok) logFields.outcome = 'bad_request';
    const page = read.ok ? await step(dependencies, read.value, http, startedMs) : answerRefusedRequest(read.reason);
    return http.method === 'HEAD' ? { ...page, body: '' } : named(page, settings);
  };
}

/** Registration is for programs; pages of allowed origins may also call it. */
function registration(dependencies: AuthorizationDependencies): Route {
  return {
    methods: ['POST'],
    allow: 'POST',
    origin: 'cors',
    window: 'programs',
    errors: envelopeErrors,
    handle: async ({ http, requestId, startedMs, logFields }) => {
      const response = await answerRegistration(dependencies, http, requestId, startedMs);
      if (response.status >= 400) logFields.outcome = 'bad_request';
      return response;
    },
  };
}
