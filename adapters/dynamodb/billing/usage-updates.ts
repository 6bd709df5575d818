/**
 * The conditional writes of debits, settlements and request counts on usage rows
 * (docs/reference/billing.md#the-stored-conditions). core/billing/meter/usage-debit.ts decides what they may take; this
 * file only builds the expressions.
 */
import { dayAfter, dayOfMonth } from '../../../core/billing/meter/client-share.ts';
import type { CapLimits } from '../../../core/billing/meter/spending-cap.ts';
import type { ClientPlace } from '../../../core/billing/meter/take-back.ts';
import {
  TRIAL_USAGE_KEY,
  usageKeyOf,
  type UsageDebit,
  type PeriodDebit,
  type TrialDebit,
} from '../../../core/billing/meter/usage-debit.ts';
import type { RequestCount } from '../../../core/billing/accounts/usage.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../core/money.ts';
import { usageUpdate, type UsageExpression, type UsageUpdate } from './usage-expression.ts';
import { candidatesAttribute, clientAttributes, minuteAttribute, PLACES } from './usage-rows.ts';

/** Debits the usage row for the tokens and items of an answer, and for the reserves of parts to be researched. */
export function usageDebitUpdate(tableName: string, debit: UsageDebit): UsageUpdate {
  const expression = debit.kind === 'trial' ? trialExpression(debit) : periodExpression(debit);
  return usageUpdate(tableName, debit.accountId, usageKeyOf(debit), remembering(expression, debit.mark.id));
}

/** Counts only a request. It may create the row, without terms. */
export function requestCountUpdate(tableName: string, request: RequestCount): UsageUpdate {
  const expression = countingRequest(
    { set: {}, add: {}, condition: '', conditionNames: [], conditionValues: {} },
    request,
  );
  return usageUpdate(tableName, request.accountId, request.periodKey, expression);
}

/** How the research of reserved parts ended: charged because they were found, or released. */
export interface Settlement {
  readonly accountId: string;
  /** The usage row that the reserve was made on (`usageKeyOf` of its debit). */
  readonly usageKey: string;
  readonly parts: number;
  readonly outcome: 'found' | 'released';
  readonly share?: ClientPlace;
}

/**
 * Settles reserves without regard to the current cap. The condition fails if less is reserved, because they were
 * settled before.
 */
export function usageSettleUpdate(tableName: string, settlement: Settlement): UsageUpdate {
  const { accountId, usageKey, parts, outcome, share } = settlement;
  const held = usageKey === TRIAL_USAGE_KEY ? parts : parts * RESEARCH_PRICE_NANO_USD;
  const returned = outcome === 'released' ? share : undefined;
  const add: Record<string, number> = {
    reserved: -held,
    ...settledInto(settlement, held),
    ...(returned && { [clientAttributes(returned.number).research]: -held }),
  };
  const subtracted = Object.entries(add).flatMap(([name, amount]) => (amount < 0 ? [name] : []));
  return usageUpdate(tableName, accountId, usageKey, {
    set: {},
    add,
    ...(returned !== undefined &&
      returned.day !== null && {
        less: { [clientAttributes(returned.number, dayOfMonth(returned.day)).research]: held },
      }),
    condition: subtracted.map((name) => `#${name} >= :held`).join(' AND '),
    conditionNames: subtracted,
    conditionValues: { held },
  });
}

/** A trial's found part stays counted in `items`; a period's moves from reserved to charged. */
function settledInto({ usageKey, outcome }: Settlement, held: number): Record<string, number> {
  if (usageKey === TRIAL_USAGE_KEY) return outcome === 'found' ? {} : { items: -held };
  return outcome === 'found' ? { charged: held } : { research: -held, committed: -held };
}

function remembering(expression: UsageExpression, debitId: number): UsageExpression {
  return { ...expression, debitId, condition: `attribute_not_exists(#void) AND (${expression.condition})` };
}

function periodExpression(debit: PeriodDebit): UsageExpression {
  const expression = countingClient(debitExpression(debit), debit);
  return debit.request === undefined ? expression : countingRequest(expression, debit.request);
}

/** The expression with one more request in its minute, unless that minute is full; past minutes are removed. */
function countingRequest(
  expression: UsageExpression,
  { minute, atMost, outdated, candidates }: RequestCount,
): UsageExpression {
  const counter = minuteAttribute(minute);
  const within = `(attribute_not_exists(#${counter}) OR #${counter} < :rate)`;
  return {
    ...expression,
    add: {
      ...expression.add,
      [counter]: 1,
      ...(candidates !== undefined && { [candidatesAttribute(candidates.day)]: candidates.count }),
    },
    condition: expression.condition === '' ? within : `${within} AND (${expression.condition})`,
    conditionNames: [...expression.conditionNames, counter],
    conditionValues: { ...expression.conditionValues, rate: atMost },
    remove: [
      ...(expression.remove ?? []),
      ...outdated.map(minuteAttribute),
      ...(candidates?.outdated ?? []).map(candidatesAttribute),
    ],
  };
}

function debitExpression({ wanted, frozen, limits }: PeriodDebit): UsageExpression {
  const research = wanted.parts * RESEARCH_PRICE_NANO_USD;
  const cap = capCondition(limits);
  const fee = frozen.monthlyFeeNanoUsd;
  // A period that was opened without a fee gets none: this write then fails and is decided again on the period's terms.
  const sameFee = fee === undefined ? '' : ' AND #fee = :fee';
  const sameTerms = `#price = :price AND #included = :included${sameFee}${cap.condition === '' ? '' : ` AND ${cap.condition}`}`;
  const emptyRow = limits.kind === 'none' || limits.emptyRow;
  return {
    set: { price: frozen.priceNanoUsdPerToken, included: frozen.tokensIncluded, ...(fee !== undefined && { fee }) },
    add: {
      tokens: wanted.tokens,
      items: wanted.items,
      calls: 1,
      committed: wanted.tokens * frozen.priceNanoUsdPerToken + research,
      ...(research === 0 ? {} : { research, reserved: research }),
    },
    condition: emptyRow ? `attribute_not_exists(#price) OR (${sameTerms})` : sameTerms,
    conditionNames: ['price', 'included', ...(fee === undefined ? [] : ['fee']), ...cap.names],
    conditionValues: cap.values,
  };
}

/** Adds the debit to the figures of its client, if its budget allows it. */
function countingClient(expression: UsageExpression, { wanted, share }: PeriodDebit): UsageExpression {
  if (share === undefined) return expression;
  const { number, budget, places } = share.terms;
  const isNew = share.place === 'new';
  const isLimited = isNew && budget === null;
  const period = clientAttributes(number);
  const today = share.day === undefined ? undefined : clientAttributes(number, dayOfMonth(share.day));
  const researchNanoUsd = wanted.parts * RESEARCH_PRICE_NANO_USD;
  const add = Object.fromEntries(
    [period, ...(today === undefined ? [] : [today])].flatMap(({ tokens, research }) => [
      [tokens, wanted.tokens] as const,
      ...(researchNanoUsd === 0 ? [] : [[research, researchNanoUsd] as const]),
    ]),
  );
  const next = dayAfter(share);
  const bounded = today ?? period;
  const conditions = [
    `attribute_${isNew ? 'not_exists' : 'exists'}(#${period.tokens})`,
    ...(isLimited ? [`(attribute_not_exists(#${PLACES}) OR #${PLACES} < :places)`] : []),
    ...(next === undefined ? [] : [`attribute_not_exists(#${clientAttributes(number, dayOfMonth(next)).tokens})`]),
    ...withinBudget(bounded.tokens, share.tokensAtMost, ':shareTokens'),
    ...withinBudget(bounded.research, share.researchAtMost, ':shareResearch'),
  ];
  return {
    ...expression,
    add: { ...expression.add, ...add, ...(isNew && { [PLACES]: 1 }) },
    condition: `(${expression.condition}) AND ${conditions.join(' AND ')}`,
    conditionNames: [
      ...expression.conditionNames,
      ...conditions.flatMap((condition) => [...condition.matchAll(/#(\w+)/g)].map(([, name]) => name ?? '')),
    ],
    conditionValues: {
      ...expression.conditionValues,
      ...(isLimited && { places }),
      ...(share.tokensAtMost !== undefined && { shareTokens: share.tokensAtMost }),
      ...(share.researchAtMost !== undefined && { shareResearch: share.researchAtMost }),
    },
    remove: [
      ...(expression.remove ?? []),
      ...share.outdated.flatMap((day) => Object.values(clientAttributes(number, day))),
    ],
  };
}

/** Figures that the row does not have yet are 0, which a negative bound must not let pass. */
function withinBudget(name: string, atMost: number | undefined, value: string): string[] {
  if (atMost === undefined) return [];
  const within = `#${name} <= ${value}`;
  return [atMost < 0 ? within : `(attribute_not_exists(#${name}) OR ${within})`];
}

function capCondition(limits: CapLimits): { condition: string; names: string[]; values: Record<string, number> } {
  switch (limits.kind) {
    case 'none':
      return { condition: '', names: [], values: {} };
    case 'tokens':
      return {
        condition: '(#committed <= :committedAtMost OR #tokens <= :tokensAtMost)',
        names: ['committed', 'tokens'],
        values: { committedAtMost: limits.committedAtMost, tokensAtMost: limits.tokensAtMost },
      };
    case 'research': {
      // A row that only the meter wrote to has no research yet; that counts as 0, which a negative bound must not let
      // pass.
      const within = '#research <= :researchAtMost';
      const research = limits.researchAtMost < 0 ? within : `(attribute_not_exists(#research) OR ${within})`;
      return {
        condition: `#committed <= :committedAtMost AND ${research}`,
        names: ['committed', 'research'],
        values: { committedAtMost: limits.committedAtMost, researchAtMost: limits.researchAtMost },
      };
    }
  }
}

function trialExpression({ wanted, itemsAtMost }: TrialDebit): UsageExpression {
  return {
    set: {},
    add: {
      items: wanted.items + wanted.parts,
      tokens: wanted.tokens,
      calls: 1,
      ...(wanted.parts === 0 ? {} : { reserved: wanted.parts }),
    },
    condition: 'attribute_not_exists(#items) OR #items <= :itemsAtMost',
    conditionNames: ['items'],
    conditionValues: { itemsAtMost },
  };
}
