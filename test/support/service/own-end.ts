/** Lets a test say when the time of a call is over, instead of waiting for it. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';

export interface OwnEnd {
  /** What the call must be told about its time. */
  readonly remainingMs: number;
  /** Ends the time of the calls that were told so. */
  end(): void;
}

/** The first middleware ends a call this much earlier. */
const EARLY_MS = 5;

/**
 * Takes over the timers of calls that are told `remainingMs`; all others run as before.
 * @param restored is told how to give them back
 */
export function ownEnd(restored: (restore: () => void) => void, remainingMs = 777_777): OwnEnd {
  const real = timers.setTimeout;
  const ends: (() => void)[] = [];
  const taken = (callback: () => void, ms?: number, ...given: unknown[]) =>
    ms === remainingMs - EARLY_MS ? void ends.push(callback) : Reflect.apply(real, undefined, [callback, ms, ...given]);
  timers.setTimeout = Object.assign(taken, real);
  syncBuiltinESMExports();
  restored(() => {
    timers.setTimeout = real;
    syncBuiltinESMExports();
  });
  return {
    remainingMs,
    end: () => {
      if (ends.length === 0) throw new Error('No call has been told how long it may take.');
      for (const end of ends.splice(0)) end();
    },
  };
}
