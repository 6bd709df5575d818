/**
 * Names the calls of assistants before MCP version 2026-07-28, which give their name only in `initialize`; no session
 * links later calls to it. The key's row keeps its last introduction, which names unnamed calls of the same day with
 * the same User-Agent.
 */
import type { Introduction } from '../../billing/accounts/caller.ts';
import type { ClientIdentity } from '../../identifiers.ts';
import { dayOf } from '../../time.ts';

/** Port: stores introductions. */
export interface IntroductionStore {
  /** Replaces the key's last introduction. */
  noteIntroduction(client: ClientIdentity, introduction: Introduction): Promise<void>;
}

/** Returns the name from an introduction of the same day with the same User-Agent; undefined if there is none. */
export function introducedName(
  last: Introduction | undefined,
  userAgentName: string,
  nowMs: number,
): string | undefined {
  return last?.agent === userAgentName && last.day === dayOf(nowMs) ? last.name : undefined;
}

/**
 * Stores an introduction if it is new. It is only a statistic: a failure does not affect the answer to `initialize`.
 */
export async function noteIntroduction(
  store: IntroductionStore,
  client: ClientIdentity & { readonly introduction?: Introduction | undefined },
  { assistantName, userAgentName }: { readonly assistantName: string; readonly userAgentName: string },
  nowMs: number,
): Promise<void> {
  if (assistantName === userAgentName) return;
  if (introducedName(client.introduction, userAgentName, nowMs) === assistantName) return;
  const introduction = { name: assistantName, agent: userAgentName, day: dayOf(nowMs) };
  await store.noteIntroduction(client, introduction).catch(() => undefined);
}
