/**
 * Opens two demo accounts with a finished month: one whose statement is due, with which docs/operate/month.md is
 * followed, and one whose statement is written and whose payment failed. Safe to repeat: what exists stays unchanged.
 */
import {
  openAccountReports,
  openAdministrationStore,
  openPeopleStore,
  openStatementStore,
  openUsageStore,
  type AccountsTable,
} from '../../adapters/dynamodb/open-stores.ts';
import { createAccount } from '../../core/access/administration/administer-accounts.ts';
import { notePaymentFailed } from '../../core/access/administration/administer-payments.ts';
import { periodAt, type Period } from '../../core/billing/meter/periods.ts';
import { prepareDebit } from '../../core/billing/meter/usage-debit.ts';
import { closeStatements, LATE_DEBITS_MS } from '../../core/billing/statements/close-statements.ts';
import { DAY_MS } from '../../core/time.ts';
import { addOwner, DEMO } from './open-demo-keys.ts';
import type { DemoAccount } from './demo-keys.ts';

const ANCHOR_DAY = 1;
const TERMS = { tokensIncluded: 1_000_000, overagePriceNanoUsdPerToken: 60_000, monthlyFeeCents: 4_900 };
const USED = { tokens: 1_234_567, items: 8_000, parts: 0 };

export const DUE_ACCOUNT: DemoAccount = {
  accountId: 'acc_DemoMonth0',
  opening: { name: 'Acme Ltd', planCode: 'starter', terms: TERMS },
};
const UNPAID_ACCOUNT: DemoAccount = {
  accountId: 'acc_DemoUnpaid',
  opening: { name: 'Demo: last payment failed', planCode: 'starter', terms: TERMS },
};

/** Returns the latest period that can be closed. */
export function finishedMonth(nowMs: number): Period {
  return periodAt(ANCHOR_DAY, periodAt(ANCHOR_DAY, nowMs - LATE_DEBITS_MS).startMs - 1);
}

export async function openDemoMonth(tables: AccountsTable, nowMs: number): Promise<void> {
  for (const account of [DUE_ACCOUNT, UNPAID_ACCOUNT]) await openWithUsage(tables, account, nowMs);
  const { accountId } = UNPAID_ACCOUNT;
  const closed = await closeStatements(openStatementStore(tables), accountId, DEMO, nowMs);
  // A payment that was settled since the last start does not fail again.
  if (closed?.statements.length === 1)
    await notePaymentFailed(openAdministrationStore(tables), accountId, { ...DEMO, because: 'Card expired' }, nowMs);
}

async function openWithUsage(tables: AccountsTable, account: DemoAccount, nowMs: number): Promise<void> {
  const { accountId, opening } = account;
  const usedAtMs = finishedMonth(nowMs).startMs + DAY_MS;
  const store = openAdministrationStore(tables);
  await createAccount(store, { accountId, anchorDay: ANCHOR_DAY, ...opening }, DEMO, usedAtMs);
  await addOwner(openPeopleStore(tables), account, nowMs);
  const stored = (await store.readAccount(accountId))?.value;
  const usage = await openAccountReports(tables).readUsageHistory(accountId);
  if (stored === undefined || usage.periods.size > 0) return;
  const debit = prepareDebit({ account: stored, client: { kind: 'live' }, usage }, USED, usedAtMs);
  if (!debit.ok) throw new Error(`Demo data could not be made: ${debit.reason.kind}`);
  await openUsageStore(tables).debit(debit.value);
}
