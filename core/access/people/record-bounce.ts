/**
 * Stops emails to an address after a permanent bounce or a complaint. Only the person's sign-in or an operator resumes
 * them, so that nobody else who enters the address can.
 */
import { attemptAgain } from '../../decide-again.ts';
import type { PeopleStore } from './people-store.ts';

export async function recordBounce(store: PeopleStore, email: string, nowMs: number): Promise<void> {
  await mark(store, email, (sinceMs) => sinceMs ?? nowMs);
}

/** For operators. @returns whether emails were stopped */
export async function clearBounce(store: PeopleStore, email: string): Promise<boolean> {
  return mark(store, email, () => null);
}

/** @returns whether anything was changed */
async function mark(
  store: PeopleStore,
  email: string,
  sinceOf: (sinceMs: number | null) => number | null,
): Promise<boolean> {
  const done = await attemptAgain(async () => {
    const found = await store.findPerson(email);
    if (found === undefined) return false;
    const { undeliverableSinceMs: before } = found.value;
    if (sinceOf(before) === before) return false;
    if (await store.markUndeliverable(found.value, found.revision, sinceOf(before))) return true;
    return undefined;
  });
  if (done !== undefined) return done;
  throw new Error('A person kept changing while a bounce was heard');
}
