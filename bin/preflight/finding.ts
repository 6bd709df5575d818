/** The findings of a preflight, one per check, and the exit code that follows from them. */

/** `later` does not block the first deploy; `unknown` could not be checked. */
export type FindingState = 'ready' | 'missing' | 'later' | 'unknown';

export interface Finding {
  readonly check: string;
  readonly state: FindingState;
  /** One sentence. */
  readonly found: string;
  /** The command that fixes it; absent for a finding that is ready. */
  readonly command?: string;
}

/** Exit codes of the program. The exit code for a missing item also applies if other checks could not be made. */
export const EXIT_READY = 0;
export const EXIT_NOT_READY = 1;
export const EXIT_COULD_NOT_ASK = 2;

export function exitCodeOf(findings: readonly Finding[]): number {
  if (findings.some(({ state }) => state === 'missing')) return EXIT_NOT_READY;
  return findings.some(({ state }) => state === 'unknown') ? EXIT_COULD_NOT_ASK : EXIT_READY;
}

export const ready = (check: string, found: string): Finding => ({ check, state: 'ready', found });

export const missing = (check: string, found: string, command: string): Finding => ({
  check,
  state: 'missing',
  found,
  command,
});

export const later = (check: string, found: string, command: string): Finding => ({
  check,
  state: 'later',
  found,
  command,
});
