import { expect, test } from 'vitest';
import * as z from 'zod';
import { fail, succeed } from '../../../../core/result.ts';
import { defineTool, type ToolCall } from '../../../../core/api/tools/define-tool.ts';
import { started } from '../../../../core/started.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const DESCRIPTION = {
  name: 'double',
  title: 'Double',
  description: 'Doubles a number.',
  input: z.strictObject({ number: z.int() }),
  output: () => z.looseObject({ double: z.int() }),
  scope: 'items:read',
  changesData: false,
} as const;
const CALL = { ports: {} } as ToolCall;
const answerOf = (double: number) =>
  succeed({ structured: { double }, summary: String(double), billing: { kind: 'free' } as const });

test('a tool with only an answer expects nothing, and receives its arguments', async () => {
  const tool = defineTool({ ...DESCRIPTION, answer: async ({ number }) => answerOf(2 * number) });
  const prepared = valueOf(tool.prepare({ number: 4 }));
  expect(await prepared.expects(CALL.ports)).toBe('nothing');
  expect(valueOf(await prepared.answer(CALL)).structured).toEqual({ double: 8 });
});

test('the reads of a call start once, whichever step comes first, and fail in the step that waits for them', async () => {
  let reads = 0;
  const tool = defineTool({
    ...DESCRIPTION,
    begin: ({ number }) => {
      if (number < 0) return fail({ code: 'invalid_parameter', message: 'number: must be positive.' });
      return succeed(() => {
        reads += 1;
        const read = started(Promise.reject<number>(new Error('The store is away.')));
        return {
          expects: async () => ((await read) > 0 ? 'items' : 'nothing'),
          answer: async () => answerOf(await read),
        };
      });
    },
  });
  expect(tool.prepare({ number: -1 })).toMatchObject({ ok: false, reason: { code: 'invalid_parameter' } });
  const prepared = valueOf(tool.prepare({ number: 4 }));
  expect(reads).toBe(0);
  prepared.prefetch(CALL.ports);
  await new Promise(setImmediate);
  await expect(prepared.expects(CALL.ports)).rejects.toThrow('The store is away.');
  await expect(prepared.answer(CALL)).rejects.toThrow('The store is away.');
  expect(reads).toBe(1);
});

test('a tool cannot write in a call that is counted with its charge', async () => {
  const tool = defineTool({
    ...DESCRIPTION,
    begin: () =>
      succeed(() => ({
        answer: async (_call, counted) => {
          await counted();
          return answerOf(0);
        },
      })),
  });
  await expect(valueOf(tool.prepare({ number: 1 })).answer(CALL)).rejects.toThrow('changes nothing');
});
