/**
 * Locks items. Every writer of the engine, dynalite's batch writer included, takes the same lock for an
 * item, so single writes and transactions are serializable. A transaction takes its locks in sorted order, so it cannot
 * deadlock with another. It waits where Amazon would refuse it with TransactionConflict.
 */
import type { Store } from './dynalite.ts';
import type { ItemKey } from './items.ts';

/** Runs `work` with exclusive access to all of `keys`. */
export async function withItemLocks<T>(store: Store, keys: readonly ItemKey[], work: () => Promise<T>): Promise<T> {
  const releases: (() => void)[] = [];
  try {
    for (const key of keys.toSorted(byPlace)) releases.push(await takeLock(store, key));
    return await work();
  } finally {
    for (const release of releases) release();
  }
}

/** One string for one item of one table; NUL cannot occur in a table's name. */
export function placeOf({ tableName, key }: ItemKey): string {
  return `${tableName}\0${key}`;
}

function byPlace(a: ItemKey, b: ItemKey): number {
  return placeOf(a) < placeOf(b) ? -1 : 1;
}

function takeLock(store: Store, { tableName, key }: ItemKey): Promise<() => void> {
  return new Promise((resolve) => {
    store.getItemDb(tableName).lock(key, (release) => resolve(release(() => undefined)));
  });
}
