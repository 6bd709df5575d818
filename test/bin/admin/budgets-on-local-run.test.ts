// Slow: starts processes.
/**
 * An operator's budgets by command line, on a local run: the commands and their output are docs/operate/budgets.md,
 * with ids, days and times replaced.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCAL_FOLDER, readLocalEndpoints } from '../../../local/endpoints.ts';
import { startLocalRun, type LocalRun } from '../../local/local-run.ts';
import { startCommand } from '../../support/processes/operator.ts';

const ACCOUNT = 'acc_DemoMonth0';
const ITEM = '/v1/items/itm_TrapBare';
const INTRODUCTION = `# An operator's budgets

This page shows how an operator bounds a key on the command line. The commands and their output come from \`test/bin/admin/budgets-on-local-run.test.ts\`, with ids, days and times replaced. For the rules, see [billing](../reference/billing.md#budgets). Owners do the same on the dashboard's pages Keys and Assistants.

To follow it, start the service in a second terminal with \`npm start -- --fresh --month\`. On a deployed stage, add \`--stage production\` to each command.
`;

let folder = '';
let service: LocalRun;
let baseUrl = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'budgets-'));
  service = await startLocalRun(folder, ['--fresh', '--month']);
  await service.untilSaid('Ctrl-C stops the service');
  baseUrl = (await readLocalEndpoints(path.join(folder, LOCAL_FOLDER)))?.baseUrl ?? '';
});

afterAll(async () => {
  service.send('SIGINT');
  await service.ended;
  await rm(folder, { recursive: true, force: true });
});

function asOnPage(text: string): string {
  return text
    .replaceAll(baseUrl, 'http://127.0.0.1:3000')
    .replaceAll(/cli_live_DemoMonth0_\w+/g, 'cli_live_DemoMonth0_NightRun0001')
    .replaceAll(/sec_[\w-]+/g, 'sec_…')
    .replaceAll(/req_[A-Za-z0-9]{20}/g, 'req_AbCdEfGhIjKlMnOpQrSt')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'yyyy-mm-dd')
    .replaceAll(/(?<=yyyy-mm-dd[ T])(?!00:00)\d\d:\d\d(:\d\d(\.\d+)?)?/g, 'hh:mm')
    .replace(/^(Took +).*\n(Storage +)[\s\S]*?\n\n/m, '$1…\n$2…\n\n')
    .replaceAll(/[ \t]+$/gm, '');
}

test('an operator makes a key with a budget, explains its refusal, raises it and removes it', async () => {
  const shown: string[] = [];
  const say = (text: string) => void shown.push(text);
  const run = async (...args: string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await startCommand(folder, [...args, '--who', 'olga']).result;
    expect([args, exitCode, stderr]).toEqual([args, 0, expect.any(String)]);
    const command = args.map((arg) => (arg.includes(' ') ? `'${arg}'` : arg)).join(' ');
    shown.push(`\`\`\`\n$ npm run admin -- ${command}\n${stdout.trimEnd()}\n\`\`\``);
    return stdout;
  };
  const call = async (key: string) => {
    const answer = await fetch(`${baseUrl}${ITEM}`, { headers: { authorization: `Bearer ${key}` } });
    return { status: answer.status, text: await answer.text() };
  };

  say('## A key with a budget');
  const made = await run(
    ...['clients', 'create', ACCOUNT, '--kind', 'live', '--scopes', 'items:read', '--name', 'Night run'],
    ...['--every', 'day', '--tokens', '300'],
  );
  const [clientId = ''] = /cli_live_\w+/.exec(made) ?? [];
  const [secret = ''] = /sec_[\w-]+/.exec(made) ?? [];
  const key = `${clientId}:${secret}`;
  say('## What is used of it');
  let answer = await call(key);
  expect(answer.status).toBe(200);
  await run('clients', 'list', ACCOUNT);
  say('## A refusal\n\nThe call that would pass the budget is refused whole and costs nothing; other keys go on.');
  for (let calls = 0; answer.status === 200 && calls < 50; calls += 1) answer = await call(key);
  expect(answer.status).toBe(402);
  const { errors, meta } = JSON.parse(answer.text) as {
    errors: { code: string; message: string }[];
    meta: { request_id: string };
  };
  say(
    `\`\`\`\n$ curl -H "Authorization: Bearer $KEY" http://127.0.0.1:3000${ITEM}\n${errors[0]?.code ?? ''}: ${errors[0]?.message ?? ''}\n\`\`\``,
  );
  await run('why', meta.request_id);
  say('## Raised: it applies from the next call, and what is used stays used');
  await run('clients', 'budget', clientId, '--every', 'day', '--tokens', '50000', '--research-cents', '500');
  expect((await call(key)).status).toBe(200);
  say('## Sign-ins of assistants\n\nOne budget for each sign-in that has none of its own; `--key` sets that of one.');
  await run('assistants', 'budget', ACCOUNT, '--all', '--every', 'day', '--tokens', '100000');
  await run('assistants', 'list', ACCOUNT);
  say('## Removed');
  await run('clients', 'budget', clientId, '--none');
  say('## Who did what');
  await run('audit', 'show', ACCOUNT, '--limit', '5');

  await expect(asOnPage(`${INTRODUCTION}\n${shown.join('\n\n')}\n`)).toMatchFileSnapshot(
    '../../../docs/operate/budgets.md',
  );
});
