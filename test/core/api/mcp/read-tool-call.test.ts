import { describe, expect, test } from 'vitest';
import { nameCall } from '../../../../core/api/mcp/read-tool-call.ts';

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
