/** Handles MCP requests: reads, authenticates and answers the requests to one path, which may end in a slash. */
import { createHttpHandler } from '../../adapters/lambda-http/create-http-handler.ts';
import { authenticate } from '../../adapters/lambda-http/authenticate.ts';
import type { Exchange, Route } from '../../adapters/lambda-http/exchange.ts';
import { MCP_PATH, MCP_PATHS } from '../../core/access/auth/access-token.ts';
import type { Caller } from '../../core/billing/accounts/caller.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import type { ClassifiedMessage } from '../../core/api/mcp-message/classify-message.ts';
import { readRequestOnce } from '../../core/api/mcp/read-request.ts';
import { readToolCall } from '../../core/api/mcp/read-tool-call.ts';
import type { NamedCall } from '../../core/api/tools/define-tool.ts';
import { SERVER_CARD_PATH } from '../../core/api/front-door/server-card.ts';
import { rpcErrors } from '../../core/api/mcp/rpc-errors.ts';
import { answerPlainly } from '../../core/api/refusals/error-response.ts';
import { HttpRefusal, refuse } from '../../core/api/refusals/http-refusal.ts';
import type { Refusal } from '../../core/api/refusals/refusal.ts';
import { refusalFigures } from '../../core/api/refusals/refusal-figures.ts';
import type { ToolDependencies } from '../../adapters/lambda-http/tool-dependencies.ts';
import { traceparentOf } from '../../core/http/trace-context.ts';
import { answerMessage } from './answer-message.ts';

/** The gateway also sends every POST below this path here. */
const ELSEWHERE: Route = {
  allow: 'POST',
  origin: 'cors',
  errors: answerPlainly,
  handle: async () => refuse('not_found', `There is no such endpoint. The MCP server is at ${MCP_PATH}.`),
};

/** The discovery function serves its other methods. */
const SERVER_CARD: Route = { ...ELSEWHERE, methods: ['GET', 'HEAD'], allow: 'GET, HEAD' };

export function createMcpHandler(dependencies: ToolDependencies) {
  const route: Route = {
    methods: ['POST'],
    allow: 'POST',
    origin: 'cors',
    window: 'programs',
    awaitsAddress: true,
    refusesCoding: true,
    errors: rpcErrors,
    handle: (exchange) => answer(exchange, dependencies),
  };
  return createHttpHandler(dependencies, (path) => {
    if (MCP_PATHS.has(path)) return route;
    return path === SERVER_CARD_PATH ? SERVER_CARD : ELSEWHERE;
  });
}

async function answer(exchange: Exchange, dependencies: ToolDependencies): Promise<HttpResponse> {
  const { message } = readRequestOnce(exchange.http);
  const classified = message.ok ? message.value : undefined;
  noteTrace(classified, exchange);
  // An unreadable message is refused only after its caller is known, as every message is.
  const reader = { read: () => classified && readToolCall(classified), callOf: (call: NamedCall | undefined) => call };
  const request = await authenticate(exchange, reader, dependencies);
  if (!request.ok) throw new HttpRefusal(request.reason);
  noteCaller(request.value.caller, exchange);
  const response = message.ok ? await answerMessage(message.value, request.value, exchange, dependencies) : message;
  if (response.ok) return response.value;
  noteFigures(response.reason, request.value.caller, exchange, dependencies);
  throw new HttpRefusal(response.reason);
}

/** Logs the trace id from a request's `_meta`, if there is one, instead of that from the header. */
function noteTrace(message: ClassifiedMessage | undefined, { logFields }: Exchange): void {
  if (message?.kind !== 'request') return;
  const traceparent = traceparentOf(message.request.params);
  if (traceparent !== undefined) logFields.traceparent = traceparent;
}

function noteCaller({ account, client }: Caller, { logFields }: Exchange): void {
  logFields.account = account.accountId;
  logFields.client = client.clientId;
}

/** Adds the refusal's figures to the log; the pipeline cannot, because it does not know the caller. */
function noteFigures(
  reason: Refusal,
  caller: Caller,
  { logFields }: Exchange,
  { addressLimitPerMinute }: ToolDependencies,
): void {
  logFields.why = { ...refusalFigures(reason, { addressLimitPerMinute, caller }), ...logFields.why };
}
