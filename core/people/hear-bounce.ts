/** Mail to an address comes back for good, or its owner complains: nothing is sent there until the address is invited again. */
import type { PeopleStore } from './people-store.ts';

const MAX_ATTEMPTS = 5;

export async function hearBounce(store: PeopleStore, email: string, nowMs: number): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const found = await store.findPerson(email);
    if (found === undefined || found.value.undeliverableSinceMs !== null) return;
    if (await store.markUndeliverable(found.value, found.revision, nowMs)) return;
  }
  throw new Error('A person kept changing while a bounce was heard');
}
