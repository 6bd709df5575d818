/** Data of a view: loading, there, or refused. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { usePage } from './page-context.ts';
import { read } from './api.ts';

export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly fault: string;
  readonly again: () => Promise<void>;
}

export function useLoaded<Data>(path: string, query: Readonly<Record<string, string | undefined>> = {}): Loaded<Data> {
  const { tell } = usePage();
  const [data, setData] = useState<Data>();
  const [fault, setFault] = useState('');
  const asked = JSON.stringify([path, query]);
  const again = useCallback(async () => {
    try {
      setData(await read<Data>(path, query));
      setFault('');
    } catch (error) {
      setFault(tell(error));
    }
  }, [asked]);
  useEffect(() => void again(), [again]);
  return { data, fault, again };
}
