/**
 * Decides which budgets of keys and assistant sign-ins their owners are told about: 80 and 100 % of each bound, each
 * once for a day or billing period.
 */
import type { Member } from '../../access/people/person.ts';
import { budgetReaches, HIGH_PERCENT, type BudgetReach } from '../../billing/meter/budget-reach.ts';
import { budgetStanding, type BudgetStanding } from '../../billing/meter/client-share.ts';
import { periodAt } from '../../billing/meter/periods.ts';
import { tokensPerRecord } from '../../billing/meter/usage-figures.ts';
import { budgetText } from '../../billing/plans/budget.ts';
import type { ClientRecord } from '../../billing/accounts/caller.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { UsageSnapshot } from '../../billing/accounts/usage.ts';
import { numberText } from '../../number-text.ts';
import { formatUsd } from '../../money.ts';
import { dayOf, minuteText } from '../../time.ts';
import { nameInEmail } from './name-in-email.ts';
import type { Notice, ReportedShare } from './notice.ts';

/**
 * By client number and bound, so that a new sign-in of the same member and assistant is not told about again. Older
 * marks, without the bound, are of both.
 */
export type BudgetMarks = Readonly<Record<string, ReportedShare>>;

export interface BudgetFacts {
  readonly account: Account;
  readonly usage: UsageSnapshot;
  /** Empty if the account has no budget. */
  readonly clients: readonly ClientRecord[];
  readonly members: readonly Pick<Member, 'personId' | 'email'>[];
}

/** The most characters of the name of a key or assistant. */
const NAME_CHARACTERS = 60;

/** Returns whether a budget could apply to a client of the account. */
export function hasBudgets({ budgets, signInBudget }: Account): boolean {
  return (budgets?.size ?? 0) > 0 || (signInBudget ?? null) !== null;
}

export function budgetNotices(
  before: BudgetMarks,
  facts: BudgetFacts,
  nowMs: number,
): { readonly notices: readonly Notice[]; readonly marks: BudgetMarks } {
  const numbered = facts.clients.flatMap((client) =>
    client.number === undefined || client.revokedAtMs !== null ? [] : [[client.number, client] as const],
  );
  // Of the clients with the same number, the one created last is named.
  const spending = new Map(numbered.toSorted(([, a], [, b]) => a.createdAtMs - b.createdAtMs));
  const bounds = [...spending].flatMap(([number, client]) => boundsToTell(before, { ...client, number }, facts, nowMs));
  return {
    notices: bounds.flatMap(({ notice }) => (notice === undefined ? [] : [notice])),
    // Marks of earlier days and periods are dropped.
    marks: Object.fromEntries(bounds.map(({ at, mark }) => [at, mark])),
  };
}

interface ToldBound {
  /** Its place among the marks. */
  readonly at: string;
  readonly mark: ReportedShare;
  readonly notice?: Notice;
}

/**
 * Returns each bound of the budget that was told about in its current day or period, now or before; the one nearest its
 * end first.
 */
function boundsToTell(
  before: BudgetMarks,
  client: ClientRecord & { readonly number: string },
  facts: BudgetFacts,
  nowMs: number,
): readonly ToldBound[] {
  const { account, usage } = facts;
  const standing = budgetStanding({ account, usage, client }, nowMs);
  if (standing === null) return [];
  const { every, tokens, researchCents, resetsAtMs } = standing;
  const span = every === 'day' ? `d${dayOf(resetsAtMs - 1)}` : `p${periodAt(account.anchorDay, nowMs).key}`;
  // A changed budget is another one.
  const of = `${span}:${tokens ?? 'none'}:${researchCents ?? 'none'}`;
  return budgetReaches(standing, tokensPerRecord(account, usage, nowMs)).flatMap((reach) => {
    const at = `${client.number}:${reach.unit}`;
    const known = [before[at], before[client.number]].find((mark) => mark?.of === of);
    const percent = reach.isUsedUp ? 100 : reach.percent < HIGH_PERCENT ? 0 : HIGH_PERCENT;
    if (percent <= (known?.percent ?? 0)) return known === undefined ? [] : [{ at, mark: known }];
    return [{ at, mark: { of, percent }, notice: noticeOf({ reach, percent, of, standing }, client, facts) }];
  });
}

interface Reached {
  readonly reach: BudgetReach;
  readonly percent: number;
  /** Names the budget and its day or period. */
  readonly of: string;
  readonly standing: BudgetStanding;
}

function noticeOf(
  { reach, percent, of, standing }: Reached,
  client: ClientRecord,
  { account, members }: BudgetFacts,
): Notice {
  const isSignIn = client.signIn !== undefined;
  const name = nameInEmail(client.name, client.clientId, NAME_CHARACTERS);
  const amount = reach.unit === 'tokens' ? numberText : formatUsd;
  const used = `${amount(reach.used)} of ${amount(reach.most)} ${reach.unit === 'tokens' ? 'tokens' : 'for research'}`;
  const whose = isSignIn ? 'this sign-in' : 'this key';
  const anew = minuteText(standing.resetsAtMs);
  const goesOn = 'Free tools and all other keys and sign-ins go on.';
  const sentence = reach.isUsedUp
    ? `The budget of “${name}” is used up: ${used}.\nCalls of ${whose} that would pass it are refused, free of charge, until it begins anew at ${anew} or an owner raises it. ${goesOn}`
    : `${HIGH_PERCENT} % of the budget of “${name}” is used: ${used}.\nAt its end, calls of ${whose} that would pass it are refused, free of charge, until it begins anew at ${anew}. ${goesOn}`;
  const member = members.find(({ personId }) => personId === client.signIn?.personId);
  const isOwn = client.number !== undefined && account.budgets?.has(client.number) === true;
  return {
    about: 'budget',
    event: `budget:${client.clientId}:${isSignIn ? 'sign-in' : 'key'}:${of}:${reach.unit}:${percent}`,
    sentence,
    facts: [
      isSignIn ? ['Assistant', name] : ['Key', name],
      ...(member === undefined ? [] : [['Sign-in of', member.email] as [string, string]]),
      ['Budget', `${budgetText(standing) ?? ''}${isOwn ? '' : ', as every sign-in without one of its own'}`],
      ['Begins anew', anew],
    ],
  };
}
