/** Writes the result of a tool call as that of tools/call (docs/reference/http.md#results). */
import type { UsageFigures } from '../../billing/accounts/usage.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { HTTP_STATUSES, errorDocUrl, type ServiceError } from '../../errors.ts';
import type { ServiceSettings } from '../../service-settings.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { ToolCallResult } from '../tools/call-context.ts';
import { writeMembers } from '../tools/answers/written-answer.ts';
import { layOutAnswer } from './answer-layout.ts';
import type { RpcAnswer } from './request-context.ts';
import type { WrittenResult } from './written-result.ts';

export interface ToolResultContext {
  readonly requestId: string;
  readonly settings: Pick<ServiceSettings, 'docsBaseUrl'>;
}

/** Turns the result of a call into an answer; a tool's error is an answer too. */
export function toolResult(result: ToolCallResult, context: ToolResultContext): Result<RpcAnswer, Refusal> {
  switch (result.kind) {
    case 'answered':
      return succeed({ result: toolSuccess(result, context) });
    case 'failed': {
      const { error, figures } = result;
      const wait = error.retryAfterSeconds;
      const headers = wait === undefined ? {} : { 'retry-after': String(wait) };
      return succeed({ result: toolFailure(error, figures, context), headers });
    }
    case 'refused':
      return fail(result.refusal);
  }
}

/**
 * The text repeats the structured content in every version, because about half of the known clients pass on only the
 * text, and a fifth only the structure (docs/reference/http.md#results). The summary is first, for clients that cut the
 * answer.
 */
export function toolSuccess(
  { answer, written = writeMembers(answer.structured), tool, figures }: ToolCallResult & { readonly kind: 'answered' },
  { requestId }: ToolResultContext,
): WrittenResult {
  const { summary, text, json } = layOutAnswer(answer.summary, written, tool);
  return {
    text: `"content":[${textBlock(summary)},${textBlock(text)}],"structuredContent":${json}`,
    meta: { 'com.service/usage': figures, 'com.service/request_id': requestId },
  };
}

/**
 * An error has no structured content, because older official clients validate it against the output schema even then.
 */
function toolFailure(error: ServiceError, figures: UsageFigures, context: ToolResultContext): WrittenResult {
  const { code, message, field = null, retryAfterSeconds, upgradeUrl } = error;
  return {
    text: `"content":[${textBlock(`${code}: ${message}`)}],"isError":true`,
    meta: {
      'com.service/usage': figures,
      'com.service/request_id': context.requestId,
      'com.service/error': {
        code,
        message,
        field,
        doc_url: errorDocUrl(context.settings.docsBaseUrl, code),
        http_status: HTTP_STATUSES[code],
        ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
        ...(upgradeUrl === undefined ? {} : { upgrade_url: upgradeUrl }),
      },
    },
  };
}

function textBlock(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}
