/** The routes of the discovery function. The documents are created once, because they are the same for everybody. */
import type { Route } from '../../adapters/lambda-http/exchange.ts';
import { answerDocument, publicDocumentRoute } from '../../adapters/lambda-http/public-document.ts';
import { MCP_PATH, MCP_PATHS } from '../../core/access/auth/access-token.ts';
import { PROTECTED_RESOURCE_METADATA_PATH } from '../../core/access/auth/challenge.ts';
import {
  AUTHORIZATION_SERVER_METADATA_PATH,
  AUTHORIZE_PATH,
  authorizationServerMetadata,
  protectedResourceMetadata,
  REGISTER_PATH,
  REVOKE_PATH,
  TOKEN_PATH,
} from '../../core/access/auth/discovery-documents.ts';
import { envelopeErrors, pageForBrowser } from '../../adapters/pages/error-page.tsx';
import { movedPermanently, pageMeantBy } from '../../core/dashboard/views/page-address.ts';
import { apiErrors } from '../../core/api/http-api/api-errors.ts';
import { API_PAGE_PATH, API_ROUTES, apiPathRules, findApiPath } from '../../core/api/http-api/api-routes.ts';
import { domainProofs } from '../../core/api/front-door/domain-proofs.ts';
import { publicDocuments } from '../../core/api/front-door/public-documents.ts';
import { rpcErrors } from '../../core/api/mcp/rpc-errors.ts';
import { answerPlainly } from '../../core/api/refusals/error-response.ts';
import { HttpRefusal } from '../../core/api/refusals/http-refusal.ts';
import { NEVER_STORED, oauthErrors } from '../../core/api/refusals/oauth-errors.ts';
import type { DiscoverySettings } from './dependencies.ts';

const ENVELOPE = { origin: 'cors', errors: envelopeErrors } as const;

/** Returns the route of each path, including unknown ones. */
export function discoveryRoutes(settings: DiscoverySettings): (path: string) => Route {
  const resource = documentRoute(protectedResourceMetadata(settings));
  const routes = new Map<string, Route>([
    ['/.well-known/oauth-protected-resource', resource],
    [PROTECTED_RESOURCE_METADATA_PATH, resource],
    [AUTHORIZATION_SERVER_METADATA_PATH, documentRoute(authorizationServerMetadata(settings))],
    [AUTHORIZE_PATH, { ...ENVELOPE, allow: 'GET, HEAD', handle: refuseSignIn(settings) }],
    // The draft of server cards requires that pages of any origin may read them (SEP-2127, "CORS Requirements").
    ...[...publicDocuments(settings)].map(
      ([path, { type, text }]) => [path, publicDocumentRoute(type, text, envelopeErrors)] as const,
    ),
    ...proofRoutes(settings),
    ...postedRoutes(settings),
  ]);
  const elsewhere: Route = { ...ENVELOPE, allow: 'GET, HEAD', handle: leadToPage(settings) };
  return (path) => routes.get(path) ?? otherMethodsOfApi(path, settings) ?? elsewhere;
}

/** Without a proof in the settings, its path is as unknown as any other. */
function proofRoutes({ proofs }: DiscoverySettings): readonly (readonly [string, Route])[] {
  return [...domainProofs(proofs)].map(([path, proof]) => [
    path,
    publicDocumentRoute('text/plain; charset=utf-8', () => proof, envelopeErrors),
  ]);
}

const READ = { methods: ['GET', 'HEAD'], allow: 'GET, HEAD', errors: envelopeErrors } as const;

function documentRoute(metadata: object): Route {
  const document = JSON.stringify(metadata);
  return { ...READ, origin: 'cors', handle: async ({ http }) => answerDocument(document, http.method) };
}

/**
 * The gateway sends POST to other functions and all other methods here, so that a flood of them does not reach those
 * functions.
 */
function postedRoutes(settings: DiscoverySettings): readonly (readonly [string, Route])[] {
  const posted = { methods: ['POST'], allow: 'POST', origin: 'cors', handle: answerUnknown(settings) } as const;
  const oauth: Route = { ...posted, errors: oauthErrors, preflightHeaders: NEVER_STORED };
  const ofSignIn = [[REVOKE_PATH, oauth] as const, [REGISTER_PATH, { ...posted, errors: envelopeErrors }] as const];
  const mcp: Route = { ...posted, errors: rpcErrors };
  const ofMcp = [...MCP_PATHS].map((path) => [path, mcp] as const);
  return [...ofMcp, [TOKEN_PATH, oauth], ...(settings.signIn ? ofSignIn : [])];
}

/** The gateway sends the methods of the HTTP API to its function, and all other methods here. */
function otherMethodsOfApi(path: string, settings: DiscoverySettings): Route | undefined {
  const found = findApiPath(path);
  return found === undefined ? undefined : { ...apiPathRules(found, apiErrors()), handle: answerUnknown(settings) };
}

function leadToPage(settings: DiscoverySettings): Route['handle'] {
  const unknown = answerUnknown(settings);
  return async (exchange) => {
    const { method, path } = exchange.http;
    const meant = method === 'GET' || method === 'HEAD' ? pageMeantBy(path) : undefined;
    return meant === undefined ? unknown(exchange) : movedPermanently(meant);
  };
}

/** Answers with the envelope on every path, including a POST that the gateway sent here. */
function answerUnknown(settings: DiscoverySettings): Route['handle'] {
  return async ({ http, requestId, logFields }) => {
    const error = { code: 'not_found', message: `There is no such endpoint. ${whereToGo(http.path)}` } as const;
    logFields.outcome = error.code;
    const context = { settings, requestId };
    return pageForBrowser(answerPlainly({ error }, context), error, http, context);
  };
}

/** Names the page of the HTTP API for its paths, with the right path where only a slash at the end differs. */
function whereToGo(path: string): string {
  if (!path.startsWith('/v1/') || path.startsWith('/v1/oauth/')) return `The MCP server is at ${MCP_PATH}.`;
  const withoutSlash = path.replace(/\/$/, '');
  const meant = withoutSlash !== path && findApiPath(withoutSlash) !== undefined;
  // The path may be text of anyone, so that only paths of the API without variables are repeated.
  const known = meant && API_ROUTES.some((route) => route.endsWith(` ${withoutSlash}`));
  const hint = known ? `Did you mean ${withoutSlash}? ` : meant ? 'Leave out the slash at the end. ' : '';
  return `${hint}${API_PAGE_PATH} lists the endpoints of the HTTP API.`;
}

/**
 * Exists because official clients refuse metadata without this endpoint. No response type is supported (RFC 6749
 * section 4.1.2.1).
 */
function refuseSignIn(settings: DiscoverySettings): Route['handle'] {
  const message = 'Sign-in is not switched on yet. Use a client id and secret with POST /v1/oauth/token.';
  return async ({ http: { method }, requestId }) => {
    if (method !== 'GET' && method !== 'POST') {
      throw new HttpRefusal({ kind: 'method_not_allowed', allow: 'GET, POST' });
    }
    return answerPlainly(
      {
        error: { code: 'bad_request', message },
        oauthError: 'unsupported_response_type',
        headers: { 'cache-control': 'no-store' },
      },
      { settings, requestId },
    );
  };
}
