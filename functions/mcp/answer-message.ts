/** Answers the message of an authenticated caller: has its call or its method answered, and writes the response. */
import type { AuthenticatedRequest } from '../../adapters/lambda-http/authenticate.ts';
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import type { LogFields } from '../../adapters/lambda-http/log-fields.ts';
import { programName, assistantName } from '../../core/access/assistants/assistant-name.ts';
import { introducedName } from '../../core/access/assistants/introduced-name.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { answerMethod } from '../../core/api/mcp/answer-method.ts';
import type { RequestContext } from '../../core/api/mcp/request-context.ts';
import { toolResult } from '../../core/api/mcp/tool-result.ts';
import { writeResponse } from '../../core/api/mcp/written-result.ts';
import type { ClassifiedMessage } from '../../core/api/mcp-message/classify-message.ts';
import type { Refusal } from '../../core/api/refusals/refusal.ts';
import type { RpcRequest } from '../../core/api/mcp-message/json-rpc.ts';
import { isJsonObject, ownValue } from '../../core/json.ts';
import { RequestTicket } from '../../core/billing/rate-limit/request-ticket.ts';
import { succeed, type Result } from '../../core/result.ts';
import { loggedText } from '../../core/api/refusals/refusal-figures.ts';
import { argumentShape } from '../../core/api/tools/argument-shape.ts';
import { callTool } from '../../core/api/tools/call-tool.ts';
import type { NamedCall } from '../../core/api/tools/define-tool.ts';
import type { ToolDependencies } from '../../adapters/lambda-http/tool-dependencies.ts';

const METHOD_CHARACTERS = 40;

export async function answerMessage(
  message: ClassifiedMessage,
  { caller, read: call }: AuthenticatedRequest<NamedCall | undefined>,
  { requestId, startedMs, http, logFields }: Exchange,
  { ports, settings }: ToolDependencies,
): Promise<Result<HttpResponse, Refusal>> {
  if (message.kind === 'accepted') return succeed({ status: 202, headers: {}, body: '' });

  const { request, protocolVersion, clientInfo } = message;
  logFields.mcpVersion = protocolVersion;
  noteCall(request, call, logFields);
  const userAgentName = programName(http.headers['user-agent']);
  const nameIntroduced =
    clientInfo === undefined ? introducedName(caller.client.introduction, userAgentName, startedMs) : undefined;
  const context: RequestContext = {
    caller,
    protocolVersion,
    requestId,
    nowMs: startedMs,
    ports,
    ticket: new RequestTicket(ports, caller, startedMs),
    settings,
    assistantName: nameIntroduced ?? assistantName(clientInfo, http.headers['user-agent']),
    userAgentName,
    note: ({ why, ...note }) =>
      Object.assign(logFields, note, why === undefined ? {} : { why: { ...logFields.why, ...why } }),
  };
  const answer =
    call === undefined ? await answerMethod(request, context) : toolResult(await callTool(call, context), context);
  if (!answer.ok) return answer;
  return succeed({
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...answer.value.headers },
    body: writeResponse(request.id, answer.value.result, { protocolVersion, settings }),
  });
}

/** Logs the method and the tool. An unknown method is cut, because it is the client's text. */
function noteCall({ method, params }: RpcRequest, call: NamedCall | undefined, logFields: LogFields): void {
  if (call === undefined) {
    logFields.rpcMethod = loggedText(method.slice(0, METHOD_CHARACTERS));
    return;
  }
  if (call.kind === 'no_tool') return;
  logFields.tool = call.tool.name;
  const given = ownValue(params, 'arguments');
  if (isJsonObject(given)) logFields.asked = argumentShape(call.tool.input, given);
}
