/** A moment in words, with the whole of it on pointing. */
import { dayWords, fullWords, whenWords } from './dates.ts';

interface WhenProps {
  readonly at: string;
  /** Only the day. */
  readonly day?: boolean;
  /** Days by which billing counts are UTC. */
  readonly utc?: boolean;
}

export function When({ at, day = false, utc = false }: WhenProps) {
  const zone = utc ? 'UTC' : undefined;
  const words = day ? dayWords(at, Date.now(), zone) : whenWords(at, Date.now(), zone);
  return (
    <time dateTime={at} title={fullWords(at, zone)}>
      {words}
    </time>
  );
}
