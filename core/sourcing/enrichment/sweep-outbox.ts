/**
 * Sends overdue requests again, because their message was never sent or was lost, or their worker died. The row moves
 * to its next due time before the message is sent, so of two sweepers only one sends; a crash in between delays the
 * request by one wait.
 */
import { changeRequest } from './change-enrichment.ts';
import { postponeRequest } from './enrichment-request.ts';
import { OUTBOX_SHARD_COUNT, type DueWork, type EnrichmentStore } from './enrichment-store.ts';
import type { ResearchQueue } from './enrichment-queue.ts';

/** The most rows that one run processes per shard; the next run processes the rest. */
const ROWS_PER_SHARD = 100;
const MESSAGES_PER_SEND = 10;

export interface Sweep {
  readonly resent: number;
  /** The number of deleted rows without an open request. */
  readonly dropped: number;
  /** The errors of shards that could not be processed; the next run retries them. */
  readonly failures: readonly unknown[];
}

export async function sweepOutbox(store: EnrichmentStore, queue: ResearchQueue, nowMs: number): Promise<Sweep> {
  const sweep = { resent: 0, dropped: 0, failures: [] as unknown[] };
  for (let shard = 0; shard < OUTBOX_SHARD_COUNT; shard += 1) {
    // One failing shard must not stop the others.
    try {
      const { resent, dropped } = await sweepShard(store, queue, shard, nowMs);
      sweep.resent += resent;
      sweep.dropped += dropped;
    } catch (error) {
      sweep.failures.push(error);
    }
  }
  return sweep;
}

async function sweepShard(
  store: EnrichmentStore,
  queue: ResearchQueue,
  shard: number,
  nowMs: number,
): Promise<{ resent: number; dropped: number }> {
  const due = await store.readDue(shard, nowMs, ROWS_PER_SHARD);
  const counts = { resent: 0, dropped: 0 };
  for (let start = 0; start < due.length; start += MESSAGES_PER_SEND) {
    const rows = due.slice(start, start + MESSAGES_PER_SEND);
    const postponed = await Promise.all(rows.map((row) => postpone(store, row, nowMs)));
    const messages = rows.filter((_, index) => postponed[index]).map(messageOf);
    if (messages.length > 0) await queue.send(messages);
    const orphans = rows.filter((_, index) => postponed[index] === false);
    await Promise.all(orphans.map((row) => store.dropDue(shard, row)));
    counts.resent += messages.length;
    counts.dropped += orphans.length;
  }
  return counts;
}

async function postpone(store: EnrichmentStore, row: DueWork, nowMs: number): Promise<boolean> {
  return changeRequest(store, row, (current) => {
    const after = postponeRequest(current, row.attempt, row.dueAtMs, nowMs);
    return after === undefined ? { answer: false } : { write: { after }, answer: true };
  });
}

function messageOf({ accountId, manufacturerKey, part, number, attempt }: DueWork) {
  return { accountId, manufacturerKey, part, number, attempt };
}
