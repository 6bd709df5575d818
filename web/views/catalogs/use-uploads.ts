/** The uploads of the account, reloaded while one is being processed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { UploadData } from '../../../core/dashboard/views/upload-data.ts';
import { useLoaded } from '../../parts/load.ts';

const LOOK_EVERY_MS = 1_500;
/** A person waits for a check, mostly less than a second: looks come after 250, 500 and 1,000 ms, then each second. */
const FIRST_LOOK_MS = 250;
const CHECK_EVERY_MS = 1_000;
const WORKING = ['checking', 'importing', 'replacing'];
const MINUTE_MS = 60_000;

interface Uploads {
  /** Undefined until they are loaded. */
  readonly uploads: readonly UploadData[] | undefined;
  readonly partBytes: number;
  readonly fault: string;
  readonly requestId: string;
  readonly again: () => Promise<void>;
}

export function useUploads(): Uploads {
  const { data, fault, requestId, again } = useLoaded('/uploads');
  const isWorking = data?.uploads.some(({ status }) => WORKING.includes(status)) ?? false;
  const isChecked = data?.uploads.some(({ status }) => status === 'checking') ?? false;
  useEffect(() => {
    if (!isWorking) return undefined;
    let wait = isChecked ? FIRST_LOOK_MS : LOOK_EVERY_MS;
    const look = () => {
      void again();
      wait = isChecked ? Math.min(2 * wait, CHECK_EVERY_MS) : wait;
      timer = setTimeout(look, wait);
    };
    let timer = setTimeout(look, wait);
    return () => clearTimeout(timer);
  }, [isWorking, isChecked, again]);
  return { uploads: data?.uploads, partBytes: data?.part_bytes ?? 0, fault, requestId, again };
}

/** How long an import will take at the pace since this page was loaded; undefined before that is known. */
export function useMinutesLeft(percent: number | undefined): string | undefined {
  const first = useRef<{ readonly atMs: number; readonly percent: number } | undefined>(undefined);
  const [left, setLeft] = useState<string>();
  useEffect(() => {
    if (percent === undefined) return;
    first.current ??= { atMs: Date.now(), percent };
    const done = percent - first.current.percent;
    if (done <= 0) return;
    const minutes = ((Date.now() - first.current.atMs) * (100 - percent)) / done / MINUTE_MS;
    setLeft(minutes < 1 ? 'less than a minute left' : `${Math.ceil(minutes)} min left`);
  }, [percent]);
  return left;
}
