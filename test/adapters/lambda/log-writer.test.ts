import { expect, onTestFinished, test, vi } from 'vitest';
import { LogWriter } from '../../../adapters/lambda/log-writer.ts';

/** Returns the line of an error that was logged with these fields. */
function logged(fields: Readonly<Record<string, unknown>>): unknown {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  new LogWriter({ serviceName: 'mcp' }).error('request failed', fields);
  const [[line]] = write.mock.calls as [[string]];
  expect(line.match(/\n/g)).toHaveLength(1);
  return JSON.parse(line);
}

test('an error is logged although it is its own cause, or has a BigInt', () => {
  const error = Object.assign(new Error('lost'), { amount: 3n });
  error.cause = new Error('within', { cause: error });
  expect(logged({ requestId: 'req_1', error })).toMatchObject({
    level: 'ERROR',
    requestId: 'req_1',
    error: { message: 'lost', amount: '3', cause: { message: 'within', cause: '[again]' } },
  });
});

test('a value that cannot be written leaves the line without fields', () => {
  const unwritable = {
    toJSON() {
      throw new Error('no');
    },
  };
  expect(logged({ requestId: 'req_1', unwritable })).toEqual({
    level: 'ERROR',
    message: 'request failed',
    timestamp: expect.any(String),
    service: 'mcp',
  });
});
