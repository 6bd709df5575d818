/**
 * The HTTP API's function and the MCP function on the same tables, clock and log, so that a test sees their shared
 * state from both sides.
 */
import { createDiscoveryHandler } from '../../../functions/discovery/create-discovery-handler.ts';
import { createV1Handler } from '../../../functions/v1/create-v1-handler.ts';
import { API_ROUTES, findApiPath } from '../../../core/api/http-api/api-routes.ts';
import { callHandler, type HandlerAnswer, type SentRequest } from './gateway.ts';
import { SETTINGS, startMcpService, type McpService } from './mcp-service.ts';

export interface ApiService extends McpService {
  /** Routes a request as the gateway does: to the HTTP API if it has a route, otherwise to the discovery function. */
  api(request: SentRequest): Promise<HandlerAnswer>;
  get(pathAndQuery: string, credential?: string, headers?: Readonly<Record<string, string>>): Promise<HandlerAnswer>;
  post(
    path: string,
    body: unknown,
    credential?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<HandlerAnswer>;
}

export async function startApiService(overrides: Parameters<typeof startMcpService>[0] = {}): Promise<ApiService> {
  const service = await startMcpService(overrides);
  const v1 = createV1Handler(service.dependencies);
  const { clock, log } = service.dependencies;
  const discovery = createDiscoveryHandler({ clock, log, settings: { ...SETTINGS, signIn: false } });
  const api = (request: SentRequest) => {
    const route = findApiPath(request.path)?.byMethod.get(request.method ?? 'GET');
    const isRouted = route !== undefined && API_ROUTES.includes(route);
    return callHandler(isRouted ? v1 : discovery, request);
  };
  return {
    ...service,
    api,
    get: (pathAndQuery, credential, headers) => {
      const [path = '', query = ''] = pathAndQuery.split('?', 2);
      return api({ path, query, headers: { ...bearer(credential), ...headers } });
    },
    post: (path, body, credential, headers) =>
      api({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...bearer(credential), ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
  };
}

function bearer(credential: string | undefined): Readonly<Record<string, string>> {
  return credential === undefined ? {} : { authorization: `Bearer ${credential}` };
}
