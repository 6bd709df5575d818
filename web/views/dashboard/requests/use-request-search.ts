/**
 * A search for calls: started, polled until it has ended, and started again if another one of the account was
 * running.
 */
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { RequestsData } from '../../../../core/dashboard/views/request-data.ts';
import { ApiError, read } from '../../../parts/api.ts';
import { usePage } from '../../../parts/page-context.ts';
import type { RequestFilter } from './request-filter.ts';

export type Search =
  | { readonly kind: 'searching'; readonly isLong: boolean }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'found'; readonly found: FoundRequests };

export type FoundRequests = Extract<RequestsData, { readonly state: 'found' }>;

/** The delay after each poll; the last one stays. */
const LOOK_AFTER_MS = [400, 800, 1_500, 2_000];
/** After this many polls, the view says that the search is still running. */
const LONG_LOOKS = 3;
const ASK_AGAIN_MS = 2_000;
const MAX_ASKED = 60;

const FAILED_WORDS = {
  failed: 'The log could not be searched.',
  too_slow: 'The search took longer than a minute, and was stopped. A shorter time is found faster.',
  replaced: 'Another search that you began took its place.',
} as const;
const BUSY_WORDS = 'Too many searches are running. Try again in a moment.';

export function useRequestSearch(filter: RequestFilter): { readonly search: Search; readonly again: () => void } {
  const { tell } = usePage();
  const [search, setSearch] = useState<Search>(BEGINNING);
  const [round, setRound] = useState(0);
  const asked = JSON.stringify(filter);
  useEffect(() => {
    let isLeft = false;
    setSearch(BEGINNING);
    const say = (now: Search): void => {
      if (!isLeft) setSearch(now);
    };
    void searchFor(filter, say, () => isLeft).catch((error: unknown) => say({ kind: 'failed', words: tell(error) }));
    return () => {
      isLeft = true;
    };
  }, [asked, round]);
  return { search, again: useCallback(() => setRound((before) => before + 1), []) };
}

/**
 * Returns the results of the filter as the text of a file.
 * @throws {Error} with a message for the member, if nothing could be found
 */
export async function requestsAsCsv(filter: RequestFilter): Promise<string> {
  const ends: Search[] = [];
  await searchFor(
    filter,
    (now) => ends.push(now),
    () => false,
    'csv',
  );
  const end = ends.at(-1);
  if (end?.kind === 'failed') throw new Error(end.words);
  return end?.kind === 'found' ? (end.found.csv ?? '') : '';
}

const BEGINNING: Search = { kind: 'searching', isLong: false };

/** `csv`: the results as a file instead of rows. */
type Form = 'csv' | undefined;

async function searchFor(
  filter: RequestFilter,
  say: (now: Search) => void,
  isLeft: () => boolean,
  as?: Form,
): Promise<void> {
  for (let times = 0; times < MAX_ASKED && !isLeft(); times += 1) {
    const { search_id: id } = await read('/requests', { ...filter });
    if (id === null) {
      say({ kind: 'waiting' });
      await pause(ASK_AGAIN_MS);
    } else if (await follow(id, say, isLeft, as)) return;
  }
  say({ kind: 'failed', words: BUSY_WORDS });
}

/** @returns false if the search is no longer known */
async function follow(id: string, say: (now: Search) => void, isLeft: () => boolean, as: Form): Promise<boolean> {
  for (let looks = 0; !isLeft(); looks += 1) {
    const data = await read('/requests/found', { search_id: id, as }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    });
    switch (data?.state) {
      case undefined:
        return false;
      case 'found':
        say({ kind: 'found', found: data });
        return true;
      case 'failed':
        say({ kind: 'failed', words: FAILED_WORDS[data.why] });
        return true;
      case 'searching':
        say({ kind: 'searching', isLong: looks >= LONG_LOOKS });
        await pause(LOOK_AFTER_MS[Math.min(looks, LOOK_AFTER_MS.length - 1)] ?? 0);
    }
  }
  return true;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
