/** Serves the message of an authenticated caller: accepts it, or dispatches it and writes the response. */
import type { Exchange } from '../adapters/lambda/exchange.ts';
import { agentName, assistantName } from '../core/assistants/assistant-name.ts';
import { introducedName } from '../core/assistants/introduced-name.ts';
import type { HttpResponse } from '../core/http/http-message.ts';
import { dispatch, rpcResponse } from '../core/protocol/methods/dispatch.ts';
import type { Refusal } from '../core/protocol/refusal.ts';
import { succeed, type Result } from '../core/result.ts';
import type { AuthenticatedRequest } from './authenticate.ts';
import type { McpDependencies } from './dependencies.ts';

export async function handleMessage(
  { caller, message, call }: AuthenticatedRequest,
  { requestId, startedMs, http, logFields }: Exchange,
  { services, settings }: McpDependencies,
): Promise<Result<HttpResponse, Refusal>> {
  logFields.account = caller.account.accountId;
  logFields.client = caller.client.clientId;
  if (!message.ok) return message;
  if (message.value.kind === 'accepted') return succeed({ status: 202, headers: {}, body: '' });

  const { request, protocolVersion, clientInfo } = message.value;
  logFields.revision = protocolVersion;
  if (call !== undefined && call.kind !== 'no_tool') logFields.tool = call.tool.name;
  const agent = agentName(http.headers['user-agent']);
  const introduced =
    clientInfo === undefined ? introducedName(caller.client.introduction, agent, startedMs) : undefined;
  const answer = await dispatch(request, call, {
    caller,
    protocolVersion,
    requestId,
    nowMs: startedMs,
    services,
    docsBaseUrl: settings.docsBaseUrl,
    assistant: introduced ?? assistantName(clientInfo, http.headers['user-agent']),
    agent,
    note: (note) => Object.assign(logFields, note),
  });
  if (!answer.ok) return answer;
  return succeed({
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...answer.value.headers },
    body: rpcResponse(request.id, answer.value.result, protocolVersion),
  });
}
