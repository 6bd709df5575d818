/**
 * The conditional writes of usage-updates.ts and take-back-updates.ts on a small row, spelled out for the models;
 * usage-row-on-store.contract.test.ts holds the two together. A write returns whether its condition held.
 */
import { refusedByBudget } from '../../core/billing/meter/client-share.ts';
import { keepsLimits } from '../../core/billing/meter/spending-cap.ts';
import { takenAmounts, type DecidedStep } from '../../core/billing/meter/take-back.ts';
import type { PeriodDebit } from '../../core/billing/meter/usage-debit.ts';
import type { ClientCounts, PeriodUsage } from '../../core/billing/accounts/usage.ts';

/** A period's row: every call has one item and a price of one per token. */
export interface ModelRow {
  /** Whether its terms are frozen. */
  open: boolean;
  tokens: number;
  calls: number;
  recent: number[];
  voids: number[];
  doubts: number[];
  /** The tokens of each client, by its number; absent where no client is counted. */
  clients?: Record<string, number>;
}

/** What the clients spent, as the row shows it. */
export function rowCounts({ clients }: ModelRow): ClientCounts | undefined {
  if (clients === undefined) return undefined;
  const counts = Object.entries(clients).map(
    ([number, tokens]) => [number, { tokens, researchNanoUsd: 0, days: new Map() }] as const,
  );
  return { clients: new Map(counts), places: counts.length };
}

function addToClient({ clients }: ModelRow, number: string | undefined, tokens: number): void {
  if (clients !== undefined && number !== undefined) clients[number] = (clients[number] ?? 0) + tokens;
}

export const NEW_ROW: ModelRow = { open: false, tokens: 0, calls: 0, recent: [], voids: [], doubts: [] };

/** A debit, or a step that takes it back. */
export interface RowWrite {
  readonly debit: PeriodDebit;
  readonly decided?: DecidedStep;
}

export function applyWrite(row: ModelRow, { debit, decided }: RowWrite, remembers: number): boolean {
  return decided === undefined ? applyDebit(row, debit, remembers) : applyTakeBack(row, debit, decided, remembers);
}

export function rowUsage({ open, tokens, calls }: ModelRow): PeriodUsage | undefined {
  if (!open) return undefined;
  const research = { researchNanoUsd: 0, reservedNanoUsd: 0, chargedNanoUsd: 0 };
  return {
    tokens,
    calls,
    items: calls,
    committedNanoUsd: tokens,
    priceNanoUsdPerToken: 1,
    tokensIncluded: 0,
    ...research,
  };
}

export function applyDebit(
  row: ModelRow,
  { mark, wanted, limits, share }: PeriodDebit,
  remembers: number,
  fault?: string,
): boolean {
  if (row.voids.includes(mark.id) || !keepsLimits(rowUsage(row), limits)) return false;
  const counts = fault === 'budget_as_read' ? undefined : rowCounts(row);
  if (share !== undefined && refusedByBudget(share, counts) !== undefined) return false;
  row.open = true;
  row.tokens += wanted.tokens;
  row.calls += 1;
  addToClient(row, share?.terms.number, wanted.tokens);
  row.recent = [mark.id, ...row.recent].slice(0, remembers);
  return true;
}

export function applyTakeBack(
  row: ModelRow,
  debit: PeriodDebit,
  { step, known }: DecidedStep,
  remembers: number,
  fault?: string,
): boolean {
  const { id } = debit.mark;
  const { tokens, share } = takenAmounts(debit);
  const isListed = row.recent.includes(id);
  if (row.voids.includes(id) && fault !== 'take_twice') return false;
  if (!known.isWritten && isListed !== (step === 'take')) return false;
  const showsAll = row.recent.length < remembers || row.recent.some((one) => one === known.absentAfter);
  if (step === 'void' && !showsAll && fault !== 'void_without_witness') return false;
  const isOnly = row.calls === 1 && row.tokens === tokens;
  if (step === 'reopen' && !isOnly) return false;
  if (step === 'take' && (isOnly || row.calls < 1 || row.tokens < tokens) && fault === undefined) return false;
  if (!row.voids.includes(id)) row.voids = [...row.voids, id].sort();
  if (step === 'reopen') Object.assign(row, { open: false, tokens: 0, calls: 0 });
  if (step === 'take') Object.assign(row, { tokens: row.tokens - tokens, calls: row.calls - 1 });
  if ((step === 'take' || step === 'reopen') && fault !== 'budget_kept') addToClient(row, share?.number, -tokens);
  if (step === 'doubt') row.doubts = [...row.doubts, id].sort();
  return true;
}
