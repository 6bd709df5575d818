import { describe, expect, test } from 'vitest';
import { toRpcAnswer, nameCall } from '../../../../core/api/mcp/tools-call.ts';
import { FREE_FIGURES, NO_SUCH_ITEM } from '../../../support/fixtures/tool-that.ts';

const CONTEXT = { requestId: 'req_1', settings: { docsBaseUrl: 'https://example.com/docs' } };

/** Returns what the refusal of a tools/call says. */
function refusalOf(params: object): unknown {
  const call = nameCall(params as Parameters<typeof nameCall>[0]);
  return call.kind === 'no_tool' ? call.refusal : call.prepared;
}
const refused = (problem: string, field: string) => ({
  kind: 'protocol_error',
  error: { kind: 'invalid_params', problem, field },
});

describe('the name in a tools/call', () => {
  test.each<[string, string]>([
    ['LookupPart', 'lookup_part'],
    ['lookup-parts', 'lookup_parts'],
    ['get_usge', 'get_usage'],
    ['get_items', 'get_item'],
    ['serch_items', 'search_items'],
  ])('of no tool, but near one, is answered with the tool that was meant: %s', (given, meant) => {
    const problem = `There is no tool of this name; tools/list names them. Did you mean ${meant}?`;
    expect(refusalOf({ name: given })).toEqual(refused(problem, 'name'));
  });

  test.each(['delete_items', 'x'.repeat(10_000)])('near no tool is answered without a guess: %.20s', (name) => {
    expect(refusalOf({ name })).toEqual(refused('There is no tool of this name; tools/list names them.', 'name'));
  });

  test('is required, as text of the message itself', () => {
    const problem = 'tools/call needs the name of a tool.';
    expect(refusalOf({})).toEqual(refused(problem, 'name'));
    expect(refusalOf({ name: 5 })).toEqual(refused(problem, 'name'));
    expect(refusalOf(Object.create({ name: 'get_usage' }) as object)).toEqual(refused(problem, 'name'));
  });
});

describe('the arguments of a tools/call', () => {
  test.each([{}, { arguments: null }, { arguments: [] }, { arguments: {} }])('may be absent: %j', (given) => {
    expect(nameCall({ name: 'get_usage', ...given })).toMatchObject({ kind: 'named', prepared: { ok: true } });
  });

  test.each([{ arguments: 'none' }, { arguments: [1] }, { arguments: 7 }])('must be an object: %j', (given) => {
    expect(refusalOf({ name: 'get_usage', ...given })).toEqual({
      ok: false,
      reason: { kind: 'refusal', refusal: refused('`arguments` must be an object.', 'arguments') },
    });
  });
});

describe('the answer to a tools/call', () => {
  test('is a result even for a tool’s error, and repeats the wait as a header', () => {
    const error = { ...NO_SUCH_ITEM, retryAfterSeconds: 9 };
    expect(toRpcAnswer({ kind: 'failed', error, figures: FREE_FIGURES }, CONTEXT)).toMatchObject({
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
    expect(toRpcAnswer({ kind: 'refused', refusal }, CONTEXT)).toEqual({ ok: false, reason: refusal });
  });
});
