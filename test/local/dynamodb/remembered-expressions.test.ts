/**
 * Compares cached trees with dynalite's parsers: trees, refusals and unused names are the same, in any order of
 * requests.
 */
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { memoizeParse, type Parse, type ParseContext } from '../../../local/dynamodb/remembered-expressions.ts';
import { cases } from '../../support/cases.ts';

/** The parser as packaged; the engine's own is changed when it is loaded. */
function untouchedParser(name: string): Parse {
  const require = createRequire(import.meta.url);
  const file = require.resolve(`dynalite/db/${name}.js`);
  const changed = require.cache[file];
  delete require.cache[file];
  const { parse } = require(file) as { parse: Parse };
  if (changed === undefined) delete require.cache[file];
  else require.cache[file] = changed;
  return parse;
}

interface Request {
  readonly text: string;
  readonly attrNames: Record<string, string>;
  readonly attrVals: Record<string, object>;
}

/** The request as the validators pass it on: with new objects each time. */
function outcomeOf(parse: Parse, { text, attrNames, attrVals }: Request): unknown {
  const allOf = (of: object) => Object.fromEntries(Object.keys(of).map((name) => [name, true as const]));
  const context: ParseContext & Record<string, unknown> = {
    ...structuredClone({ attrNames, attrVals }),
    unusedAttrNames: allOf(attrNames),
    unusedAttrVals: allOf(attrVals),
    isReserved: (name: string) => name.toLowerCase() === 'status',
    compare: (_: string, a: { N?: string }, b: { N?: string }) => Number(a.N) > Number(b.N),
  };
  try {
    return { tree: parse(text, { context }), context: withoutFunctions(context) };
  } catch (error) {
    return { thrown: (error as Error).message };
  }
}

function withoutFunctions(context: object): unknown {
  return JSON.parse(JSON.stringify(context));
}

const path = fc.constantFrom('#a', '#b', 'c', 'd', 'status', '#a.#b', 'c[1].#a', '#b.c', '#missing');
const value = fc.constantFrom(':v', ':w', ':v', ':w', ':missing');
const operand = fc.oneof(
  path,
  value,
  fc.tuple(path).map(([of]) => `size(${of})`),
);
const comparison = fc.oneof(
  fc.tuple(operand, fc.constantFrom('=', '<>', '<', '>='), operand).map((all) => all.join(' ')),
  fc.tuple(operand, value, value).map(([of, low, high]) => `${of} BETWEEN ${low} AND ${high}`),
  fc.tuple(path, value).map(([of, type]) => `attribute_type(${of}, ${type})`),
  fc.tuple(path, value).map(([of, begin]) => `begins_with(${of}, ${begin})`),
  path.map((of) => `attribute_not_exists(${of})`),
  fc.tuple(operand, value, operand).map(([of, ...others]) => `${of} IN (${others.join(', ')})`),
);
const condition = fc
  .tuple(comparison, fc.constantFrom(' AND ', ' OR ', ' AND NOT ', ') OR ('), comparison)
  .map(([left, joint, right]) => (joint.startsWith(')') ? `(${left}${joint}${right})` : left + joint + right));
const assignment = fc.oneof(
  fc.tuple(path, value).map(([of, to]) => `SET ${of} = ${to}`),
  fc.tuple(path, path, value).map(([of, or, to]) => `SET ${of} = if_not_exists(${or}, ${to}) + ${to}`),
  fc.tuple(path, path).map(([of, other]) => `REMOVE ${of}, ${other}`),
  fc.tuple(path, value).map(([of, by]) => `ADD ${of} ${by}`),
  fc.tuple(path, value).map(([of, by]) => `DELETE ${of} ${by}`),
);
const update = fc.array(assignment, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const projection = fc.array(path, { minLength: 1, maxLength: 3 }).map((all) => all.join(', '));

const name = fc.constantFrom('c', 'd', 'status', 'x-y', '#a', '', '\u0000#a');
const attributeValue = fc.constantFrom<object>(
  { S: 'N' },
  { N: '1' },
  { N: '2' },
  { SS: ['a'] },
  { L: [{ S: 'a' }] },
  { BOOL: false },
  { M: { S: { S: 'a' } } },
);

describe.each([
  ['conditionParser', condition],
  ['updateParser', update],
  ['projectionParser', projection],
] as const)('the cached parse of %s', (parser, texts) => {
  const request = fc.record({
    text: texts,
    attrNames: fc.record({ '#a': name, '#b': name }),
    attrVals: fc.record({ ':v': attributeValue, ':w': attributeValue }),
  });
  /** The same few texts with other names and values. */
  const requests = fc
    .tuple(fc.array(request, { minLength: 2, maxLength: 12 }), fc.nat(3))
    .map(([all, few]) => all.map((each, at) => ({ ...each, text: all[at % (few + 1)]?.text ?? '' })));

  test('returns the trees, refusals and unused names of the parser itself', () => {
    const parse = untouchedParser(parser);
    fc.assert(
      fc.property(requests, (all) => {
        const remembered = memoizeParse(parse);
        for (const each of all) expect(outcomeOf(remembered, each)).toStrictEqual(outcomeOf(parse, each));
      }),
      { numRuns: cases(100) },
    );
  });
});

describe('a repeated expression', () => {
  test('is not parsed again with other names and values, and its tree is independent of the previous request', () => {
    const parse = vi.fn(untouchedParser('updateParser'));
    const remembered = memoizeParse(parse);
    const text = 'SET #a = :v, c = if_not_exists(#b, :w)';
    const first = { text, attrNames: { '#a': 'one', '#b': 'two' }, attrVals: { ':v': { S: 'x' }, ':w': { N: '1' } } };
    const second = {
      text,
      attrNames: { '#a': 'other', '#b': 'one' },
      attrVals: { ':v': { S: 'y' }, ':w': { N: '2' } },
    };
    outcomeOf(remembered, first);
    expect(JSON.stringify(outcomeOf(remembered, second))).toContain('"path":["other"],"val":{"S":"y"}');
    expect(parse).toHaveBeenCalledTimes(1);
  });

  test('gets its own two values even if the previous request had one object under both names', () => {
    const remembered = memoizeParse(untouchedParser('updateParser'));
    const text = 'SET c = :v, d = :w';
    const same = { S: 'same' };
    outcomeOf(remembered, { text, attrNames: {}, attrVals: { ':v': same, ':w': same } });
    const apart = { text, attrNames: {}, attrVals: { ':v': { S: 'first' }, ':w': { S: 'second' } } };
    expect(outcomeOf(remembered, apart)).toStrictEqual(outcomeOf(untouchedParser('updateParser'), apart));
  });

  test.each([
    ['c BETWEEN :v AND :w', { ':v': { N: '1' }, ':w': { N: '2' } }, { ':v': { N: '2' }, ':w': { N: '1' } }],
    ['attribute_type(c, :v)', { ':v': { S: 'N' } }, { ':v': { S: 'none' } }],
  ])('is validated again if the result depends on its values: %s', (text, good, bad) => {
    const remembered = memoizeParse(untouchedParser('conditionParser'));
    outcomeOf(remembered, { text, attrNames: {}, attrVals: good });
    expect(outcomeOf(remembered, { text, attrNames: {}, attrVals: bad })).toMatchObject({ tree: expect.any(String) });
  });
});
