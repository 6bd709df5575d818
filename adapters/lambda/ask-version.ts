/**
 * Invokes one version of a function as the gateway would. A URL reaches only the released version; this also reaches
 * one that is not released yet.
 */
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod/mini';
import type { CheckAnswer, CheckRequest } from '../../core/checks/customer-checks.ts';

const resultSchema = z.object({
  statusCode: z.number(),
  headers: z._default(z.record(z.string(), z.coerce.string()), {}),
  body: z._default(z.string(), ''),
});

/** A new permission takes time until it applies everywhere. */
const MAX_ATTEMPTS = 12;
const WAIT_MS = 5_000;

interface VersionToAsk {
  readonly client: Pick<LambdaClient, 'send'>;
  /** The function's name with its version. */
  readonly functionArn: string;
  readonly wait: (ms: number) => Promise<void>;
}

/** @throws {Error} when the version crashes or does not return a response */
export async function askVersion(
  { client, functionArn, wait }: VersionToAsk,
  request: CheckRequest,
): Promise<CheckAnswer> {
  const command = new InvokeCommand({
    FunctionName: functionArn,
    Payload: Buffer.from(JSON.stringify(gatewayEvent(request))),
  });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { FunctionError, Payload } = await client.send(command);
      if (FunctionError !== undefined) throw new FunctionCrashed(FunctionError);
      const { statusCode, headers, body } = resultSchema.parse(JSON.parse(Buffer.from(Payload ?? []).toString('utf8')));
      const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      return { status: statusCode, headers: Object.fromEntries(lowerCase) as Record<string, string>, body };
    } catch (error) {
      const isTooEarly = error instanceof Error && error.name === 'AccessDeniedException';
      if (!isTooEarly || attempt >= MAX_ATTEMPTS) throw error;
      await wait(WAIT_MS);
    }
  }
}

class FunctionCrashed extends Error {
  override readonly name = 'FunctionCrashed';
}

/**
 * Payload format 2.0, with the members that the functions read. The address is reserved for documentation (RFC 5737),
 * so it has its own rate window.
 */
function gatewayEvent({ method, path, headers, body }: CheckRequest) {
  const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: headers['user-agent'] ?? '' };
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers,
    requestContext: { http, requestId: 'deploy-check', routeKey: `${method} ${path}`, stage: '$default' },
    body,
    isBase64Encoded: false,
  };
}
