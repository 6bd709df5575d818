/**
 * Assistants before 2026-07-28 name themselves in `initialize` alone, and no session joins their calls to it. So the last introduction with a key is
 * on the key's row, and names the calls of the same day that come with the same User-Agent and say nothing better of themselves.
 */
import type { Introduction } from '../accounts/caller.ts';
import type { ClientIdentity } from '../identifiers.ts';
import { dayOf } from '../time.ts';

/** The port to the stored introductions. */
export interface IntroductionStore {
  /** Replaces the key's last introduction. */
  noteIntroduction(client: ClientIdentity, introduction: Introduction): Promise<void>;
}

/** The name that was given the same day over the same User-Agent; undefined when there is none. */
export function introducedName(last: Introduction | undefined, agent: string, nowMs: number): string | undefined {
  return last?.agent === agent && last.day === dayOf(nowMs) ? last.name : undefined;
}

/** Records which client introduced itself, if that is new. It is only a statistic: `initialize` is answered even if this fails. */
export async function noteIntroduction(
  store: IntroductionStore,
  client: ClientIdentity & { readonly introduction?: Introduction | undefined },
  { name, agent }: Omit<Introduction, 'day'>,
  nowMs: number,
): Promise<void> {
  if (name === agent || introducedName(client.introduction, agent, nowMs) === name) return;
  await store.noteIntroduction(client, { name, agent, day: dayOf(nowMs) }).catch(() => undefined);
}
