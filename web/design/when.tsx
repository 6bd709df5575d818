/** A time in words, with the complete time on hover. */
import { dayWords, fullWords, whenWords } from './dates.ts';

interface WhenProps {
  readonly at: string;
  /** Shows only the day. */
  readonly day?: boolean;
  /** Billing days are UTC. */
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
