/**
 * Opens every store of the two tables, in one place (open-late-stores.ts has four): nothing else in product code says
 * which store lives in which table. Each store has a function of its own, not a member of one object, so that a Lambda
 * function's bundle contains only the stores that it opens.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../core/time.ts';
import { DynamoAccountList } from './access/dynamo-account-list.ts';
import { DynamoAccountReports } from './access/dynamo-account-reports.ts';
import { DynamoAccountSearchStore } from './access/dynamo-account-search-store.ts';
import { DynamoAdministrationStore } from './access/dynamo-administration-store.ts';
import { DynamoAssistantSignInStore } from './access/dynamo-assistant-sign-in-store.ts';
import { DynamoAssistantStore } from './access/dynamo-assistant-store.ts';
import { DynamoClientStore } from './access/dynamo-client-store.ts';
import { DynamoNoticeStore } from './access/dynamo-notice-store.ts';
import { DynamoNoticeWatch } from './access/dynamo-notice-watch.ts';
import { DynamoPaymentStore } from './access/dynamo-payment-store.ts';
import { DynamoPeopleStore } from './access/dynamo-people-store.ts';
import { DynamoRegisteredClientStore } from './access/dynamo-registered-client-store.ts';
import { DynamoRateCounter } from './billing/dynamo-rate-counter.ts';
import { DynamoRequestCounter } from './billing/dynamo-request-counter.ts';
import { DynamoUsageStore } from './billing/dynamo-usage-store.ts';
import { DynamoCatalogStore } from './catalogs/dynamo-catalog-store.ts';
import { DynamoUploadStore } from './catalogs/dynamo-upload-store.ts';
import { DynamoSearchStore } from './dashboard/dynamo-search-store.ts';
import { DynamoItemIndex, type TableStores } from './index/dynamo-item-index.ts';
import { DynamoItemWriter } from './index/dynamo-item-writer.ts';
import { DynamoManufacturerAliasStore } from './index/dynamo-manufacturer-alias-store.ts';
import { DynamoManufacturerTableStore } from './index/dynamo-manufacturer-table-store.ts';
import { DynamoWordStore } from './index/dynamo-word-store.ts';
import { DynamoWordTableStore } from './index/dynamo-word-table-store.ts';
import { DynamoPartResearchStore } from './sourcing/dynamo-part-research-store.ts';
import { DynamoProviderQuota } from './sourcing/dynamo-provider-quota.ts';
import { DynamoDoubtStore } from './billing/dynamo-doubt-store.ts';
import { DynamoStatementStore } from './billing/dynamo-statement-store.ts';

export interface AccountsTable {
  readonly client: DynamoDBDocumentClient;
  /** The name of the table. */
  readonly accounts: string;
}

export interface ItemsTable {
  readonly client: DynamoDBDocumentClient;
  /** The name of the table. */
  readonly index: string;
}

/** What most programs have: both tables through one client, and the clock that ages remembered rows. */
export interface Tables extends AccountsTable, ItemsTable {
  readonly clock: Clock;
}

export const openAccountList = ({ client, accounts }: AccountsTable) => new DynamoAccountList(client, accounts);
export const openAccountReports = ({ client, accounts }: AccountsTable) => new DynamoAccountReports(client, accounts);
export const openAccountSearchStore = ({ client, accounts }: AccountsTable) =>
  new DynamoAccountSearchStore(client, accounts);
export const openAdministrationStore = ({ client, accounts }: AccountsTable) =>
  new DynamoAdministrationStore(client, accounts);
export const openAssistantSignInStore = ({ client, accounts }: AccountsTable) =>
  new DynamoAssistantSignInStore(client, accounts);
export const openAssistantStore = ({ client, accounts }: AccountsTable) => new DynamoAssistantStore(client, accounts);
export const openClientStore = ({ client, accounts }: AccountsTable) => new DynamoClientStore(client, accounts);
export const openNoticeStore = ({ client, accounts }: AccountsTable) => new DynamoNoticeStore(client, accounts);
export const openNoticeWatch = ({ client, accounts }: AccountsTable) => new DynamoNoticeWatch(client, accounts);
export const openPaymentStore = ({ client, accounts }: AccountsTable) => new DynamoPaymentStore(client, accounts);
export const openPeopleStore = ({ client, accounts }: AccountsTable) => new DynamoPeopleStore(client, accounts);
export const openRegisteredClientStore = ({ client, accounts }: AccountsTable) =>
  new DynamoRegisteredClientStore(client, accounts);
export const openRateCounter = ({ client, accounts }: AccountsTable) => new DynamoRateCounter(client, accounts);
export const openRequestCounter = ({ client, accounts }: AccountsTable) => new DynamoRequestCounter(client, accounts);
export const openUsageStore = ({ client, accounts }: AccountsTable) => new DynamoUsageStore(client, accounts);
export const openCatalogStore = ({ client, accounts }: AccountsTable) => new DynamoCatalogStore(client, accounts);
export const openUploadStore = ({ client, accounts }: AccountsTable) => new DynamoUploadStore(client, accounts);
export const openSearchStore = ({ client, accounts }: AccountsTable) => new DynamoSearchStore(client, accounts);
export const openManufacturerAliasStore = ({ client, accounts }: AccountsTable) =>
  new DynamoManufacturerAliasStore(client, accounts);
export const openWordStore = ({ client, accounts }: AccountsTable) => new DynamoWordStore(client, accounts);
export const openProviderQuota = ({ client, accounts }: AccountsTable) => new DynamoProviderQuota(client, accounts);
export const openDoubtStore = ({ client, accounts }: AccountsTable) => new DynamoDoubtStore(client, accounts);
export const openStatementStore = ({ client, accounts }: AccountsTable) => new DynamoStatementStore(client, accounts);

export const openPartResearchStore = ({ client, index }: ItemsTable) => new DynamoPartResearchStore(client, index);

/** The manufacturers with the aliases of operators. */
export const openManufacturerTableStore = ({ client, accounts, clock }: Omit<Tables, 'index'>) =>
  new DynamoManufacturerTableStore(client, accounts, clock);

/** The words with the synonyms of operators. */
export const openWordTableStore = ({ client, accounts, clock }: Omit<Tables, 'index'>) =>
  new DynamoWordTableStore(client, accounts, clock);

/** @param stores operators' decisions; where one is absent, the data of this release applies */
export const openItemIndex = ({ client, index }: ItemsTable, stores: TableStores = {}) =>
  new DynamoItemIndex(client, index, stores);

/** @param stores operators' decisions; where one is absent, the data of this release applies */
export const openItemWriter = ({ client, index }: ItemsTable, stores: TableStores = {}) =>
  new DynamoItemWriter(client, index, stores);
