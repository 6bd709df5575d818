/** Events as API Gateway makes them, for tests that call a function themselves. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The members of a gateway's event that a function reads; the body in base64, so that any bytes can be sent. */
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
