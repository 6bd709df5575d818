/** Builds the expressions of a write on a usage row, in the form of an UpdateItem and of a transaction's item alike. */
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { usageKey } from '../accounts-table/account-keys.ts';
import { clientAttributes, RECENT_DEBITS, voidAttribute } from './usage-rows.ts';

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

export interface UsageExpression {
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

export function usageUpdate(
  tableName: string,
  accountId: string,
  key: string,
  expression: UsageExpression,
): UsageUpdate {
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
 * The new id comes first and the earlier ones shift by one: each attribute takes the value that its neighbor had before
 * the write.
 */
function rememberedSets(): string[] {
  return RECENT_DEBITS.map((name, place) =>
    place === 0 ? `#${name} = :debit` : `#${name} = if_not_exists(#${RECENT_DEBITS[place - 1]}, :none)`,
  );
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
