import { describe, expect, test } from 'vitest';
import { loadOnce } from '../../core/load-once.ts';

describe('a value that is loaded when it is first needed', () => {
  test('is loaded once, also for calls at the same time', async () => {
    let loads = 0;
    const load = loadOnce(async () => {
      loads += 1;
      return loads;
    });
    expect(loads).toBe(0);
    expect(await Promise.all([load(), load()])).toEqual([1, 1]);
    expect(await load()).toBe(1);
  });

  test('is loaded again by the next call after a failure, which every waiting call gets', async () => {
    const answers = [Promise.reject(new Error('EMFILE')), Promise.resolve('there')];
    const load = loadOnce(() => answers.shift() ?? Promise.reject(new Error('loaded too often')));
    const waiting = await Promise.allSettled([load(), load()]);
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await load()).toBe('there');
    expect(await load()).toBe('there');
  });
});
