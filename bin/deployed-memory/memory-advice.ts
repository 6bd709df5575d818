/** What a function's memory should be, from what was measured of it. CPU comes with memory, so a function that never fills it may still want it. */

export interface MemoryFigures {
  readonly invocations: number;
  readonly memoryMb: number;
  readonly mostUsedMb: number;
  /** Milliseconds from the start of a new process to its first request; null when none started. */
  readonly coldStartP99Ms: number | null;
  readonly durationP50Ms: number;
}

/** Below it the numbers say little. */
const FEW_INVOCATIONS = 1_000;
/** Node's collector gets busy when the memory is nearly full. */
const FULL = 0.8;
/** A person waits for an assistant that waits for us. */
const SLOW_START_MS = 1_000;
/** A core; more memory brings no more speed to code that runs in one thread. */
const ONE_CORE_MB = 1_769;
/** A start as quick as this leaves room to try half of the memory. */
const QUICK_START_MS = 250;

/** @param someoneWaits whether a client waits for the function's answer */
export function memoryAdvice(figures: MemoryFigures, someoneWaits: boolean): string {
  const { invocations, memoryMb, mostUsedMb, coldStartP99Ms } = figures;
  if (invocations < FEW_INVOCATIONS) return 'too few calls to say';
  if (mostUsedMb > FULL * memoryMb) return `raise: ${mostUsedMb} of ${memoryMb} MB were used`;
  const slow = someoneWaits && coldStartP99Ms !== null && coldStartP99Ms > SLOW_START_MS;
  if (slow && memoryMb < ONE_CORE_MB) return 'raise: starts are slow, and CPU comes with memory';
  const quick = !someoneWaits || coldStartP99Ms === null || coldStartP99Ms < QUICK_START_MS;
  if (quick && mostUsedMb < (FULL * memoryMb) / 2 && memoryMb > 128) return `try ${memoryMb / 2} MB`;
  return 'keep';
}
