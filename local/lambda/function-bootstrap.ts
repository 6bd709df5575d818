/**
 * Runs in each function's own process: loads the deployed bundle and passes it one event at a time, like Lambda's
 * runtime. Its arguments are the bundle's path and the handler's name; it exits when its parent process ends.
 */
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import { PAYLOAD_LIMIT_BYTES } from './function-messages.ts';
import type { FunctionReply, Invocation } from './function-messages.ts';

type Handler = (event: unknown, context: Context) => Promise<unknown>;

process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches every process of the terminal; the parent decides when this one exits.
process.on('SIGINT', () => undefined);

const [bundleFile = '', handlerName = ''] = process.argv.slice(2);
const handler = await loadHandler();
process.on('message', (invocation: Invocation) => void answer(invocation));
reply({ kind: 'ready' });

async function loadHandler(): Promise<Handler> {
  const bundle = (await import(pathToFileURL(bundleFile).href)) as Record<string, unknown>;
  const found = bundle[handlerName];
  if (typeof found !== 'function') throw new Error(`The bundle exports no function ${handlerName}.`);
  return found as Handler;
}

async function answer(invocation: Invocation): Promise<void> {
  const { requestId } = invocation;
  try {
    const result = await handler(JSON.parse(invocation.event), contextOf(invocation));
    const payload = JSON.stringify(result ?? null);
    if (Buffer.byteLength(payload) <= PAYLOAD_LIMIT_BYTES) return reply({ kind: 'result', requestId, payload });
    logError(requestId, new Error('The response exceeds the limit of 6 MB'));
    reply({ kind: 'failure', requestId, reason: 'response_too_large' });
  } catch (error) {
    logError(requestId, error);
    reply({ kind: 'failure', requestId, reason: 'threw' });
  }
}

function contextOf({ requestId, deadlineMs }: Invocation): Context {
  const functionName = process.env.AWS_LAMBDA_FUNCTION_NAME ?? '';
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${process.env.AWS_REGION}:000000000000:function:${functionName}`,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? '',
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
    done: refuseCallbacks,
    fail: refuseCallbacks,
    succeed: refuseCallbacks,
  };
}

function refuseCallbacks(): never {
  throw new Error('Node 24 on Lambda has no callbacks: return a promise.');
}

function logError(requestId: string, error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const line = { level: 'ERROR', message: `${name}: ${message}`, requestId, stack };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

function reply(message: FunctionReply): void {
  process.send?.(message);
}
