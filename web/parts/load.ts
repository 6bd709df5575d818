/** Loads the data of a view, and loads it repeatedly while a change is expected. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from './page-context.ts';
import { ApiError, read, type GetPath, type ReadData } from './api.ts';

export interface Loaded<Data> {
  readonly data: Data | undefined;
  /** Whether `data` belongs to the current path, and not to an earlier one. */
  readonly isCurrent: boolean;
  readonly fault: string;
  /** The request that failed; empty if none did, or none was answered. */
  readonly requestId: string;
  readonly again: () => Promise<void>;
}

/** @param path undefined: nothing is loaded */
export function useLoaded<const Path extends GetPath>(
  path: Path | undefined,
  query: Readonly<Record<string, string | undefined>> = {},
): Loaded<ReadData<Path>> {
  const { tell } = usePage();
  const [loaded, setLoaded] = useState<{ readonly asked: string; readonly data: ReadData<Path> }>();
  const [fault, setFault] = useState('');
  const [requestId, setRequestId] = useState('');
  const asked = JSON.stringify([path, query]);
  /** The latest path: a response for an earlier one is not shown. */
  const latest = useRef(asked);
  latest.current = asked;
  const again = useCallback(async () => {
    if (path === undefined) return;
    try {
      const found = await read(path, query);
      if (latest.current !== asked) return;
      setLoaded({ asked, data: found });
      setFault('');
    } catch (error) {
      if (latest.current !== asked) return;
      setFault(tell(error));
      setRequestId(error instanceof ApiError ? error.requestId : '');
    }
  }, [asked]);
  useEffect(() => void again(), [again]);
  return { data: loaded?.data, isCurrent: loaded?.asked === asked, fault, requestId, again };
}

const LOOK_EVERY_MS = 5_000;
/** After this time the member must reload: an open tab must not poll forever. */
const LOOK_FOR_MS = 15 * 60_000;

/** Loads repeatedly while a change is expected and the tab is visible. */
export function useLookingAgain(isWaiting: boolean, again: () => Promise<void>): void {
  useEffect(() => {
    if (!isWaiting) return undefined;
    const looking = setInterval(() => {
      if (!document.hidden) void again();
    }, LOOK_EVERY_MS);
    const ending = setTimeout(() => clearInterval(looking), LOOK_FOR_MS);
    return () => {
      clearInterval(looking);
      clearTimeout(ending);
    };
  }, [isWaiting, again]);
}

const FIRST_WAIT_S = 2;
const LONGEST_WAIT_S = 60;

interface Retry {
  readonly isAsking: boolean;
  readonly ask: () => void;
  /** Empty if it does not try by itself. */
  readonly words: string;
}

/** Tries again by itself after 2, 4, 8 … 60 seconds, and says when. */
export function useRetry(byItself: boolean, onRetry: () => Promise<void>): Retry {
  const [wait, setWait] = useState(FIRST_WAIT_S);
  const [left, setLeft] = useState(FIRST_WAIT_S);
  const [isAsking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    setAsking(true);
    await onRetry();
    const next = Math.min(LONGEST_WAIT_S, 2 * wait);
    setWait(next);
    setLeft(next);
    setAsking(false);
  };
  useEffect(() => {
    if (isAsking || !byItself) return undefined;
    const timer = setTimeout(() => (left <= 1 ? void ask() : setLeft(left - 1)), 1_000);
    return () => clearTimeout(timer);
  }, [left, isAsking, byItself]);
  const words = isAsking ? 'Asking again…' : `We try again by ourselves in ${left} s.`;
  return { isAsking, ask: () => void ask(), words: byItself ? words : '' };
}
