/** The stores that the catalog commands use. */
import { openCatalogStore } from '../../../adapters/dynamodb/open-stores.ts';
import type { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { openItemIndex } from '../stage/open-item-index.ts';
import type { Catalog } from '../../../core/catalogs/rows/catalog.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printable } from '../console/printable.ts';
import { nearestNamedOr } from '../stage/nearest.ts';
import { requireAccount } from '../stage/require-account.ts';
import { tablesOf, type OpenStage } from '../stage/open-stage.ts';

export function storeOf(stage: OpenStage): DynamoCatalogStore {
  return openCatalogStore(tablesOf(stage));
}

export function portsOf(stage: OpenStage) {
  return {
    catalogs: storeOf(stage),
    index: openItemIndex(stage),
    clock: { nowMs: () => Date.now() },
  };
}

/** @throws {OperatorError} when the account has no such catalog; suggests the nearest ids */
export async function requireCatalog(stage: OpenStage, accountId: string, catalogId: string): Promise<Catalog> {
  const catalog = await storeOf(stage).findCatalog({ accountId, catalogId });
  return catalog ?? refuseUnknownCatalog(stage, accountId, catalogId);
}

/** Only the latest catalogs are compared for suggestions. */
const MAX_COMPARED = 500;

/** @throws {OperatorError} always: for an unknown account, otherwise for the unknown catalog with the nearest ids */
export async function refuseUnknownCatalog(stage: OpenStage, accountId: string, catalogId: string): Promise<never> {
  await requireAccount(stage, accountId);
  const page = { before: Number.MAX_SAFE_INTEGER, limit: MAX_COMPARED };
  const known = await storeOf(stage).listCatalogs(accountId, page);
  throw new OperatorError(`${accountId} has no catalog ${printable(catalogId)}.`, {
    code: 'unknown_catalog',
    fix: nearestNamedOr(
      known.map(({ catalogId: id, name }) => ({ id, name })),
      catalogId,
      `\`catalogs list ${accountId}\` lists its catalogs.`,
    ),
  });
}
