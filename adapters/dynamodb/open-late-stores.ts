/**
 * Opens the stores that few requests to the tools need: receipts, test keys, catalogs and research. `import()` of this
 * file keeps their code out of what a process loads at its start.
 */
import { DynamoReceiptStore } from './billing/dynamo-receipt-store.ts';
import { DynamoSandboxCounter } from './billing/dynamo-sandbox-counter.ts';
import { DynamoCatalogReader } from './catalogs/dynamo-catalog-reader.ts';
import type { AccountsTable } from './open-stores.ts';
import { DynamoEnrichmentStore } from './sourcing/dynamo-enrichment-store.ts';

export const openReceiptStore = ({ client, accounts }: AccountsTable) => new DynamoReceiptStore(client, accounts);
export const openSandboxCounter = ({ client, accounts }: AccountsTable) => new DynamoSandboxCounter(client, accounts);
export const openCatalogReader = ({ client, accounts }: AccountsTable) => new DynamoCatalogReader(client, accounts);
export const openEnrichmentStore = ({ client, accounts }: AccountsTable) => new DynamoEnrichmentStore(client, accounts);
