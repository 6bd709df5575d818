/**
 * Counts the parts that an account has open, and those that were not found for it today. The rows change in the
 * transaction of the requests they count, so they cannot disagree with them.
 * core/sourcing/enrichment/enrichment-request.ts decides what counts.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { isOpen } from '../../../core/sourcing/enrichment/enrichment-request.ts';
import type { RequestChange, ResearchLoad } from '../../../core/sourcing/enrichment/enrichment-store.ts';
import { researchDayKey, researchLoadKey } from '../accounts-table/account-keys.ts';
import { rowId, type Row, type RowKey } from '../client/row-key.ts';
import type { TransactItem } from '../client/transact-write.ts';
import { DAY_MS, dayOf } from '../../../core/time.ts';

/** Outlives all reads of the row. */
const DAY_ROW_LIVES_MS = 3 * DAY_MS;

const loadRowSchema = z.object({ open: z._default(z.number(), 0) });
const dayRowSchema = z.object({ not_found: z._default(z.number(), 0) });

export function researchLoadKeys(accountId: string, nowMs: number): readonly RowKey[] {
  return [researchLoadKey(accountId), researchDayKey(accountId, dayOf(nowMs))];
}

/** @param rows by `rowId`, with those of `researchLoadKeys` among them if they exist */
export function readResearchLoad(accountId: string, nowMs: number, rows: ReadonlyMap<string, Row>): ResearchLoad {
  const [load, day] = researchLoadKeys(accountId, nowMs).map((key) => rows.get(rowId(key)) ?? {});
  return { open: loadRowSchema.parse(load).open, notFoundToday: dayRowSchema.parse(day).not_found };
}

/** The number of open requests in a row that a condition was tested against. */
export function readRefusedLoad(item: Readonly<Record<string, AttributeValue>> | undefined): number {
  return Number(item?.['open']?.N ?? 0);
}

/**
 * Returns the update that the changes make to the row of open requests; undefined if none. The write is refused when
 * more than `maxOpen` would be open.
 */
export function openUpdate(
  tableName: string,
  accountId: string,
  changes: readonly RequestChange[],
  maxOpen: number,
): TransactItem | undefined {
  const opened = changes.filter(({ before, after }) => counts(after) && !counts(before)).length;
  const ended = changes.filter(({ before, after }) => counts(before) && !counts(after)).length;
  if (opened === ended) return undefined;
  const bound = {
    ConditionExpression: 'attribute_not_exists(#open) OR #open <= :atMost',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  return {
    Update: {
      TableName: tableName,
      Key: researchLoadKey(accountId),
      UpdateExpression: 'ADD #open :more',
      ExpressionAttributeNames: { '#open': 'open' },
      ExpressionAttributeValues: { ':more': opened - ended, ...(opened > 0 && { ':atMost': maxOpen - opened }) },
      ...(opened > 0 && bound),
    },
  };
}

/** Counts the parts that were not found, on the day they ended; undefined when there are none. */
export function notFoundUpdate(
  tableName: string,
  accountId: string,
  changes: readonly RequestChange[],
): TransactItem | undefined {
  const ended = changes.filter(({ before, after }) => counts(before) && after.state === 'not_found');
  const settledAtMs = ended[0]?.after.settledAtMs ?? null;
  if (settledAtMs === null) return undefined;
  return {
    Update: {
      TableName: tableName,
      Key: researchDayKey(accountId, dayOf(settledAtMs)),
      UpdateExpression: 'SET expires_at = :expires ADD not_found :more',
      ExpressionAttributeValues: {
        ':expires': Math.ceil((settledAtMs + DAY_ROW_LIVES_MS) / 1000),
        ':more': ended.length,
      },
    },
  };
}

function counts(request: RequestChange['before']): boolean {
  return request !== undefined && request.counted && isOpen(request);
}
