/** Finds what a path stands for. The documents are computed once: they are the same for everybody. */
import { createHash } from 'node:crypto';
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import { Refused } from '../../adapters/lambda-http/refused.ts';
import { MCP_PATH } from '../../core/auth/access-token.ts';
import { PROTECTED_RESOURCE_METADATA_PATH } from '../../core/auth/challenge.ts';
import {
  AUTHORIZATION_SERVER_METADATA_PATH,
  AUTHORIZE_PATH,
  authorizationServerMetadata,
  protectedResourceMetadata,
  REGISTER_PATH,
  REVOKE_PATH,
  TOKEN_PATH,
} from '../../core/auth/discovery-documents.ts';
import { pageForBrowser } from '../../core/dashboard/error-page.ts';
import type { PublicDocument } from '../../core/front-door/public-documents.ts';
import { movedTo, pageMeantBy } from '../../core/dashboard/page-address.ts';
import { answerPlainly } from '../../core/refusals/error-response.ts';
import type { HttpRequest, HttpResponse } from '../../core/http/http-message.ts';
import type { ServiceSettings } from '../../core/service-settings.ts';
import type { DiscoverySettings } from './dependencies.ts';

/** The gateway sends their POSTs to other functions, and all other methods here: a flood of these is nothing to those. */
export function postEndpoints({ signIn }: Pick<DiscoverySettings, 'signIn'>): ReadonlySet<string> {
  return new Set([MCP_PATH, TOKEN_PATH, ...(signIn ? [REVOKE_PATH, REGISTER_PATH] : [])]);
}

const CACHED_FOR_AN_HOUR = 'public, max-age=3600';

export function servePath(settings: DiscoverySettings, published: ReadonlyMap<string, PublicDocument>) {
  const posted = postEndpoints(settings);
  const resource = JSON.stringify(protectedResourceMetadata(settings));
  const documents = new Map([
    ['/.well-known/oauth-protected-resource', resource],
    [PROTECTED_RESOURCE_METADATA_PATH, resource],
    [AUTHORIZATION_SERVER_METADATA_PATH, JSON.stringify(authorizationServerMetadata(settings))],
  ]);

  return async ({ http, requestId, startedMs, logFields }: Exchange): Promise<HttpResponse> => {
    const document = documents.get(http.path);
    if (document !== undefined) return serveDocument(document, http.method);
    const open = published.get(http.path);
    if (open !== undefined) return servePublicDocument(open, http, startedMs);
    if (http.path === AUTHORIZE_PATH) return refuseSignIn(http.method, { settings, requestId });
    if (posted.has(http.path) && http.method !== 'POST') {
      throw new Refused({ kind: 'method_not_allowed', allow: 'POST' });
    }
    const meant = http.method === 'GET' || http.method === 'HEAD' ? pageMeantBy(http.path) : undefined;
    if (meant !== undefined) return movedTo(meant);
    logFields.outcome = 'not_found';
    const error = { code: 'not_found', message: 'There is no such endpoint. The MCP server is at /mcp.' } as const;
    const context = { settings, requestId };
    return pageForBrowser(answerPlainly({ error }, context), error, http, context);
  };
}

function serveDocument(document: string, method: string, type = 'application/json'): HttpResponse {
  if (method !== 'GET' && method !== 'HEAD') throw new Refused({ kind: 'method_not_allowed', allow: 'GET, HEAD' });
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': CACHED_FOR_AN_HOUR },
    body: method === 'HEAD' ? '' : document,
  };
}

/** With a validator, by which a client that has the document is told so (RFC 9110, sections 8.8.3 and 13.1.2). */
function servePublicDocument({ type, text }: PublicDocument, http: HttpRequest, nowMs: number): HttpResponse {
  const document = text(nowMs);
  const served = serveDocument(document, http.method, type);
  const etag = `"${createHash('sha256').update(document).digest('base64url')}"`;
  const headers = { ...served.headers, etag };
  const isKnown = http.headers['if-none-match']?.includes(etag) === true;
  return isKnown ? { status: 304, headers, body: '' } : { ...served, headers };
}

/** The endpoint exists because official clients refuse metadata without one; no response type is supported (RFC 6749 section 4.1.2.1). */
function refuseSignIn(method: string, context: { settings: ServiceSettings; requestId: string }): HttpResponse {
  if (method !== 'GET' && method !== 'POST') throw new Refused({ kind: 'method_not_allowed', allow: 'GET, POST' });
  const message = 'Sign-in is not switched on yet. Use a client id and secret with POST /v1/oauth/token.';
  return answerPlainly(
    {
      error: { code: 'bad_request', message },
      oauthError: 'unsupported_response_type',
      headers: { 'cache-control': 'no-store' },
    },
    context,
  );
}
