/** The stores that the commands on catalogs work with, in the stage that the operator chose. */
import { DynamoCatalogStore } from '../../../functions/adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { openProductIndex } from '../stage/open-product-index.ts';
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

export async function requireCatalog(store: CatalogStore, accountId: string, catalogId: string): Promise<Catalog> {
  const catalog = await store.findCatalog({ accountId, catalogId });
  if (catalog === undefined) throw noSuchCatalog();
  return catalog;
}

export function noSuchCatalog(): OperatorError {
  return new OperatorError('The account has no such catalog; `catalogs list ACCOUNT` shows those it has.');
}
