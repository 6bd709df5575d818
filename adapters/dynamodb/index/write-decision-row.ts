/**
 * Writes a row of operators' decisions if it has not changed since it was read, in one transaction with its audit line.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type { Row } from '../client/row-key.ts';
import { transactWrite } from '../client/transact-write.ts';
import { STAGE_TRAIL } from '../accounts-table/account-keys.ts';
import { writeAuditRow } from '../accounts-table/account-rows.ts';

/**
 * @param seen the revision that the decision was based on; 0 when there was no row.
 * @returns false when another writer was faster
 */
export async function writeDecisionRow(
  client: DynamoDBDocumentClient,
  TableName: string,
  { row, seen, audit }: { readonly row: Row; readonly seen: number; readonly audit: AuditLine },
): Promise<boolean> {
  const isFirst = { ConditionExpression: 'attribute_not_exists(pk)' };
  const isUnchanged = {
    ConditionExpression: 'revision = :revision',
    ExpressionAttributeValues: { ':revision': seen },
  };
  const { kind } = await transactWrite(client, [
    { Put: { TableName, Item: row, ...(seen === 0 ? isFirst : isUnchanged) } },
    { Put: { TableName, Item: writeAuditRow(STAGE_TRAIL, audit), ...isFirst } },
  ]);
  return kind === 'written';
}
