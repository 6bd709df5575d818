import { describe, expect, test } from 'vitest';
import { readRunOptions, USAGE } from '../../local/run-options.ts';

describe('the options of npm start', () => {
  test('are a run on port 3000 with a line for each call, if none is given', () => {
    const none = { fresh: false, month: false, quiet: false, help: false, port: 3000, signIn: false };
    expect(readRunOptions([], {})).toEqual({ ...none, ipLimitPerMinute: undefined });
  });

  test('take the port from the flag before the variable', () => {
    expect(readRunOptions(['--port', '3100'], { PORT: '3200' }).port).toBe(3100);
    expect(readRunOptions([], { PORT: '3200' }).port).toBe(3200);
    expect(readRunOptions(['--port=0', '--month', '--quiet', '--fresh'], {})).toMatchObject({
      port: 0,
      month: true,
      quiet: true,
      fresh: true,
    });
  });

  test.each([
    [['--port', '70000'], '--port must be a whole number from 0 to 65535, not "70000".'],
    [['--port'], 'npm start does not understand: --port'],
    [['--colour'], 'npm start does not understand: --colour'],
  ])('%j is refused', (args, message) => {
    expect(() => readRunOptions(args, {})).toThrow(message);
  });

  test('are listed in lines of at most 80 columns', () => {
    expect(USAGE.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});
