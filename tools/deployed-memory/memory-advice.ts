/**
 * Recommends a function's memory from its figures. CPU scales with memory, so even a function that never fills its
 * memory may need it.
 */

export interface MemoryFigures {
  readonly invocations: number;
  readonly memoryMb: number;
  readonly mostUsedMb: number;
  /** Milliseconds from the start of a new process to its first request; null if none started. */
  readonly coldStartP99Ms: number | null;
  readonly durationP50Ms: number;
}

/** Figures of fewer calls are not meaningful. */
const FEW_INVOCATIONS = 1_000;
/** Garbage collection slows Node down when the memory is nearly full. */
const FULL = 0.8;
/** A person waits for the assistant that called the service. */
const SLOW_START_MS = 1_000;
/** The memory that comes with one full core; single-threaded code is not faster with more. */
const ONE_CORE_MB = 1_769;
/** A start this fast leaves room for half the memory. */
const QUICK_START_MS = 250;

/** @param someoneWaits whether a client waits for the function's answer */
export function memoryAdvice(figures: MemoryFigures, someoneWaits: boolean): string {
  const { invocations, memoryMb, mostUsedMb, coldStartP99Ms } = figures;
  if (invocations < FEW_INVOCATIONS) return 'too few calls';
  if (mostUsedMb > FULL * memoryMb) return `raise: ${mostUsedMb} of ${memoryMb} MB were used`;
  const slow = someoneWaits && coldStartP99Ms !== null && coldStartP99Ms > SLOW_START_MS;
  if (slow && memoryMb < ONE_CORE_MB) return 'raise: cold starts are slow, and CPU scales with memory';
  const quick = !someoneWaits || coldStartP99Ms === null || coldStartP99Ms < QUICK_START_MS;
  if (quick && mostUsedMb < (FULL * memoryMb) / 2 && memoryMb > 128) return `try ${memoryMb / 2} MB`;
  return 'keep';
}
