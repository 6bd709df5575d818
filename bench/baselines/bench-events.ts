/** The requests that every contender gets, as API Gateway passes them on. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export interface BenchEvents {
  readonly modernCall: APIGatewayProxyEventV2;
  readonly modernList: APIGatewayProxyEventV2;
  readonly legacyCall: APIGatewayProxyEventV2;
  /** The same look-up over the HTTP API. */
  readonly apiCall: APIGatewayProxyEventV2;
}

const MODERN = '2026-07-28';

/** @param part the arguments of lookup_part */
export function benchEvents(bearer: string, part: { manufacturer: string; part_number: string }): BenchEvents {
  const call = { name: 'lookup_part', arguments: part };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  };
  const modernHeaders = (method: string) => ({ 'mcp-protocol-version': MODERN, 'mcp-method': method });
  return {
    modernCall: event(
      bearer,
      'tools/call',
      { ...call, _meta: meta },
      {
        ...modernHeaders('tools/call'),
        'mcp-name': call.name,
      },
    ),
    modernList: event(bearer, 'tools/list', { _meta: meta }, modernHeaders('tools/list')),
    legacyCall: event(bearer, 'tools/call', call, { 'mcp-protocol-version': '2025-11-25' }),
    apiCall: apiEvent(
      bearer,
      new URLSearchParams({ manufacturer: part.manufacturer, mpn: part.part_number }).toString(),
    ),
  };
}

function apiEvent(bearer: string, query: string): APIGatewayProxyEventV2 {
  const path = '/v1/items/lookup';
  return {
    version: '2.0',
    routeKey: `GET ${path}`,
    rawPath: path,
    rawQueryString: query,
    headers: { authorization: bearer, host: 'mcp.bench.example', 'user-agent': 'bench' },
    requestContext: {
      http: { method: 'GET', path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'bench' },
    },
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
}

function event(
  bearer: string,
  method: string,
  params: object,
  headers: Readonly<Record<string, string>>,
): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    routeKey: 'POST /mcp',
    rawPath: '/mcp',
    rawQueryString: '',
    headers: {
      accept: 'application/json, text/event-stream',
      authorization: bearer,
      'content-type': 'application/json',
      host: 'mcp.bench.example',
      'user-agent': 'bench',
      ...headers,
    },
    requestContext: {
      http: { method: 'POST', path: '/mcp', protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'bench' },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
}
