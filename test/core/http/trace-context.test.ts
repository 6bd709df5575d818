import { expect, test } from 'vitest';
import { readTraceparent, traceparentOf } from '../../../core/http/trace-context.ts';

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('a valid traceparent is used unchanged', () => {
  expect(readTraceparent(TRACE)).toBe(TRACE);
  expect(traceparentOf({ _meta: { traceparent: TRACE } })).toBe(TRACE);
});

test.each([
  ['another text', 'hello'],
  ['capitals', TRACE.toUpperCase()],
  ['a trace of zeros', TRACE.replace(/-0af.*?-/, `-${'0'.repeat(32)}-`)],
  ['a forbidden version', TRACE.replace(/^00/, 'ff')],
  ['a second line', `${TRACE}\n{"level":"ERROR"}`],
  ['no text', 7],
])('%s is not a valid traceparent', (_name, value) => {
  expect(readTraceparent(value)).toBeUndefined();
});
