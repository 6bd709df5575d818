/** The uploads of the account, reloaded while one is being processed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { UploadData } from '../../../core/dashboard/views/upload-data.ts';
import { useLoaded } from '../../parts/load.ts';

const POLL_EVERY_MS = 1_500;
/** A preview takes mostly less than a second: it is asked for after 250, 500 and 1,000 ms, then each second. */
const FIRST_POLL_MS = 250;
const PREVIEW_POLL_MS = 1_000;
const WORKING = ['previewing', 'importing', 'replacing'];
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
  const isPreviewing = data?.uploads.some(({ status }) => status === 'previewing') ?? false;
  useEffect(() => {
    if (!isWorking) return undefined;
    let wait = isPreviewing ? FIRST_POLL_MS : POLL_EVERY_MS;
    const poll = () => {
      void again();
      wait = isPreviewing ? Math.min(2 * wait, PREVIEW_POLL_MS) : wait;
      timer = setTimeout(poll, wait);
    };
    let timer = setTimeout(poll, wait);
    return () => clearTimeout(timer);
  }, [isWorking, isPreviewing, again]);
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
