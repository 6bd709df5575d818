/** Checks that the catalog belongs to the session's account, and that the account may see data of the index. */
import { numberText } from '../../../core/number-text.ts';
import * as z from 'zod/mini';
import { periodAt } from '../../../core/billing/meter/periods.ts';
import type { RowCorrectionRefusal, Corrector } from '../../../core/catalogs/import/correct-row.ts';
import type { Catalog, CatalogKey, CatalogRow } from '../../../core/catalogs/rows/catalog.ts';
import type { CatalogReader } from '../../../core/catalogs/rows/catalog-store.ts';
import { rowAllowanceAt } from '../../../core/catalogs/rows/row-allowance.ts';
import { refuse } from '../../../core/api/refusals/http-refusal.ts';
import type { Result } from '../../../core/result.ts';
import { dayOf } from '../../../core/time.ts';
import { requireBillable } from './billing-standing.ts';
import type { SignedInCall } from './define-endpoint.ts';

export const catalogIdInput = z.string().check(z.maxLength(20));
export const rowInput = z.int().check(z.minimum(1));
export const placeInput = z.optional(z.coerce.number().check(z.int(), z.minimum(0)));

export type CatalogCall = SignedInCall<{ readonly catalog_id: string }>;

export async function requireCatalog(
  { catalogs }: { readonly catalogs: CatalogReader },
  key: CatalogKey,
): Promise<Catalog> {
  const catalog = await catalogs.findCatalog(key);
  // A replacement for the rows of a catalog is not a separate catalog.
  return catalog === undefined || catalog.replaces !== null ? refuseUnknownCatalog() : catalog;
}

export function requireOwnCatalog({ dependencies, signedIn: { account }, input }: CatalogCall): Promise<Catalog> {
  return requireCatalog(dependencies, { accountId: account.accountId, catalogId: input.catalog_id });
}

/** Returns the catalog if the account may be billed, for endpoints that show data of the index. */
export async function requireBillableCatalog(call: CatalogCall): Promise<Catalog> {
  const catalog = await requireOwnCatalog(call);
  await requireBillable(call.dependencies, call.signedIn.account, call.nowMs);
  return catalog;
}

export function correctorOf({ signedIn: { account, member }, nowMs }: CatalogCall): Corrector {
  return { who: member.personId, nowMs, allowance: rowAllowanceAt(account, nowMs), onlyByNumber: true };
}

export function refuseUnknownCatalog(): never {
  return refuse('not_found', 'Your account has no such catalog.', 'catalog_id');
}

export function refuseUsedAllowance(call: CatalogCall, what: string): never {
  return refuse('conflict', usedAllowanceWords(call, what));
}

/** @param what the action that takes a row, such as "a correction" */
export function usedAllowanceWords({ signedIn: { account }, nowMs }: CatalogCall, what: string): string {
  const { name, catalogRowsPerMonth } = account.terms;
  const rows = `${numberText(catalogRowsPerMonth)} rows`;
  const nextOn = dayOf(periodAt(account.anchorDay, nowMs).endMs);
  return `The ${rows} that the plan ${name} gives in a period are used, and ${what} takes one. The next period begins on ${nextOn}.`;
}

export function orRefuse(result: Result<CatalogRow, RowCorrectionRefusal>, call: CatalogCall): CatalogRow {
  if (result.ok) return result.value;
  const { reason } = result;
  switch (reason.kind) {
    case 'no_such_row':
      return refuse('not_found', 'The catalog has no such row.', 'row');
    case 'no_such_item':
      return refuse('validation_failed', 'The index has no such item.', 'item_id');
    case 'not_correctable':
      return refuse('conflict', `A row that is ${reason.outcome} cannot be corrected.`, 'row');
    case 'names_no_part':
      return refuse('validation_failed', `It names no part: ${reason.reason}`, 'part_number');
    case 'allowance_used':
      return refuseUsedAllowance(call, 'a correction');
    case 'changed_meanwhile':
      return refuse('conflict', 'The row was changed meanwhile. Reload and try again.');
  }
}

export function correctedData({ row, outcome, itemId, matchedBy, acceptedBy, reason }: CatalogRow) {
  return { row, outcome, item_id: itemId, matched_by: matchedBy, accepted_by: acceptedBy, reason };
}
