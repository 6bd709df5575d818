/**
 * The tools of this server on the official SDK 2.4, with the same AWS clients and the same storage calls: limits,
 * caller, items, meter and the assistant's activity. Every tool is registered with its schemas; only the look-ups
 * answer.
 */
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createMcpHandler, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { DynamoUsageStore } from '../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { DynamoAssistantStore } from '../../adapters/dynamodb/access/dynamo-assistant-store.ts';
import { DynamoClientStore } from '../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoRateCounter } from '../../adapters/dynamodb/billing/dynamo-rate-counter.ts';
import { DynamoRequestCounter } from '../../adapters/dynamodb/billing/dynamo-request-counter.ts';
import { DynamoItemIndex } from '../../adapters/dynamodb/index/dynamo-item-index.ts';
import { SigningSecret } from '../../adapters/secrets/signing-secret.ts';
import { accessTokenVerifier } from '../../core/access/auth/access-token.ts';
import { recordActivity } from '../../core/access/assistants/assistant-activity.ts';
import { limitAddress } from '../../core/billing/rate-limit/limit-address.ts';
import { limitCaller } from '../../core/billing/rate-limit/limit-caller.ts';
import { RateWindows } from '../../core/billing/rate-limit/rate-window.ts';
import { authenticateCaller } from '../../core/access/auth/authenticate-caller.ts';
import { readBearerCredential } from '../../core/access/auth/bearer-credential.ts';
import type { Caller } from '../../core/billing/accounts/caller.ts';
import { SigningKeys } from '../../core/access/auth/signing-keys.ts';
import type { BillableCaller } from '../../core/billing/meter/usage-debit.ts';
import { meterCall } from '../../core/billing/meter/meter-call.ts';
import { countTokens } from '../../core/billing/meter/charge-for-items.ts';
import { findParts } from '../../core/index/lookup/find-parts.ts';
import { selectFields, showItem } from '../../core/index/items/item-selection.ts';
import { describePartProblem, readPart } from '../../core/index/lookup/read-part.ts';
import { createQueueClient } from '../../adapters/sqs/queue-client.ts';
import { fetchLambda } from './fetch-lambda.ts';
import { SAME_TOOLS } from './same-tools.ts';

const { ACCOUNTS_TABLE = '', PRODUCT_INDEX_TABLE = '', BASE_URL = '', SIGNING_SECRET_ID = '' } = process.env;
const store = createDocumentClient({ maxAttempts: 3 });
const clients = new DynamoClientStore(store, ACCOUNTS_TABLE);
const index = new DynamoItemIndex(store, PRODUCT_INDEX_TABLE);
const rates = new RateWindows(new DynamoRateCounter(store, ACCOUNTS_TABLE));
const requests = new DynamoRequestCounter(store, ACCOUNTS_TABLE);
const activity = new DynamoAssistantStore(store, ACCOUNTS_TABLE);
const usageStore = new DynamoUsageStore(createDocumentClient({ maxAttempts: 1 }), ACCOUNTS_TABLE);
const secret = new SigningSecret(new SecretsManagerClient({}), SIGNING_SECRET_ID);
/** Exported for request_enrichment, which the benchmark does not call. */
export const queue = createQueueClient();
const tokens = accessTokenVerifier(new SigningKeys(secret), BASE_URL);

const mcp = createMcpHandler(({ authInfo }) => {
  const server = new McpServer({ name: 'official-sdk-on-aws', version: '2.4.0' });
  const caller = authInfo?.extra?.['caller'] as Caller;
  for (const { name, title, description, input, output } of SAME_TOOLS) {
    const config = { title, description, inputSchema: input, outputSchema: output };
    server.registerTool(name, config, async (args: unknown) => lookUp(args as Record<string, string>, caller));
  }
  return server;
});

async function lookUp(args: Readonly<Record<string, string>>, caller: Caller): Promise<CallToolResult> {
  const question = readPart(args);
  if (!question.ok)
    return { content: [{ type: 'text', text: describePartProblem(question.reason).message }], isError: true };
  const selection = selectFields({ defaults: 'lookup' });
  const [answer] = await findParts(index, [question.value], selection.sections);
  const found = answer?.found ?? null;
  if (found === null) return { content: [{ type: 'text', text: 'Not found.' }], structuredContent: { found: false } };
  const item = showItem(found, selection);
  const charge = { tokens: countTokens(item), items: 1 };
  const [paid] = await Promise.all([
    meterCall(usageStore, caller as BillableCaller, charge, Date.now()),
    recordActivity(activity, caller, 'bench', { billed: 1, tokens: charge.tokens }, Date.now()),
  ]);
  if (!paid.ok) return { content: [{ type: 'text', text: paid.reason.kind }], isError: true };
  return {
    content: [{ type: 'text', text: `Found ${found.title ?? found.id}.` }],
    structuredContent: { found: true, item },
    _meta: { 'com.service/usage': paid.value.figures },
  };
}

export const handler = fetchLambda(async (request) => {
  const credential = readBearerCredential(request.headers.get('authorization') ?? undefined);
  if (!credential.ok) return new Response(null, { status: 401 });
  const [address, authenticated] = await Promise.all([
    limitAddress(rates, '203.0.113.7', 100_000_000, Date.now()),
    authenticateCaller(credential.value, { clients, tokens }, Date.now()),
  ]);
  if (!authenticated.ok || !address.allowed) return new Response(null, { status: 401 });
  if (!(await limitCaller({ rates, requests }, authenticated.value, Date.now())).allowed)
    return new Response(null, { status: 429 });
  const { client } = authenticated.value;
  const authInfo = { token: '', clientId: client.clientId, scopes: [...client.scopes] };
  return mcp.fetch(request, { authInfo: { ...authInfo, extra: { caller: authenticated.value } } });
});
