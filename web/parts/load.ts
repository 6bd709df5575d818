/** Data of a view: loading, there, or refused. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from './page-context.ts';
import { read } from './api.ts';

export interface Loaded<Data> {
  readonly data: Data | undefined;
  /** Whether `data` is what is asked for now, and not what was asked for before. */
  readonly isCurrent: boolean;
  readonly fault: string;
  readonly again: () => Promise<void>;
}

export function useLoaded<Data>(path: string, query: Readonly<Record<string, string | undefined>> = {}): Loaded<Data> {
  const { tell } = usePage();
  const [loaded, setLoaded] = useState<{ readonly asked: string; readonly data: Data }>();
  const [fault, setFault] = useState('');
  const asked = JSON.stringify([path, query]);
  /** What was asked last: an answer that comes after another was asked for is not shown. */
  const latest = useRef(asked);
  latest.current = asked;
  const again = useCallback(async () => {
    try {
      const found = await read<Data>(path, query);
      if (latest.current !== asked) return;
      setLoaded({ asked, data: found });
      setFault('');
    } catch (error) {
      if (latest.current === asked) setFault(tell(error));
    }
  }, [asked]);
  useEffect(() => void again(), [again]);
  return { data: loaded?.data, isCurrent: loaded?.asked === asked, fault, again };
}
