/**
 * TransactWriteItems: all writes are decided under the locks of all their items, then committed in one batch.
 * A refusal names the reason of every item. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
import { failureName, serviceFailure, validationFailure } from './api-failure.ts';
import { dynalite, validateRequest } from './dynalite.ts';
import type { ApiFailure, BatchOperation, Request, Store } from './dynalite.ts';
import { placeOf, withItemLocks } from './item-locks.ts';
import type { ItemKey } from './item-locks.ts';
import { consumedByTable } from './consumed-capacity.ts';
import { itemKeyOf, readTable, stageWrite } from './staged-write.ts';
import type { StagedWrite, WriteOperation } from './staged-write.ts';
import { ON_CONDITION_FAILURE } from './write-item.ts';

const MAX_ITEMS = 100;
const MAX_BYTES = 4 * 1024 * 1024;
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

/** A ConditionCheck is a delete that is decided and then not done. */
const KINDS: Readonly<Record<string, Kind>> = {
  Put: { operation: 'PutItem', required: ['Item'], writes: true },
  Update: { operation: 'UpdateItem', required: ['Key', 'UpdateExpression'], writes: true },
  Delete: { operation: 'DeleteItem', required: ['Key'], writes: true },
  ConditionCheck: { operation: 'DeleteItem', required: ['Key', 'ConditionExpression'], writes: false },
};

interface PreparedWrite {
  readonly kind: Kind;
  readonly request: Request;
  readonly itemKey: ItemKey;
}

interface CancellationReason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: object;
}

/** @throws {ApiFailure} TransactionCanceledException, ValidationException, ResourceNotFoundException */
export async function transactWrite(store: Store, body: Request): Promise<object> {
  const writes = await Promise.all(readWrites(body).map((write) => prepare(store, write)));
  const keys = writes.map(({ itemKey }) => itemKey);
  if (new Set(keys.map(placeOf)).size < keys.length)
    throw validationFailure('Transaction request cannot include multiple operations on one item');
  return withItemLocks(store, keys, async () => {
    const staged = await Promise.all(writes.map(({ kind, request }) => stageWrite(store, kind.operation, request)));
    refuseWhenCancelled(writes, staged);
    refuseWhenTooLarge(staged);
    await store.db.batch(staged.flatMap(({ operations }, index) => committed(writes[index], operations)));
    return consumedByTable(
      body,
      staged.map((write, index) => ({
        tableName: keys[index]?.tableName ?? '',
        units: 2 * Math.max(writeUnits(write.itemBefore), writeUnits(write.itemAfter)),
      })),
    );
  });
}

function committed(write: PreparedWrite | undefined, operations: readonly BatchOperation[]): readonly BatchOperation[] {
  return write?.kind.writes ? operations : [];
}

function writeUnits(item: StagedWrite['itemBefore']): number {
  return dynalite.capacityUnits(item, false, true);
}

function readWrites(body: Request): { kind: Kind; body: Request }[] {
  const items = body.TransactItems;
  if (!Array.isArray(items) || items.length < 1 || items.length > MAX_ITEMS)
    throw validationFailure(
      "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: " +
        `Member must have length between 1 and ${MAX_ITEMS}`,
    );
  return items.map(readWrite);
}

function readWrite(item: unknown): { kind: Kind; body: Request } {
  const members = Object.entries((item ?? {}) as Request).filter(([, value]) => value !== null);
  const [name, body] = members[0] ?? [];
  const kind = name === undefined ? undefined : KINDS[name];
  if (members.length !== 1 || kind === undefined || typeof body !== 'object')
    throw validationFailure('TransactItems can only contain one of Check, Put, Update or Delete');
  const missing = kind.required.find((member) => (body as Request)[member] === undefined);
  if (missing !== undefined)
    throw validationFailure(`Value null at '${missing}' failed to satisfy constraint: Member must not be null`);
  return { kind, body: body as Request };
}

async function prepare(store: Store, { kind, body }: { kind: Kind; body: Request }): Promise<PreparedWrite> {
  const known = new Set([...EXPRESSION_MEMBERS, ...kind.required]);
  const members = Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name)));
  const request = validateRequest(store, kind.operation, members, ON_CONDITION_FAILURE);
  const table = await readTable(store, request.TableName as string);
  return { kind, request, itemKey: itemKeyOf(table, request) };
}

function refuseWhenCancelled(writes: readonly PreparedWrite[], staged: readonly StagedWrite[]): void {
  const reasons = staged.map((write, index) => reasonOf(write, writes[index]?.request));
  if (reasons.every(({ Code }) => Code === 'None')) return;
  const codes = reasons.map(({ Code }) => Code).join(', ');
  throw serviceFailure(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons },
  );
}

function reasonOf({ outcome, itemBefore }: StagedWrite, request?: Request): CancellationReason {
  if ('answer' in outcome) return { Code: 'None' };
  const { failure } = outcome;
  const reason = { Code: reasonCode(failure), Message: failure.message };
  const asked = request?.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
  return asked && itemBefore && reason.Code === 'ConditionalCheckFailed' ? { ...reason, Item: itemBefore } : reason;
}

function reasonCode(failure: ApiFailure): string {
  const name = failureName(failure);
  return name === 'ValidationException' ? 'ValidationError' : name.replace(/Exception$/, '');
}

function refuseWhenTooLarge(staged: readonly StagedWrite[]): void {
  const bytes = staged.reduce((sum, { itemBefore, itemAfter }) => {
    const item = itemAfter ?? itemBefore;
    return sum + (item ? dynalite.itemSize(item) : 0);
  }, 0);
  if (bytes > MAX_BYTES) throw validationFailure('Transaction request items exceed the aggregate size limit of 4 MB');
}
