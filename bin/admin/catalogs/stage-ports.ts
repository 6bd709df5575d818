/** The stores that the commands on catalogs work with, in the stage that the operator chose. */
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { openProductIndex } from '../stage/open-product-index.ts';
import type { Catalog } from '../../../core/catalogs/catalog.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printable } from '../console/printable.ts';
import { nearestNamedOr } from '../stage/nearest.ts';
import { requireAccount } from '../stage/require-account.ts';
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

/** @throws {OperatorError} when the account has none of this id, with the nearest ids */
export async function requireCatalog(stage: OpenStage, accountId: string, catalogId: string): Promise<Catalog> {
  const catalog = await storeOf(stage).findCatalog({ accountId, catalogId });
  return catalog ?? refuseUnknownCatalog(stage, accountId, catalogId);
}

/** The latest: of older ones the list shows the id. */
const MAX_COMPARED = 500;

/** @throws {OperatorError} always, with the nearest ids; that the account itself is unknown comes first */
export async function refuseUnknownCatalog(stage: OpenStage, accountId: string, catalogId: string): Promise<never> {
  await requireAccount(stage, accountId);
  const page = { before: Number.MAX_SAFE_INTEGER, limit: MAX_COMPARED };
  const known = await storeOf(stage).listCatalogs(accountId, page);
  throw new OperatorError(`${accountId} has no catalog ${printable(catalogId)}.`, {
    code: 'unknown_catalog',
    fix: nearestNamedOr(
      known.map(({ catalogId: id, name }) => ({ id, name })),
      catalogId,
      `\`catalogs list ${accountId}\` shows those it has.`,
    ),
  });
}
