/** A tool's answer or error as the result of tools/call (docs/wire.md 5). */
import type { UsageFigures } from '../accounts/usage.ts';
import { ERROR_CODES, errorDocUrl, type ServiceError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { ToolAnswer } from '../tools/define-tool.ts';

export interface ToolResultContext {
  readonly requestId: string;
  readonly docsBaseUrl: string;
}

/** Some assistants cut an answer at 8,000 characters, others at 15, 30 or 53 kB. */
const LONG_ANSWER_BYTES = 25_000;

/**
 * The text holds all that the structure holds, in every revision: about half of the known clients hand on only the one, a fifth only the other
 * (docs/wire.md 5). The summary stands first, for clients that cut.
 * @param less how to ask this tool for a shorter answer
 */
export function toolSuccess(
  { structured, summary }: Pick<ToolAnswer<unknown>, 'structured' | 'summary'>,
  less: string | undefined,
  figures: UsageFigures,
  { requestId }: ToolResultContext,
): JsonObject {
  const json = JSON.stringify(structured);
  return {
    content: [textBlock(summary + adviceOnLength(json, less)), textBlock(json)],
    structuredContent: structured,
    _meta: { 'com.service/usage': figures, 'com.service/request_id': requestId },
  };
}

/** An error carries no structured content: older official clients hold it against the output schema even then. */
export function toolFailure(error: ServiceError, figures: UsageFigures, context: ToolResultContext): JsonObject {
  const { code, message, field = null, retryAfterSeconds, upgradeUrl } = error;
  return {
    content: [textBlock(`${code}: ${message}`)],
    isError: true,
    _meta: {
      'com.service/usage': figures,
      'com.service/request_id': context.requestId,
      'com.service/error': {
        code,
        message,
        field,
        doc_url: errorDocUrl(context.docsBaseUrl, code),
        http_status: ERROR_CODES[code].httpStatus,
        ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
        ...(upgradeUrl === undefined ? {} : { upgrade_url: upgradeUrl }),
      },
    },
  };
}

function adviceOnLength(json: string, less: string | undefined): string {
  const bytes = Buffer.byteLength(json);
  if (bytes <= LONG_ANSWER_BYTES || less === undefined) return '';
  return ` The answer is ${Math.round(bytes / 1000)} kB long; to get less, ${less}.`;
}

function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}
