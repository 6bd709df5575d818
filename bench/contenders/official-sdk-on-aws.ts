/**
 * The look-ups of this server on the official SDK 2.4, with the same AWS clients, the same reads and the same meter. It does less than our
 * function: no rate limits, no origin rule, no log, no activity of assistants.
 */
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createMcpHandler, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { createDocumentClient } from '../../functions/adapters/dynamodb/document-client.ts';
import { DynamoAccountLedger } from '../../functions/adapters/dynamodb/dynamo-account-ledger.ts';
import { DynamoClientStore } from '../../functions/adapters/dynamodb/dynamo-client-store.ts';
import { DynamoProductIndex } from '../../functions/adapters/dynamodb/dynamo-product-index.ts';
import { SigningSecret } from '../../functions/adapters/secrets/signing-secret.ts';
import { accessTokenVerifier } from '../../functions/core/auth/access-token.ts';
import { admitCaller } from '../../functions/core/auth/admit-caller.ts';
import { readBearerCredential } from '../../functions/core/auth/bearer-credential.ts';
import type { Caller } from '../../functions/core/auth/caller.ts';
import { SigningKeys } from '../../functions/core/auth/signing-keys.ts';
import { meterCall } from '../../functions/core/billing/meter-call.ts';
import { countTokens } from '../../functions/core/billing/token-count.ts';
import { candidateIds, decideFind, keysFor } from '../../functions/core/products/find-part.ts';
import { selectFields, showItem } from '../../functions/core/products/item-selection.ts';
import { getItem } from '../../functions/core/tools/catalog/get-item.ts';
import { lookupPart } from '../../functions/core/tools/catalog/lookup-part.ts';
import { lookupParts } from '../../functions/core/tools/catalog/lookup-parts.ts';
import { readPartQuestion } from '../../functions/core/tools/part-question.ts';
import { fetchLambda } from './fetch-lambda.ts';

const { ACCOUNTS_TABLE = '', PRODUCT_INDEX_TABLE = '', BASE_URL = '', SIGNING_SECRET_ID = '' } = process.env;
const store = createDocumentClient({ maxAttempts: 3 });
const clients = new DynamoClientStore(store, ACCOUNTS_TABLE);
const products = new DynamoProductIndex(store, PRODUCT_INDEX_TABLE);
const ledger = new DynamoAccountLedger(createDocumentClient({ maxAttempts: 1 }), ACCOUNTS_TABLE);
const secret = new SigningSecret(new SecretsManagerClient({}), SIGNING_SECRET_ID);
const tokens = accessTokenVerifier(new SigningKeys(secret), BASE_URL);

const mcp = createMcpHandler(({ authInfo }) => {
  const server = new McpServer({ name: 'official-sdk-on-aws', version: '2.4.0' });
  const caller = authInfo?.extra?.['caller'] as Caller;
  for (const { name, title, description, input, output } of [lookupPart, lookupParts, getItem]) {
    const config = { title, description, inputSchema: input, outputSchema: output };
    server.registerTool(name, config, async (args: unknown) => lookUp(args as Record<string, string>, caller));
  }
  return server;
});

async function lookUp(args: Readonly<Record<string, string>>, caller: Caller): Promise<CallToolResult> {
  const question = readPartQuestion(args);
  if (!question.ok) return { content: [{ type: 'text', text: question.reason.message }], isError: true };
  const entries = await products.readKeys(keysFor([question.value]));
  const selection = selectFields({ defaults: 'lookup' });
  const records = await products.readItems(candidateIds(entries), selection.sections);
  const { found } = decideFind(question.value, entries[0] ?? [], records);
  if (found === null) return { content: [{ type: 'text', text: 'Not found.' }], structuredContent: { found: false } };
  const item = showItem(found, selection);
  const paid = await meterCall(ledger, caller, { tokens: countTokens(item), items: 1 }, Date.now());
  if (!paid.ok) return { content: [{ type: 'text', text: paid.reason.kind }], isError: true };
  return {
    content: [{ type: 'text', text: `Found ${found.title ?? found.id}.` }],
    structuredContent: { found: true, item },
    _meta: { 'com.service/usage': paid.value },
  };
}

export const handler = fetchLambda(async (request) => {
  const credential = readBearerCredential(request.headers.get('authorization') ?? undefined);
  if (!credential.ok) return new Response(null, { status: 401 });
  const admitted = await admitCaller(credential.value, { clients, tokens }, Date.now());
  if (!admitted.ok) return new Response(null, { status: 401 });
  const { client } = admitted.value;
  const authInfo = { token: '', clientId: client.clientId, scopes: [...client.scopes] };
  return mcp.fetch(request, { authInfo: { ...authInfo, extra: { caller: admitted.value } } });
});
