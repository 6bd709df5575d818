/**
 * Stops emails to an address after a permanent bounce or a complaint. Only the person's sign-in or an operator resumes them, so that
 * nobody else who enters the address can.
 */
import type { PeopleStore } from './people-store.ts';

const MAX_ATTEMPTS = 5;

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
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const found = await store.findPerson(email);
    if (found === undefined) return false;
    const { undeliverableSinceMs: before } = found.value;
    if (sinceOf(before) === before) return false;
    if (await store.markUndeliverable(found.value, found.revision, sinceOf(before))) return true;
  }
  throw new Error('A person kept changing while a bounce was heard');
}
