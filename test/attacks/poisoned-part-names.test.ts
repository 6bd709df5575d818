/**
 * Part numbers with characters that storage or the queue refuse: the reserve must be released, and no other research
 * may suffer.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoEnrichmentStore } from '../../adapters/dynamodb/sourcing/dynamo-enrichment-store.ts';
import { readResearchMessage, writeResearchMessage } from '../../adapters/sqs/research-message.ts';
import { SqsResearchQueue } from '../../adapters/sqs/sqs-research-queue.ts';
import type { EnrichmentRequest } from '../../core/sourcing/enrichment/enrichment-request.ts';
import { OUTBOX_SHARD_COUNT } from '../../core/sourcing/enrichment/enrichment-store.ts';
import { abandonRequest } from '../../core/sourcing/enrichment/settle-enrichment.ts';
import { sweepOutbox } from '../../core/sourcing/enrichment/sweep-outbox.ts';
import { toManufacturerKey } from '../../core/index/part-keys/manufacturer-name.ts';
import { numberKey, partKey } from '../../core/index/part-keys/part-number.ts';
import { LocalRights } from '../../local/rights/local-rights.ts';
import { startLocalQueues, type LocalQueues } from '../../local/sqs/local-queues.ts';
import { NOON_MS, openAccount, type OpenedAccount } from '../support/fixtures/accounts.ts';
import { startMcpService, toolCall, type McpService } from '../support/service/mcp-service.ts';

let service: McpService;
let store: DynamoEnrichmentStore;
let attacker: OpenedAccount;

beforeAll(async () => {
  service = await startMcpService();
  store = new DynamoEnrichmentStore(service.store, service.tables.accountsTable);
  attacker = await openAccount(service.store, service.tables.accountsTable);
});
afterAll(() => service.stop());

const ask = (part_number: string) =>
  service.send(
    toolCall(
      'request_enrichment',
      { items: [{ manufacturer: 'Norvane', part_number, description: part_number }] },
      `${attacker.client.clientId}:${attacker.secret}`,
    ),
  );
const requestsOf = async ({ account }: OpenedAccount): Promise<readonly EnrichmentRequest[]> =>
  store.listRequests(account.accountId);
const outbox = async () => {
  const shards = Array.from({ length: OUTBOX_SHARD_COUNT }, (_, shard) => `OUTBOX#${shard}`);
  const pages = await Promise.all(
    shards.map((pk) =>
      service.store.send(
        new QueryCommand({
          TableName: service.tables.accountsTable,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
        }),
      ),
    ),
  );
  return pages.flatMap(({ Items = [] }) => Items);
};

describe('a part number with half of a surrogate pair, which UTF-8 cannot express', () => {
  test('leaves nothing in the outbox when its request ends, so that its shard can still be swept', async () => {
    for (const number of ['HALF-\ud800', 'HALF-\udfff-B', 'H\ud83d']) {
      const answer = await ask(number);
      expect(answer.json.result.structuredContent.results[0].status).toBe('queued');
    }
    const requests = await requestsOf(attacker);
    expect(requests).toHaveLength(3);
    for (const request of requests) {
      expect(request.asked.partNumber.isWellFormed()).toBe(true);
      expect(await abandonRequest(store, request, 'given_up', { evenLeased: true }, NOON_MS)).toBe('ended');
    }
    await sweepOutbox(store, { send: async () => undefined }, NOON_MS + 86_400_000);
    expect(await outbox()).toEqual([]);
  });

  test('is the same part in every spelling of its invalid half', async () => {
    await ask('SAME-\ud800');
    await ask('SAME-\udbff');
    expect((await requestsOf(attacker)).filter(({ part }) => part.startsWith('SAME'))).toHaveLength(1);
  });

  test('keeps the JSON-RPC request id as it was sent', async () => {
    const sent = toolCall('get_usage', {}, `${attacker.client.clientId}:${attacker.secret}`);
    const answer = await service.send({ ...sent, body: { ...(sent.body as object), id: 'id-\ud800' } });
    expect(answer.json.id).toBe('id-\ud800');
  });
});

describe('a part number with a character that SQS refuses', () => {
  /** The characters that every queue accepts. */
  const TAKEN = /^[ -~]*$/;
  const PART_NUMBERS = ['BAD-\uffff', 'BAD-\ufffe-B', 'BAD-\u0001', 'SMILE-\u{1f600}', '株式-1'];
  let queues: LocalQueues;
  beforeAll(async () => {
    queues = await startLocalQueues(new Map([['Work', { VisibilityTimeout: 2 }]]), new LocalRights(() => undefined));
  });
  afterAll(() => queues.stop());

  test.each(PART_NUMBERS)('is sent in characters that SQS accepts: %j', async (partNumber) => {
    const message = {
      accountId: attacker.account.accountId,
      manufacturerKey: toManufacturerKey('Norvane'),
      part: partKey(partNumber),
      number: numberKey(partNumber),
      attempt: `enr_${'a'.repeat(20)}`,
    };
    const text = writeResearchMessage(message);
    expect(text).toMatch(TAKEN);
    expect(readResearchMessage(text)).toEqual(message);
    const queue = new SqsResearchQueue(queues.client, queues.urls.get('Work') ?? '');
    await expect(queue.send([message])).resolves.toBeUndefined();
  });
});
