/** A key's access tokens, also those issued before it had a budget, share its budget. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { setBudget } from '../../../core/access/administration/administer-budgets.ts';
import { issueKeyToken } from '../../../core/access/auth/issue-key-token.ts';
import { SigningKeys } from '../../../core/access/auth/signing-keys.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf } from '../../support/fixtures/accounts.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import {
  SETTINGS,
  SIGNING_KEYS,
  startMcpService,
  toolCall,
  type McpService,
} from '../../support/service/mcp-service.ts';

const PART = { part_number: REGULATOR.mpn, manufacturer: REGULATOR.manufacturer };

let service: McpService;
beforeAll(async () => {
  service = await startMcpService();
  await new DynamoItemWriter(service.store, service.tables.productIndexTable).writeItem(REGULATOR);
});
afterAll(() => service.stop());

test('a key and its access token are answered together for what its budget fits, and no more', async () => {
  const { store, client, secret } = await openAccount(service.store, service.tables.accountsTable);
  const { clients, tokens } = service.dependencies;
  const dependencies = { clients, tokens, signingKeys: new SigningKeys(SIGNING_KEYS), baseUrl: SETTINGS.baseUrl };
  const asked = {
    grantType: 'client_credentials',
    clientId: client.clientId,
    clientSecret: secret,
    scope: undefined,
    resources: [],
  };
  const { access_token: token } = valueOf(await issueKeyToken(asked, dependencies, NOON_MS)).body;
  const lookUp = async (credential: string) =>
    (await service.send(toolCall('lookup_part', PART, credential))).json.result;
  const key = `${client.clientId}:${secret}`;
  const price = (await lookUp(token))._meta['com.service/usage'].tokens_billed;
  expect(price).toBeGreaterThan(0);

  const budget = { every: 'period', tokens: 4 * price, researchCents: null } as const;
  valueOf(await setBudget(store, { clientId: client.clientId }, budget, OPERATOR, NOON_MS));
  const answers = await Promise.all(Array.from({ length: 12 }, (_, call) => lookUp(call % 2 === 0 ? key : token)));
  const refused = answers.filter(({ isError }) => isError === true);
  // One was used before the budget was set, and a budget of the period counts it.
  expect([answers.length - refused.length, refused.length]).toEqual([3, 9]);
  for (const { content } of refused) expect(content[0].text).toContain('The budget of this key');
});
