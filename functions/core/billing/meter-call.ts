/**
 * The meter: bills one answered call, exactly once or not at all (design.md sections 6 and 9).
 * Data leaves only after this has succeeded. Calls that return no item data are free whatever the state of the account.
 */
import type { Caller } from '../auth/caller.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { BillingRefusal } from './billing-refusal.ts';
import { decideAgain, prepareDraw, type Draw, type Drawer } from './draw.ts';
import { periodFigures, trialFigures, usageFigures } from './usage-figures.ts';
import type { Charge, PeriodUsage, TrialUsage, UsageFigures } from './usage.ts';

type MeteredCaller = Pick<Caller, 'account' | 'usage'> & { readonly client: Pick<Caller['client'], 'kind'> };

/** A period is opened once, so the terms assumed for it can be wrong once. */
const MAX_DRAWS = 2;

/** Bills the charge and returns the true figures after it. Throws when it is not known whether the charge was written. */
export async function meterCall(
  ledger: AccountLedger,
  caller: MeteredCaller,
  charge: Charge,
  nowMs: number,
): Promise<Result<UsageFigures, BillingRefusal>> {
  if (charge.items === 0 || !isDrawer(caller)) return succeed(usageFigures(caller, nowMs));
  let draw = prepareDraw(caller, { ...charge, parts: 0 }, nowMs);
  for (let attempt = 1; draw.ok && attempt <= MAX_DRAWS; attempt += 1) {
    const outcome = await ledger.draw(draw.value);
    if (outcome.kind === 'drawn') return succeed(figuresAfter(caller, draw.value, outcome.usage, nowMs));
    draw = decideAgain(draw.value, caller.account, outcome.usage);
  }
  if (draw.ok) throw new Error('The terms of a running period changed between two writes');
  return fail(draw.reason);
}

/** The figures after a draw that was carried out, from the row as it left it. */
export function figuresAfter(
  { account, usage }: Pick<Caller, 'account' | 'usage'>,
  draw: Draw,
  row: PeriodUsage | TrialUsage,
  nowMs: number,
): UsageFigures {
  if ('tokensIncluded' in row) return periodFigures(account, usage, row, draw.wanted.tokens, nowMs);
  return trialFigures(account, row);
}

function isDrawer(caller: MeteredCaller): caller is MeteredCaller & Drawer {
  return caller.client.kind !== 'test';
}
