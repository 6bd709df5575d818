/** Decides which budgets of keys and assistant sign-ins their owners are told about: 80 and 100 %, each once for a day or billing period. */
import type { Member } from '../../access/people/person.ts';
import { budgetReaches, HIGH_PERCENT } from '../../billing/meter/budget-reach.ts';
import { budgetStanding } from '../../billing/meter/client-share.ts';
import { periodAt } from '../../billing/meter/periods.ts';
import { tokensPerRecord } from '../../billing/meter/usage-figures.ts';
import { budgetText } from '../../billing/plans/budget.ts';
import type { ClientRecord } from '../../billing/plans/caller.ts';
import type { Account } from '../../billing/plans/plan.ts';
import type { UsageSnapshot } from '../../billing/plans/usage.ts';
import { numberText } from '../../format.ts';
import { formatUsd } from '../../money.ts';
import { dayOf, minuteText } from '../../time.ts';
import { nameInEmail } from './name-in-email.ts';
import type { Notice, ReportedShare } from './notice.ts';

/** By client number, so that a new sign-in of the same member and assistant is not told about again. */
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
  // Of the sign-ins with the same number, the last one is named.
  const spending = new Map(
    facts.clients.flatMap((client) =>
      client.number === undefined || client.revokedAtMs !== null ? [] : [[client.number, client] as const],
    ),
  );
  const told = [...spending].flatMap(([number, client]) => {
    const reached = shareToTell(before[number], client, facts, nowMs);
    return reached === undefined ? [] : [{ number, ...reached }];
  });
  return {
    notices: told.flatMap(({ notice }) => (notice === undefined ? [] : [notice])),
    // Marks of earlier days and periods are dropped.
    marks: Object.fromEntries(told.map(({ number, mark }) => [number, mark])),
  };
}

/** Returns undefined if the budget was not reached in its current day or period. */
function shareToTell(
  before: ReportedShare | undefined,
  client: ClientRecord,
  facts: BudgetFacts,
  nowMs: number,
): { readonly notice?: Notice; readonly mark: ReportedShare } | undefined {
  const { account, usage } = facts;
  const standing = budgetStanding({ account, usage, client }, nowMs);
  if (standing === null) return undefined;
  const { every, tokens, researchCents, resetsAtMs } = standing;
  const span = every === 'day' ? `d${dayOf(resetsAtMs - 1)}` : `p${periodAt(account.anchorDay, nowMs).key}`;
  // A changed budget is another one.
  const of = `${span}:${tokens ?? 'none'}:${researchCents ?? 'none'}`;
  const [nearest] = budgetReaches(standing, tokensPerRecord(account, usage, nowMs));
  const known = before?.of === of ? before : undefined;
  if (nearest === undefined || (!nearest.isUsedUp && nearest.percent < HIGH_PERCENT)) return known && { mark: known };
  const percent = nearest.isUsedUp ? 100 : HIGH_PERCENT;
  if (known !== undefined && known.percent >= percent) return { mark: known };
  const isSignIn = client.grant !== undefined;
  const name = nameInEmail(client.name, client.clientId, NAME_CHARACTERS);
  const amount = nearest.unit === 'tokens' ? numberText : formatUsd;
  const used = `${amount(nearest.used)} of ${amount(nearest.most)} ${nearest.unit === 'tokens' ? 'tokens' : 'for research'}`;
  const whose = isSignIn ? 'this sign-in' : 'this key';
  const anew = minuteText(resetsAtMs);
  const goesOn = 'Free tools and all other keys and sign-ins go on.';
  const sentence = nearest.isUsedUp
    ? `The budget of “${name}” is used up: ${used}.\nCalls of ${whose} that would pass it are refused, free of charge, until it begins anew at ${anew} or an owner raises it. ${goesOn}`
    : `${HIGH_PERCENT} % of the budget of “${name}” is used: ${used}.\nAt its end, calls of ${whose} that would pass it are refused, free of charge, until it begins anew at ${anew}. ${goesOn}`;
  const member = facts.members.find(({ personId }) => personId === client.grant?.personId);
  const isOwn = client.number !== undefined && account.budgets?.has(client.number) === true;
  return {
    mark: { of, percent },
    notice: {
      about: 'budget',
      event: `budget:${client.clientId}:${isSignIn ? 'sign-in' : 'key'}:${of}:${percent}`,
      sentence,
      facts: [
        isSignIn ? ['Assistant', name] : ['Key', name],
        ...(member === undefined ? [] : [['Sign-in of', member.email] as [string, string]]),
        ['Budget', `${budgetText(standing) ?? ''}${isOwn ? '' : ', as every sign-in without one of its own'}`],
        ['Begins anew', anew],
      ],
    },
  };
}
