/**
 * Implements TransactWriteItems: all writes are decided under the locks of all their items, then committed in one
 * batch. A refusal names the reason of every item.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
import { failureName, serviceFailure, validationFailure } from './api-failure.ts';
import { itemBytes, readUnits, writeUnits } from './capacity.ts';
import type { Consumed } from './capacity.ts';
import { validateRequest } from './dynalite.ts';
import type { ApiFailure, Request, Store, Table } from './dynalite.ts';
import { withItemLocks } from './item-locks.ts';
import { itemKeyOf, readTable } from './items.ts';
import type { ItemKey } from './items.ts';
import { stageWrite } from './staged-write.ts';
import type { StagedWrite, WriteOperation } from './staged-write.ts';
import { readTransactItems, refuseRepeatedKeys } from './transact-items.ts';
import { ON_CONDITION_FAILURE } from './write-items.ts';

const MAX_BYTES = 4 * 1024 * 1024;
/** A transaction consumes twice the capacity units. */
const UNITS_FACTOR = 2;
const EXPRESSION_MEMBERS = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValuesOnConditionCheckFailure',
];

interface Kind {
  readonly operation: WriteOperation;
  readonly required: readonly string[];
  readonly writes: boolean;
}

/** A ConditionCheck is a delete that is decided and then not executed. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['Put', { operation: 'PutItem', required: ['Item'], writes: true }],
  ['Update', { operation: 'UpdateItem', required: ['Key', 'UpdateExpression'], writes: true }],
  ['Delete', { operation: 'DeleteItem', required: ['Key'], writes: true }],
  ['ConditionCheck', { operation: 'DeleteItem', required: ['Key', 'ConditionExpression'], writes: false }],
]);

/** The capacity that a transaction consumed, and that a repeat with the same token consumes. */
export interface WriteReceipt {
  readonly written: readonly Consumed[];
  readonly whenRepeated: readonly Consumed[];
}

interface PreparedWrite {
  readonly kind: Kind;
  readonly table: Table;
  readonly request: Request;
  readonly itemKey: ItemKey;
}

interface DecidedWrite extends PreparedWrite {
  readonly staged: StagedWrite;
}

/** @throws {ApiFailure} TransactionCanceledException, ValidationException, ResourceNotFoundException */
export async function transactWrite(store: Store, body: Request): Promise<WriteReceipt> {
  const writes = await Promise.all(readTransactItems(body).map((item) => prepare(store, item)));
  const keys = writes.map(({ itemKey }) => itemKey);
  refuseRepeatedKeys(keys);
  return withItemLocks(store, keys, async () => {
    const decided = await Promise.all(writes.map((write) => decide(store, write)));
    refuseWhenCancelled(decided);
    refuseWhenTooLarge(decided);
    await store.db.batch(decided.flatMap(({ kind, staged }) => (kind.writes ? staged.operations : [])));
    return receiptOf(decided);
  });
}

async function prepare(store: Store, item: Request): Promise<PreparedWrite> {
  const { kind, body } = readKind(item);
  const known = new Set([...EXPRESSION_MEMBERS, ...kind.required]);
  const members = Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name)));
  const request = validateRequest(store, kind.operation, members, ON_CONDITION_FAILURE);
  const table = await readTable(store, request.TableName as string);
  return { kind, table, request, itemKey: itemKeyOf(table, request) };
}

function readKind(item: Request): { kind: Kind; body: Request } {
  const members = Object.entries(item).filter(([, value]) => value !== null);
  const [name = '', value] = members[0] ?? [];
  const kind = KINDS.get(name);
  if (members.length !== 1 || kind === undefined || typeof value !== 'object')
    throw validationFailure('TransactItems can only contain one of Check, Put, Update or Delete');
  const body = value as Request;
  const missing = kind.required.find((member) => body[member] === undefined || body[member] === null);
  if (missing !== undefined)
    throw validationFailure(`Value null at '${missing}' failed to satisfy constraint: Member must not be null`);
  return { kind, body };
}

async function decide(store: Store, write: PreparedWrite): Promise<DecidedWrite> {
  return { ...write, staged: await stageWrite(store, write.table, write.kind.operation, write.request) };
}

function refuseWhenCancelled(decided: readonly DecidedWrite[]): void {
  const reasons = decided.map(reasonOf);
  if (reasons.every(({ Code }) => Code === 'None')) return;
  const codes = reasons.map(({ Code }) => Code).join(', ');
  throw serviceFailure(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons },
  );
}

function reasonOf({ request, staged }: DecidedWrite): { Code: string; Message?: string; Item?: object } {
  if ('answer' in staged.outcome) return { Code: 'None' };
  const { failure } = staged.outcome;
  const reason = { Code: reasonCode(failure), Message: failure.message };
  const shown = request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && reason.Code === 'ConditionalCheckFailed';
  return shown && staged.itemBefore ? { ...reason, Item: staged.itemBefore } : reason;
}

function reasonCode(failure: ApiFailure): string {
  const name = failureName(failure);
  return name === 'ValidationException' ? 'ValidationError' : name.replace(/Exception$/, '');
}

function refuseWhenTooLarge(decided: readonly DecidedWrite[]): void {
  const bytes = decided.reduce((sum, { staged }) => {
    const item = staged.itemAfter ?? staged.itemBefore;
    return sum + (item ? itemBytes(item) : 0);
  }, 0);
  if (bytes > MAX_BYTES) throw validationFailure(`Transaction payload size cannot exceed 4MB. Payload Size: ${bytes}`);
}

function receiptOf(decided: readonly DecidedWrite[]): WriteReceipt {
  const units = (unitsOf: (staged: StagedWrite) => number) =>
    decided.map(({ itemKey, staged }) => ({ tableName: itemKey.tableName, units: UNITS_FACTOR * unitsOf(staged) }));
  return {
    written: units(({ itemBefore, itemAfter }) => writeUnits(itemBefore, itemAfter)),
    whenRepeated: units(({ itemAfter }) => readUnits(itemAfter, true)),
  };
}
