/**
 * The stores of research on real tables, for research-harness.ts. Each process has its own client, which fails where
 * the plan says.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoClientStore } from '../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoEnrichmentStore } from '../../../adapters/dynamodb/sourcing/dynamo-enrichment-store.ts';
import { DynamoPartResearchStore } from '../../../adapters/dynamodb/sourcing/dynamo-part-research-store.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../adapters/dynamodb/index/dynamo-item-index.ts';
import type { AdministrationStore } from '../../../core/access/administration/administration-store.ts';
import type { ResearchMessage, ResearchQueue } from '../../../core/sourcing/enrichment/enrichment-queue.ts';
import { testClient } from '../stores/dynamodb-client.ts';
import { CrashError, injectFaults, type Fault } from '../stores/faulty-client.ts';
import type { ProcessPlan, ProcessStores } from './research-process.ts';
import { openTables, type OpenTables } from '../stores/tables.ts';

export async function openResearchOnTables(): Promise<ResearchOnTables> {
  return new ResearchOnTables(await openTables());
}

export class ResearchOnTables {
  readonly tables: OpenTables;
  readonly client: DynamoDBDocumentClient;
  readonly administration: AdministrationStore;

  constructor(tables: OpenTables) {
    this.tables = tables;
    this.client = testClient(tables.endpoint);
    this.administration = new DynamoAdministrationStore(this.client, tables.accountsTable);
  }

  async close(): Promise<void> {
    this.client.destroy();
    await this.tables.stop();
  }

  process(plan: ProcessPlan, queue: ResearchQueue): ProcessStores {
    const client = testClient(this.tables.endpoint);
    let calls = 0;
    let dead = false;
    const next = (): Fault | undefined => {
      if (dead) throw new CrashError('The process is dead');
      const fault = plan((calls += 1));
      dead = fault === 'crash' || fault === 'crash-after';
      return fault;
    };
    injectFaults(next, client);
    const send = async (messages: readonly ResearchMessage[]): Promise<void> => {
      const fault = next();
      if (fault !== undefined && fault !== 'crash-after') throw new CrashError('The queue was not reached');
      await queue.send(messages);
      if (fault !== undefined) throw new CrashError('The process died');
    };
    const { accountsTable, productIndexTable } = this.tables;
    return {
      enrichment: new DynamoEnrichmentStore(client, accountsTable),
      partResearch: new DynamoPartResearchStore(client, productIndexTable),
      index: new DynamoItemIndex(client, productIndexTable),
      writer: new DynamoItemWriter(client, productIndexTable),
      clients: new DynamoClientStore(client, accountsTable),
      queue: { send },
    };
  }
}
