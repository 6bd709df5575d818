/** Checks what both kinds of transactions require of their list of items. */
import { validationFailure } from './api-failure.ts';
import type { Request } from './dynalite.ts';
import { placeOf } from './item-locks.ts';
import type { ItemKey } from './items.ts';

const MAX_ITEMS = 100;

/** @throws {ApiFailure} ValidationException when the list is absent, empty or too long */
export function readTransactItems(body: Request): Request[] {
  const items = body.TransactItems;
  if (!Array.isArray(items) || items.length < 1 || items.length > MAX_ITEMS)
    throw validationFailure(
      "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: " +
        `Member must have length between 1 and ${MAX_ITEMS}`,
    );
  return items.map((item: unknown) => (item ?? {}) as Request);
}

const REPEATED_ITEM = 'Transaction request cannot include multiple operations on one item';

/** @throws {ApiFailure} ValidationException with `message` when a key is named twice */
export function refuseRepeatedKeys(keys: readonly ItemKey[], message = REPEATED_ITEM): void {
  if (new Set(keys.map(placeOf)).size < keys.length) throw validationFailure(message);
}
