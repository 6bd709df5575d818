import { expect, test } from 'vitest';
import { askVersion } from '../../../adapters/lambda/ask-version.ts';
import type { CheckRequest } from '../../../core/checks/customer-checks.ts';
import { createDeployCheckHandler } from '../../../functions/deploy-check/create-deploy-check-handler.ts';
import type { CheckResult } from '../../../core/checks/run-checks.ts';

const HOOK = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'h-1' };
const REFUSED = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer resource_metadata="x"' },
  body: '{"error":"invalid_client"}',
};

async function check(handler: 'mcp' | 'token', answer: () => Promise<typeof REFUSED>) {
  const told: unknown[] = [];
  const reported: CheckResult[] = [];
  const asked: string[] = [];
  await createDeployCheckHandler({
    handler,
    readKey: async () => Promise.reject(new Error('no such secret')),
    ask: async ({ path }) => (asked.push(path), answer()),
    tell: async (hook, status) => void told.push([hook.DeploymentId, status]),
    log: {
      report: (results) => (reported.push(...results), results.every(({ problem }) => problem === undefined)),
      withoutKey: () => undefined,
    },
    clock: { nowMs: () => 0 },
  })(HOOK);
  return { told, reported, asked };
}

test('a correct version passes, even without a key for further checks', async () => {
  expect(await check('mcp', async () => REFUSED)).toMatchObject({ told: [['d-1', 'Succeeded']], asked: ['/mcp'] });
  expect(await check('token', async () => REFUSED)).toMatchObject({
    told: [['d-1', 'Succeeded']],
    asked: ['/v1/oauth/token'],
  });
});

test.each([
  ['crashes', async () => Promise.reject(new Error('crashed'))],
  ['answers with an error', async () => ({ ...REFUSED, status: 500 })],
])('a version that %s fails, and CodeDeploy is notified', async (_name, answer) => {
  expect(await check('mcp', answer)).toMatchObject({ told: [['d-1', 'Failed']] });
});

const REQUEST: CheckRequest = { method: 'POST', path: '/mcp', headers: { 'user-agent': 'canary' }, body: '{}' };

/** A stand-in for Lambda that returns the given responses one after another. */
function lambda(...answers: readonly unknown[]) {
  const sent: { FunctionName: string; Payload: Uint8Array }[] = [];
  const left = [...answers];
  const send = async (command: { input: never }): Promise<unknown> => {
    sent.push(command.input);
    const answer = left.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { sent, version: { client: { send } as never, functionArn: 'arn:fn:7', wait: async () => undefined } };
}

const payload = (value: unknown) => ({ Payload: Buffer.from(JSON.stringify(value)) });

test('a version is called as the gateway calls it, and its response is read as the gateway reads it', async () => {
  const { sent, version } = lambda(payload({ statusCode: 401, headers: { 'X-Auth-Challenge': 'Bearer' }, body: 'b' }));
  expect(await askVersion(version, REQUEST)).toEqual({
    status: 401,
    headers: { 'x-auth-challenge': 'Bearer' },
    body: 'b',
  });
  expect(sent[0]?.FunctionName).toBe('arn:fn:7');
  expect(JSON.parse(Buffer.from(sent[0]?.Payload ?? []).toString())).toMatchObject({
    version: '2.0',
    rawPath: '/mcp',
    requestContext: { http: { method: 'POST', sourceIp: '192.0.2.1' } },
    body: '{}',
    isBase64Encoded: false,
  });
});

test('a permission that has not propagated yet is waited for; a crash is not', async () => {
  const early = Object.assign(new Error('not yet'), { name: 'AccessDeniedException' });
  const { sent, version } = lambda(early, early, payload({ statusCode: 200 }));
  expect(await askVersion(version, REQUEST)).toMatchObject({ status: 200 });
  expect(sent).toHaveLength(3);
  await expect(askVersion(lambda({ FunctionError: 'Unhandled' }).version, REQUEST)).rejects.toThrow('Unhandled');
});
