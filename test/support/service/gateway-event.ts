/** Makes events like API Gateway's, for tests that call a function directly. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * Returns the members of a gateway event that a function reads. The body is in base64, so that any bytes can be sent.
 */
export function gatewayEvent(request: {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    rawPath: '/mcp',
    headers: request.headers,
    body: Buffer.from(request.body).toString('base64'),
    isBase64Encoded: true,
    requestContext: { http: { method: request.method, path: '/mcp', sourceIp: '127.0.0.1' } },
  } as unknown as APIGatewayProxyEventV2;
}
