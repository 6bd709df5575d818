/**
 * The conditional writes on usage rows (docs/reference/billing.md#the-stored-conditions), as entries that fit an
 * UpdateItem and a transaction alike. core/billing/meter/usage-debit.ts decides what they may take; this file only
 * builds the expressions.
 */
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  TRIAL_USAGE_KEY,
  usageKeyOf,
  type UsageDebit,
  type PeriodDebit,
  type TrialDebit,
} from '../../../core/billing/meter/usage-debit.ts';
import {
  takenAmounts,
  type ClientPlace,
  type DebitKnowledge,
  type DecidedStep,
  type TakenAmounts,
  type TakeBackStep,
} from '../../../core/billing/meter/take-back.ts';
import { dayAfter, dayOfMonth } from '../../../core/billing/meter/client-share.ts';
import type { CapLimits } from '../../../core/billing/meter/spending-cap.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../core/money.ts';
import type { RequestCount } from '../../../core/billing/accounts/usage.ts';
import { usageKey } from '../accounts-table/account-keys.ts';
import {
  candidatesAttribute,
  clientAttributes,
  minuteAttribute,
  PLACES,
  RECENT_DEBITS,
  voidAttribute,
} from './usage-rows.ts';

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

/** Debits the usage row for the tokens and items of an answer, and for the reserves of parts to be researched. */
export function usageDebitUpdate(tableName: string, debit: UsageDebit): UsageUpdate {
  const expression = debit.kind === 'trial' ? trialExpression(debit) : periodExpression(debit);
  return usageUpdate(tableName, debit.accountId, usageKeyOf(debit), remembering(expression, debit.mark.id));
}

/** Longer than any write can be in transit: DynamoDB refuses a signature after a few minutes. */
const KEPT_VOID_MINUTES = 60;

/** The attributes that the first debit of a period creates and later ones add to. */
const BILLED_ATTRIBUTES = [
  'price',
  'included',
  'fee',
  'tokens',
  'items',
  'calls',
  'research',
  'reserved',
  'charged',
  'committed',
];

/** What shows that a debit was written or not: the row's own list, or the receipt in the same transaction. */
type ProvenBy = 'list' | 'receipt';

/**
 * Takes a debit back and voids it. The condition fails when the debit was already void, when a figure would become
 * negative, or when the row no longer shows what the step was decided from; other debits of the account do not
 * interfere.
 */
export function usageTakeBackUpdate(
  tableName: string,
  debit: UsageDebit,
  { step, known }: DecidedStep,
  voids: ReadonlyMap<string, number>,
  provenBy: ProvenBy = 'list',
): UsageUpdate {
  const mine = voidAttribute(debit.mark.id);
  const outdated = [...voids].filter(([, minute]) => minute <= debit.mark.minute - KEPT_VOID_MINUTES);
  const conditions = [
    { condition: `attribute_not_exists(#${mine})`, names: [], values: {} },
    ...(provenBy === 'list' ? listConditions(debit, step, known) : []),
    ...amountConditions(debit, step),
  ];
  return usageUpdate(tableName, debit.accountId, usageKeyOf(debit), {
    set: { [mine]: debit.mark.minute },
    add: addedBy(debit, step),
    less: step === 'take' || step === 'reopen' ? dayAmounts(takenAmounts(debit)) : {},
    condition: conditions.map(({ condition }) => condition).join(' AND '),
    conditionNames: conditions.flatMap(({ names }) => names),
    conditionValues: Object.assign({}, ...conditions.map(({ values }) => values)) as Record<string, number>,
    remove: [...outdated.map(([name]) => name), ...(step === 'reopen' ? BILLED_ATTRIBUTES : [])],
  });
}

function addedBy(debit: UsageDebit, step: TakeBackStep): Record<string, number> {
  if (step === 'void') return requestOf(debit);
  const amounts = takenAmounts(debit);
  if (step === 'take') return negated(amountsOnRow(amounts));
  // A period that is opened again keeps the places of its clients, which then have nothing.
  return step === 'reopen' ? negated(clientAmounts(amounts)) : {};
}

/** The amounts by the row's attributes. Those of a day may be gone, and are in `dayAmounts`. */
function amountsOnRow({ share, ...amounts }: Partial<TakenAmounts>): Record<string, number> {
  return { ...amounts, ...clientAmounts({ share, ...amounts }) };
}

function clientAmounts({ share, tokens = 0 }: Partial<TakenAmounts>): Record<string, number> {
  return share === undefined ? {} : { [clientAttributes(share.number).tokens]: tokens };
}

function dayAmounts({ share, tokens = 0 }: Partial<TakenAmounts>): Record<string, number> {
  if (share === undefined || share.day === null) return {};
  return { [clientAttributes(share.number, dayOfMonth(share.day)).tokens]: tokens };
}

/**
 * Subtracts what an operator decided to take back. The condition fails if a figure would become negative.
 * @param voided a debit to make void
 */
export function usageSubtraction(
  tableName: string,
  { accountId, usageKey }: { readonly accountId: string; readonly usageKey: string },
  amounts: Partial<TakenAmounts>,
  voided?: { readonly debitId: number; readonly minute: number },
): UsageUpdate {
  const mine = voided && voidAttribute(voided.debitId);
  const onRow = amountsOnRow(amounts);
  const conditions = [
    ...rowHolds(onRow),
    ...(mine === undefined ? [] : [{ condition: `attribute_not_exists(#${mine})`, names: [mine], values: {} }]),
  ];
  return usageUpdate(tableName, accountId, usageKey, {
    set: mine === undefined ? {} : { [mine]: voided?.minute ?? 0 },
    add: negated(onRow),
    less: dayAmounts(amounts),
    condition: conditions.map(({ condition }) => condition).join(' AND '),
    conditionNames: conditions.flatMap(({ names }) => names),
    conditionValues: onRow,
  });
}

function negated(amounts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, -amount]));
}

/** The same rule as `holds` in core/billing/meter/take-back.ts. */
function rowHolds(amounts: Readonly<Record<string, number>>): Condition[] {
  return Object.entries(amounts).map(([name, amount]) => ({
    condition: `#${name} >= :${name}`,
    names: [name],
    values: { [name]: amount },
  }));
}

/** A debit that did not land did not count its request: a call that fails counts in the rate all the same. */
function requestOf(debit: UsageDebit): Record<string, number> {
  return debit.kind === 'trial' || debit.request === undefined ? {} : { [minuteAttribute(debit.request.minute)]: 1 };
}

interface Condition {
  readonly condition: string;
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, number>>;
}

/**
 * The list still shows what was decided from it. A debit that a row listed before stays written, so nothing more is
 * required.
 */
function listConditions({ mark }: UsageDebit, step: TakeBackStep, known: DebitKnowledge): Condition[] {
  if (known.isWritten) return [];
  const listed = {
    condition: step === 'take' ? isListed('debit') : `NOT ${isListed('debit')}`,
    names: RECENT_DEBITS,
    values: { debit: mark.id },
  };
  return step === 'void' ? [listed, showsAllSince(known.absentAfter)] : [listed];
}

/**
 * The same rule as `void` in core/billing/meter/take-back.ts: otherwise a debit that landed late may have been pushed
 * off the list.
 */
function showsAllSince(after: number | undefined): Condition {
  const oldest = RECENT_DEBITS[RECENT_DEBITS.length - 1] ?? '';
  const hasRoom = `attribute_not_exists(#${oldest}) OR #${oldest} = :zero`;
  return after === undefined
    ? { condition: `(${hasRoom})`, names: [oldest], values: { zero: 0 } }
    : { condition: `(${hasRoom} OR ${isListed('after')})`, names: RECENT_DEBITS, values: { zero: 0, after } };
}

function isListed(value: string): string {
  return `(${RECENT_DEBITS.map((name) => `#${name} = :${value}`).join(' OR ')})`;
}

/** No figure becomes negative, and only the first debit of a period reopens it. */
function amountConditions(debit: UsageDebit, step: TakeBackStep): Condition[] {
  if (step !== 'take' && step !== 'reopen') return [];
  const { tokens, items } = debit.wanted;
  const only = { names: ONLY_DEBIT_NAMES, values: { one: 1, zero: 0, tokens, items } };
  const amounts = takenAmounts(debit);
  if (step === 'reopen') return [{ condition: `(${ONLY_DEBIT})`, ...only }, ...rowHolds(clientAmounts(amounts))];
  const within = rowHolds(amountsOnRow(amounts));
  return debit.kind === 'trial' ? within : [...within, { condition: `NOT (${ONLY_DEBIT})`, ...only }];
}

/** The same rule as `isOnlyDebit` in core/billing/meter/take-back.ts. */
const ONLY_DEBIT =
  '#calls = :one AND #tokens = :tokens AND #items = :items AND (attribute_not_exists(#research) OR #research = :zero)';
const ONLY_DEBIT_NAMES = ['calls', 'tokens', 'items', 'research'];

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

interface UsageExpression {
  /** Attributes that the first write of the row sets permanently. */
  readonly set: Readonly<Record<string, number>>;
  readonly add: Readonly<Record<string, number>>;
  /**
   * Subtracted from a client's figures of a day. They may be gone, because the day is over; they then begin with the
   * client's figures of the period, which contain all that can still be subtracted from the day, so they never become
   * negative. Nothing reads the figures of such a day.
   */
  readonly less?: Readonly<Record<string, number>>;
  readonly condition: string;
  readonly conditionNames: readonly string[];
  readonly conditionValues: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
  /** The debit that the row remembers from this write on, unless it was voided. */
  readonly debitId?: number;
}

function remembering(expression: UsageExpression, debitId: number): UsageExpression {
  return { ...expression, debitId, condition: `attribute_not_exists(#void) AND (${expression.condition})` };
}

/**
 * The new id comes first and the earlier ones shift by one: each attribute takes the value that its neighbor had before
 * the write.
 */
function rememberedSets(): string[] {
  return RECENT_DEBITS.map((name, place) =>
    place === 0 ? `#${name} = :debit` : `#${name} = if_not_exists(#${RECENT_DEBITS[place - 1]}, :none)`,
  );
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

function usageUpdate(tableName: string, accountId: string, key: string, expression: UsageExpression): UsageUpdate {
  const { set, add, less = {}, remove = [], debitId } = expression;
  const sets = [
    ...Object.keys(set).map((name) => `#${name} = if_not_exists(#${name}, :${name})`),
    ...Object.keys(less).map((name) => `#${name} = if_not_exists(#${name}, #${wholeOf(name)}) - :less_${name}`),
    ...(debitId === undefined ? [] : rememberedSets()),
  ];
  const adds = Object.keys(add).map((name) => `#${name} :add_${name}`);
  const recent = debitId === undefined ? [] : RECENT_DEBITS;
  const wholes = Object.keys(less).map(wholeOf);
  const names = [
    ...new Set([
      ...[set, add, less].flatMap(Object.keys),
      ...wholes,
      ...expression.conditionNames,
      ...remove,
      ...recent,
    ]),
  ];
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
    ExpressionAttributeNames: {
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ...(debitId === undefined ? {} : { '#void': voidAttribute(debitId) }),
    },
    ExpressionAttributeValues: {
      ...(debitId === undefined ? {} : { ':debit': debitId, ':none': 0 }),
      ...prefixed(':', set),
      ...prefixed(':add_', add),
      ...prefixed(':less_', less),
      ...prefixed(':', expression.conditionValues),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}

/**
 * Returns the client's attribute of the period with what its attribute of a day is part of: `T00` of `D00I`, `R00` of
 * `E00I`.
 */
function wholeOf(ofDay: string): string {
  const { tokens, research } = clientAttributes(ofDay.slice(1, 3));
  return ofDay.startsWith('D') ? tokens : research;
}

function clause(keyword: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `${keyword} ${parts.join(', ')}`;
}

function prefixed(prefix: string, values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));
}
