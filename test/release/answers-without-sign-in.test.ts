/** With sign-in disabled, the responses are the same, byte for byte, as the recording from before sign-in existed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount, type OpenedAccount } from '../support/fixtures/accounts.ts';
import { answersToSignIn } from '../support/sign-in/answers-to-sign-in.ts';
import { startMcpService, type McpService } from '../support/service/mcp-service.ts';

const RECORDED = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'answers-without-sign-in.json'), 'utf8'),
) as readonly string[];

let service: McpService;
let key: OpenedAccount;

beforeAll(async () => {
  service = await startMcpService();
  key = await openAccount(service.store, service.tables.accountsTable, { scopes: ['items:read'] });
});
afterAll(() => service.stop());

/** Every response got this header after the recording. */
const LATER_HEADER = ',"strict-transport-security":"max-age=31536000"';
/** A missing scope got another message after the recording. */
const LATER_MESSAGE =
  'This key or token may not see usage. An owner can make a key with the permission Usage (usage:read).';
const MESSAGE = 'The call needs the scope usage:read. Use a key that holds it, or a token that was issued with it.';

test('documents, challenges and responses are unchanged while sign-in is disabled', async () => {
  const answers = await answersToSignIn(service, key);
  const asRecorded = answers.map((answer) => answer.replace(LATER_HEADER, '').replaceAll(LATER_MESSAGE, MESSAGE));
  expect(asRecorded).toEqual(RECORDED);
});
