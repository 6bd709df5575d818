/** Wraps a handler of web requests as a Lambda function behind an HTTP API, which frameworks for web requests need. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { BASE_URL } from './bench-fixture.ts';

export function fetchLambda(serve: (request: Request) => Promise<Response>) {
  return async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const { method } = event.requestContext.http;
    const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
    const headers = Object.entries(event.headers).map(([name, value]): [string, string] => [name, value ?? '']);
    const request = new Request(`${BASE_URL}${event.rawPath}`, { method, headers, body });
    const response = await serve(request);
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}
