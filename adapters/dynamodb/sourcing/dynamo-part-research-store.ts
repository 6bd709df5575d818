/** Stores the rows in the ProductIndex table that say who researches a part and how the research ended. */
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { PartName } from '../../../core/sourcing/enrichment/enrichment-request.ts';
import type { PartResearch } from '../../../core/sourcing/research/part-research.ts';
import type { PartResearchStore } from '../../../core/sourcing/research/part-research-store.ts';
import { itemIdSchema } from '../../../core/identifiers.ts';
import type { RowKey } from '../client/row-key.ts';
import { transactWrite } from '../client/transact-write.ts';

/** `version` is the revision of the row. */
const researchRowSchema = z.object({
  version: z.int(),
  part_number: z.string(),
  attempt: z.string(),
  research_id: z.string(),
  item_id: itemIdSchema,
  lease_token: z.nullable(z.string()),
  lease_until_ms: z.nullable(z.number()),
  outcome: z.nullable(z.enum(['found', 'not_found'])),
  found_item_id: z.nullable(itemIdSchema),
  finished_at_ms: z.nullable(z.number()),
});

export class DynamoPartResearchStore implements PartResearchStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async read(name: PartName): Promise<PartResearch | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: researchKey(name), ConsistentRead: true }),
    );
    return Item && readResearchRow(name, Item);
  }

  /**
   * A transaction of one write: its token makes a retry after a lost answer safe, where a plain conditional write would
   * fail against itself.
   */
  async write(before: PartResearch | undefined, after: PartResearch): Promise<boolean> {
    const condition =
      before === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : { ConditionExpression: 'version = :seen', ExpressionAttributeValues: { ':seen': before.revision } };
    const Item = { ...researchKey(after), ...writeResearchRow(after) };
    const written = await transactWrite(this.#client, [{ Put: { TableName: this.#tableName, Item, ...condition } }]);
    return written.kind === 'written';
  }
}

function researchKey({ manufacturerKey, part }: PartName): RowKey {
  return { pk: `RESEARCH#${manufacturerKey}#${part}`, sk: 'LEASE' };
}

function writeResearchRow(research: PartResearch): z.infer<typeof researchRowSchema> {
  const { outcome, lease } = research;
  return {
    version: research.revision,
    part_number: research.partNumber,
    attempt: research.attempt,
    research_id: research.researchId,
    item_id: research.itemId,
    lease_token: lease?.token ?? null,
    lease_until_ms: lease?.untilMs ?? null,
    outcome: outcome?.kind ?? null,
    found_item_id: outcome?.kind === 'found' ? outcome.itemId : null,
    finished_at_ms: research.finishedAtMs,
  };
}

function readResearchRow({ manufacturerKey, part }: PartName, row: unknown): PartResearch {
  const stored = researchRowSchema.parse(row);
  const { lease_token: token, lease_until_ms: untilMs, found_item_id: itemId } = stored;
  return {
    manufacturerKey,
    part,
    revision: stored.version,
    partNumber: stored.part_number,
    attempt: stored.attempt,
    researchId: stored.research_id,
    itemId: stored.item_id,
    lease: token === null || untilMs === null ? null : { token, untilMs },
    outcome: stored.outcome === 'found' && itemId !== null ? { kind: 'found', itemId } : readNotFound(stored.outcome),
    finishedAtMs: stored.finished_at_ms,
  };
}

function readNotFound(outcome: 'found' | 'not_found' | null): PartResearch['outcome'] {
  return outcome === 'not_found' ? { kind: 'not_found' } : null;
}
