/**
 * The conditional writes that take amounts off a usage row again: a debit whose response was lost, and what an operator
 * decided. core/billing/meter/take-back.ts decides the step; this file only builds the expressions.
 */
import { dayOfMonth } from '../../../core/billing/meter/client-share.ts';
import {
  takenAmounts,
  type DebitKnowledge,
  type DecidedStep,
  type TakenAmounts,
  type TakeBackStep,
} from '../../../core/billing/meter/take-back.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import { usageUpdate, type UsageUpdate } from './usage-expression.ts';
import { clientAttributes, minuteAttribute, RECENT_DEBITS, voidAttribute } from './usage-rows.ts';

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

/** The same rule as `covers` in core/billing/meter/take-back.ts. */
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
