/**
 * What the compiler refuses of a view: a wrong path, a wrong method, and a member that the service does not send. Each
 * marked line is an error that `npm run check:types` expects; once the line is accepted, that check fails, and not this
 * test. At run time the calls only show that the paths beside the mistakes are the service's.
 */
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../functions/dashboard/endpoints/endpoints.ts';
import { change, read, type GetPath, type ReadData } from '../../web/parts/api.ts';

const READ: readonly GetPath[] = ['/research', '/statements', '/statements/one'];

test('gives a view only paths that the service answers', () => {
  const answered: readonly string[] = ENDPOINTS.filter(({ method }) => method === 'GET').map(({ path }) => path);
  expect(READ.filter((path) => !answered.includes(path))).toEqual([]);
});

/** Never called: only compiled. */
export const MISTAKES = {
  research: async (data: ReadData<'/research'>) => {
    // @ts-expect-error The path is misspelt.
    await read('/reserch');
    // @ts-expect-error The research is read, not posted.
    await change('/research', {});
    // @ts-expect-error The service sends no such member.
    return data.nonsense;
  },
  statements: async (data: ReadData<'/statements'>) => {
    // @ts-expect-error The path is misspelt.
    await read('/statement');
    // @ts-expect-error The statements are read, not posted.
    await change('/statements', {});
    // @ts-expect-error The service sends no such member.
    return data.nonsense;
  },
  'one statement': async (data: ReadData<'/statements/one'>) => {
    // @ts-expect-error The path is misspelt.
    await read('/statements/two');
    // @ts-expect-error A statement is read, not posted.
    await change('/statements/one', {});
    // @ts-expect-error The service sends no such member.
    return data.nonsense;
  },
  'a service that sends nonsense': (): ReadData<'/research'> => {
    // @ts-expect-error A view of research cannot use this.
    return { nonsense: true };
  },
};
