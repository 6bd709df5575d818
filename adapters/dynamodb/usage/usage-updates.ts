/**
 * The conditional writes on usage rows (docs/billing.md#the-stored-conditions), as entries that fit an UpdateItem and a transaction alike.
 * What they may take is decided in core/billing/usage-debit.ts; here stands only how DynamoDB is told.
 */
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  TRIAL_USAGE_KEY,
  usageKeyOf,
  type UsageDebit,
  type PeriodDebit,
  type TrialDebit,
} from '../../../core/billing/usage-debit.ts';
import type { CapLimits } from '../../../core/billing/spending-cap.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../core/money.ts';
import type { RequestCount } from '../../../core/accounts/usage.ts';
import { usageKey } from '../accounts-table/account-keys.ts';
import { minuteAttribute } from './usage-rows.ts';

/** The `Update` member of a transaction's item; the same fields make an UpdateItem. */
export interface UsageUpdate extends Pick<
  UpdateCommandInput,
  'TableName' | 'Key' | 'ReturnValuesOnConditionCheckFailure'
> {
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ExpressionAttributeValues: Record<string, number>;
}

/** Debits on the usage row: tokens and items of an answer, and the reserves of parts to be researched. */
export function usageReserveUpdate(tableName: string, debit: UsageDebit): UsageUpdate {
  const expression = debit.kind === 'trial' ? trialExpression(debit) : periodExpression(debit);
  return usageUpdate(tableName, debit.accountId, usageKeyOf(debit), expression);
}

/** Counts a request alone. It may bring the row into being, without terms. */
export function requestCountUpdate(tableName: string, request: RequestCount): UsageUpdate {
  const expression = countingRequest(
    { set: {}, add: {}, condition: '', conditionNames: [], conditionValues: {} },
    request,
  );
  return usageUpdate(tableName, request.accountId, request.periodKey, expression);
}

/** How the research of parts that were reserved ended: charged, because they were found, or released. */
export interface Settlement {
  readonly accountId: string;
  /** The usage row that the reserve was made on (`usageKeyOf` of its debit). */
  readonly usageKey: string;
  readonly parts: number;
  readonly outcome: 'found' | 'released';
}

/** Settles reserves, whatever the cap is by now. Its condition fails when so much is not reserved: then it was settled before. */
export function usageSettleUpdate(tableName: string, settlement: Settlement): UsageUpdate {
  const { accountId, usageKey, parts } = settlement;
  const held = usageKey === TRIAL_USAGE_KEY ? parts : parts * RESEARCH_PRICE_NANO_USD;
  return usageUpdate(tableName, accountId, usageKey, {
    set: {},
    add: { reserved: -held, ...settledInto(settlement, held) },
    condition: '#reserved >= :held',
    conditionNames: ['reserved'],
    conditionValues: { held },
  });
}

/** A trial's found part stays counted in `items`; a period's goes from reserved to charged. */
function settledInto({ usageKey, outcome }: Settlement, held: number): Record<string, number> {
  if (usageKey === TRIAL_USAGE_KEY) return outcome === 'found' ? {} : { items: -held };
  return outcome === 'found' ? { charged: held } : { research: -held, committed: -held };
}

interface UsageExpression {
  /** Attributes that the first write of the row sets for good. */
  readonly set: Readonly<Record<string, number>>;
  readonly add: Readonly<Record<string, number>>;
  readonly condition: string;
  readonly conditionNames: readonly string[];
  readonly conditionValues: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
}

function periodExpression(debit: PeriodDebit): UsageExpression {
  const expression = drawExpression(debit);
  return debit.request === undefined ? expression : countingRequest(expression, debit.request);
}

/** The expression with one request more in its minute, unless that is full; minutes that are over are removed. */
function countingRequest(expression: UsageExpression, { minute, atMost, outdated }: RequestCount): UsageExpression {
  const counter = minuteAttribute(minute);
  const within = `(attribute_not_exists(#${counter}) OR #${counter} < :rate)`;
  return {
    ...expression,
    add: { ...expression.add, [counter]: 1 },
    condition: expression.condition === '' ? within : `${within} AND (${expression.condition})`,
    conditionNames: [...expression.conditionNames, counter],
    conditionValues: { ...expression.conditionValues, rate: atMost },
    remove: outdated.map(minuteAttribute),
  };
}

function drawExpression({ wanted, frozen, limits }: PeriodDebit): UsageExpression {
  const research = wanted.parts * RESEARCH_PRICE_NANO_USD;
  const cap = capCondition(limits);
  const sameTerms = `#price = :price AND #included = :included${cap.condition === '' ? '' : ` AND ${cap.condition}`}`;
  const emptyRow = limits.kind === 'none' || limits.emptyRow;
  return {
    set: { price: frozen.priceNanoUsdPerToken, included: frozen.tokensIncluded },
    add: {
      tokens: wanted.tokens,
      items: wanted.items,
      calls: 1,
      committed: wanted.tokens * frozen.priceNanoUsdPerToken + research,
      ...(research === 0 ? {} : { research, reserved: research }),
    },
    condition: emptyRow ? `attribute_not_exists(#price) OR (${sameTerms})` : sameTerms,
    conditionNames: ['price', 'included', ...cap.names],
    conditionValues: cap.values,
  };
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
      // A row that only the meter wrote to has no research yet; that counts as 0, which a negative bound must not let pass.
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

function usageUpdate(tableName: string, accountId: string, key: string, expression: UsageExpression): UsageUpdate {
  const { set, add, remove = [] } = expression;
  const sets = Object.keys(set).map((name) => `#${name} = if_not_exists(#${name}, :${name})`);
  const adds = Object.keys(add).map((name) => `#${name} :add_${name}`);
  const names = [...new Set([...Object.keys(set), ...Object.keys(add), ...expression.conditionNames, ...remove])];
  return {
    TableName: tableName,
    Key: usageKey(accountId, key),
    UpdateExpression: [
      clause('SET', sets),
      clause('ADD', adds),
      clause(
        'REMOVE',
        remove.map((name) => `#${name}`),
      ),
    ].join(' '),
    ConditionExpression: expression.condition,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...prefixed(':', set),
      ...prefixed(':add_', add),
      ...prefixed(':', expression.conditionValues),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}

function clause(keyword: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `${keyword} ${parts.join(', ')}`;
}

function prefixed(prefix: string, values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));
}
