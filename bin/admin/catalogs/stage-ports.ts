/** The stores that the commands on catalogs work with, in the stage that the operator chose. */
import { DynamoAdministrationStore } from '../../../functions/adapters/dynamodb/accounts/dynamo-administration-store.ts';
import { DynamoCatalogStore } from '../../../functions/adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { openProductIndex } from '../stage/open-product-index.ts';
import type { Account } from '../../../functions/core/accounts/plan.ts';
import type { CatalogStore } from '../../../functions/core/catalogs/catalog-store.ts';
import type { Catalog } from '../../../functions/core/catalogs/catalog.ts';
import { OperatorError } from '../console/operator-error.ts';
import type { OpenStage } from '../stage/open-stage.ts';

export function storeOf(stage: OpenStage): DynamoCatalogStore {
  return new DynamoCatalogStore(stage.documents, stage.output('AccountsTable'));
}

export function portsOf(stage: OpenStage) {
  return {
    catalogs: storeOf(stage),
    products: openProductIndex(stage),
    clock: { nowMs: () => Date.now() },
  };
}

export async function requireAccount(stage: OpenStage, accountId: string): Promise<Account> {
  const accounts = new DynamoAdministrationStore(stage.documents, stage.output('AccountsTable'));
  const account = (await accounts.readAccount(accountId))?.value;
  if (account !== undefined) return account;
  throw new OperatorError('There is no such account in this stage.');
}

export async function requireCatalog(store: CatalogStore, accountId: string, catalogId: string): Promise<Catalog> {
  const catalog = await store.findCatalog({ accountId, catalogId });
  if (catalog === undefined) throw noSuchCatalog();
  return catalog;
}

export function noSuchCatalog(): OperatorError {
  return new OperatorError('The account has no such catalog; `catalogs list ACCOUNT` shows those it has.');
}
