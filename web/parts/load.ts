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
