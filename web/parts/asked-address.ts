/**
 * Stores the address for which this browser last requested a sign-in link, and the page that it was on. A used or
 * expired link does not identify a person, so the page offers the typed address for an hour, or until somebody has
 * signed in: then the page opens again.
 */

const NAME = 'asked-address';
const PAGE = 'asked-page';
const KEPT_MS = 3_600_000;

export function keepAskedAddress(email: string, nowMs: number): void {
  withStorage((storage) => {
    storage.setItem(NAME, `${nowMs} ${email}`);
    // From the sign-in itself, such as after an old link, the page before it stays.
    if (!location.pathname.endsWith('/sign-in')) storage.setItem(PAGE, location.pathname + location.search);
  });
}

/** The page of the dashboard that the link was requested on. */
export function askedPage(nowMs: number): string {
  const page = askedAddress(nowMs) === '' ? null : withStorage((storage) => storage.getItem(PAGE));
  return page?.startsWith('/dashboard') === true ? page : '/dashboard';
}

/** Calls when somebody has signed in, in another tab of this browser. */
export function onSignedInElsewhere(call: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => key === NAME && newValue === null && call();
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** Empty if none was requested, or too long ago. */
export function askedAddress(nowMs: number): string {
  const [atMs = '', email = ''] = withStorage((storage) => storage.getItem(NAME))?.split(' ') ?? [];
  if (Math.abs(nowMs - Number(atMs)) <= KEPT_MS) return email;
  forgetAskedAddress();
  return '';
}

export function forgetAskedAddress(): void {
  withStorage((storage) => {
    storage.removeItem(NAME);
    storage.removeItem(PAGE);
  });
}

/** A browser may refuse storage; then nothing is kept. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
