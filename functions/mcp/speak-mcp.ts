/** Serves the message of an admitted caller: accepts it, or dispatches it and writes the response. */
import { assistantName } from '../core/auth/assistant-name.ts';
import type { HttpResponse } from '../core/protocol/http-message.ts';
import { dispatch, rpcResponse } from '../core/protocol/dispatch.ts';
import { Refused } from '../adapters/lambda/refused.ts';
import type { AdmittedExchange } from './admit.ts';
import type { McpDependencies } from './dependencies.ts';

export function speakMcp(dependencies: McpDependencies) {
  return async ({ read, call, caller, ...exchange }: AdmittedExchange): Promise<HttpResponse> => {
    if (read === undefined || caller === undefined) throw new Error('Only an admitted request is served.');
    if (!read.message.ok) throw new Refused(read.message.reason);
    const message = read.message.value;
    if (message.kind === 'accepted') return { status: 202, headers: {}, body: '' };

    const { request, revision, clientInfo } = message;
    exchange.logFields['revision'] = revision;
    exchange.logFields['tool'] = call?.kind === 'named' ? call.tool.name : undefined;
    const answer = await dispatch(request, call, {
      caller,
      revision,
      requestId: exchange.requestId,
      nowMs: exchange.startedMs,
      services: dependencies.services,
      docsBaseUrl: dependencies.settings.docsBaseUrl,
      assistant: assistantName(clientInfo, exchange.http.headers['user-agent']),
      note: (note) => Object.assign(exchange.logFields, note),
    });
    if (!answer.ok) throw new Refused(answer.reason);
    return {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...answer.value.headers },
      body: rpcResponse(request.id, answer.value.result, revision),
    };
  };
}
