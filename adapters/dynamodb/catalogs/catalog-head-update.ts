/**
 * The conditional writes on a catalog's head, as entries for an UpdateItem or a transaction. This file only builds the
 * expressions; dynamo-catalog-store.ts says what they are for.
 */
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { isToCheck, type CatalogKey, type CatalogRow } from '../../../core/catalogs/rows/catalog.ts';
import { catalogKey, countName, decideCountOf, TO_CHECK } from './catalog-rows.ts';

export interface HeadChange {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly add?: Readonly<Record<string, number>>;
  /** `#status` is the only name that it may put in a placeholder. */
  readonly condition: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Returns undefined for an id that no catalog can have. The condition always requires that the head belongs to this
 * catalog.
 */
export function headUpdate(
  tableName: string,
  key: CatalogKey,
  { set = {}, add = {}, condition, values }: HeadChange,
): { readonly Update: UpdateCommandInput & { readonly UpdateExpression: string } } | undefined {
  const Key = catalogKey(key);
  if (Key === undefined) return undefined;
  const sets = Object.keys(set).map((name) => `#${name} = :set_${name}`);
  const adds = Object.keys(add).map((name) => `#${name} :add_${name}`);
  const names = [...Object.keys(set), ...Object.keys(add), ...(condition.includes('#status') ? ['status'] : [])];
  return {
    Update: {
      TableName: tableName,
      Key,
      UpdateExpression: [
        ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
        ...(adds.length > 0 ? [`ADD ${adds.join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: `catalog_id = :id AND ${condition}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ':id': key.catalogId,
        ...prefixed(':set_', set),
        ...prefixed(':add_', add),
        ...prefixed(':', values),
      },
    },
  };
}

/** The statuses in which rows are appended to a catalog. */
export const IN_STATUS = {
  importing: {
    condition: '#status IN (:queued, :processing, :failed)',
    values: { queued: 'queued', processing: 'processing', failed: 'failed' },
  },
  cancelled: { condition: '#status = :cancelled', values: { cancelled: 'cancelled' } },
};

/** An import that resumes after a failure has not ended. */
export const NO_END = { importing: { completed_at_ms: null, failure: null }, cancelled: {} };

type Counted = Pick<CatalogRow, 'outcome' | 'candidates' | 'contradictions' | 'notFitted' | 'itemId' | 'isCorrected'>;

export function addedCounts(rows: readonly Counted[]): Record<string, number> {
  const added: Record<string, number> = {};
  for (const row of rows) addCounts(added, row, 1);
  return added;
}

/** Returns what the changed rows add to each of the head's counts; 0 where additions and removals cancel out. */
export function movedCounts(moves: readonly { readonly before: Counted; readonly after: Counted }[]) {
  const added: Record<string, number> = {};
  for (const { before, after } of moves) {
    addCounts(added, before, -1);
    addCounts(added, after, 1);
  }
  return added;
}

function addCounts(added: Record<string, number>, row: Counted, by: 1 | -1): void {
  const decide = decideCountOf(row);
  const check = isToCheck(row) ? [TO_CHECK] : [];
  for (const name of [countName(row.outcome), ...(decide === undefined ? [] : [decide]), ...check]) {
    added[name] = (added[name] ?? 0) + by;
  }
}

function prefixed(prefix: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));
}
