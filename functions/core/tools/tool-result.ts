/** A tool's answer or error as the result of tools/call (wire-contract.md, "Results"). */
import type { UsageFigures } from '../billing/usage.ts';
import { ERROR_CATALOGUE, errorDocUrl, type ServiceError } from '../errors.ts';
import type { JsonObject } from '../protocol/json-rpc.ts';
import type { Revision } from '../protocol/revision.ts';
import type { ToolAnswer } from './define-tool.ts';

export interface ToolResultContext {
  readonly revision: Revision;
  readonly requestId: string;
  readonly docsBaseUrl: string;
}

export function toolSuccess(
  answer: ToolAnswer<unknown>,
  figures: UsageFigures,
  { revision, requestId }: ToolResultContext,
): JsonObject {
  const text = { type: 'text', text: answer.summary };
  return {
    content: knowsStructuredContent(revision) ? [text] : [text, jsonBlock(answer.structured)],
    structuredContent: answer.structured,
    _meta: { 'com.service/usage': figures, 'com.service/request_id': requestId },
  };
}

/** An error carries no structured content: older official clients hold it against the output schema even then. */
export function toolFailure(error: ServiceError, figures: UsageFigures, context: ToolResultContext): JsonObject {
  const { code, message, field = null, retryAfterSeconds, upgradeUrl } = error;
  return {
    content: [{ type: 'text', text: `${code}: ${message}` }],
    isError: true,
    _meta: {
      'com.service/usage': figures,
      'com.service/request_id': context.requestId,
      'com.service/error': {
        code,
        message,
        field,
        doc_url: errorDocUrl(context.docsBaseUrl, code),
        http_status: ERROR_CATALOGUE[code].httpStatus,
        ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
        ...(upgradeUrl === undefined ? {} : { upgrade_url: upgradeUrl }),
      },
    },
  };
}

/** 2025-03-26 knows no structured content: its clients get the same JSON as text. */
function knowsStructuredContent(revision: Revision): boolean {
  return revision !== '2025-03-26';
}

function jsonBlock(structured: unknown): JsonObject {
  return { type: 'text', text: JSON.stringify(structured) };
}
