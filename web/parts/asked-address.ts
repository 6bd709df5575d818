/**
 * Stores the address for which this browser last requested a sign-in link. A used or expired link does not identify a
 * person, so the page offers the typed address for an hour, or until somebody has signed in.
 */

const NAME = 'asked-address';
const KEPT_MS = 3_600_000;

export function keepAskedAddress(email: string, nowMs: number): void {
  withStorage((storage) => storage.setItem(NAME, `${nowMs} ${email}`));
}

/** Empty if none was requested, or too long ago. */
export function askedAddress(nowMs: number): string {
  const [atMs = '', email = ''] = withStorage((storage) => storage.getItem(NAME))?.split(' ') ?? [];
  if (Math.abs(nowMs - Number(atMs)) <= KEPT_MS) return email;
  forgetAskedAddress();
  return '';
}

export function forgetAskedAddress(): void {
  withStorage((storage) => storage.removeItem(NAME));
}

/** A browser may refuse storage; then nothing is kept. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
