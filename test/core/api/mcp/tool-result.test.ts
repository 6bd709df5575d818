import { describe, expect, test } from 'vitest';
import { toolResult } from '../../../../core/api/mcp/tool-result.ts';
import { FREE_FIGURES, NO_SUCH_ITEM } from '../../../support/fixtures/tool-that.ts';

const CONTEXT = { requestId: 'req_1', settings: { docsBaseUrl: 'https://example.com/docs' } };

describe('the answer to a tools/call', () => {
  test('is a result even for a tool’s error, and repeats the wait as a header', () => {
    const error = { ...NO_SUCH_ITEM, retryAfterSeconds: 9 };
    expect(toolResult({ kind: 'failed', error, figures: FREE_FIGURES }, CONTEXT)).toMatchObject({
      ok: true,
      value: {
        headers: { 'retry-after': '9' },
        result: {
          text: '"content":[{"type":"text","text":"not_found: There is no such item."}],"isError":true',
          meta: { 'com.service/error': { doc_url: 'https://example.com/docs/errors#not_found', http_status: 404 } },
        },
      },
    });
  });

  test('is a refusal if a rule of the protocol refused the call', () => {
    const refusal = { kind: 'rate_limited', limit: 'account', retryAfterSeconds: 3 } as const;
    expect(toolResult({ kind: 'refused', refusal }, CONTEXT)).toEqual({ ok: false, reason: refusal });
  });
});
