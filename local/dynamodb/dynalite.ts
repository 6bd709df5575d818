/**
 * The parts of dynalite 4.0.0 that the engine is built from, with types: its store over LevelDB, its expression
 * parsers, its validators and one action per operation. The other files of this folder add what dynalite lacks.
 * The names of its key prefixes are internal to dynalite, so the version is pinned and the contract tests check them.
 *
 * It differs from DynamoDB Local 1.25.1 as follows; the service's expressions avoid these cases
 * (docs/decisions/0010-embedded-dynamodb.md):
 *   - lists and maps compared with `=` or `IN` are never equal; two absent attributes are, so ask `attribute_exists`
 *     first;
 *   - `<` on lists, maps, sets and booleans is false, not refused; `size()` of an empty string is nothing, not 0;
 *   - `UPDATED_OLD` and `UPDATED_NEW` of a nested path return only the path, DynamoDB Local sometimes its top-level
 *     attribute;
 *   - an attribute set to what contains it (`SET a.b = a`) is an InternalServerError; validation errors have DynamoDB's
 *     texts, not always Local's.
 */
import conditionParser from 'dynalite/db/conditionParser.js';
import dynaliteDb from 'dynalite/db/index.js';
import projectionParser from 'dynalite/db/projectionParser.js';
import updateParser from 'dynalite/db/updateParser.js';
import dynaliteValidations from 'dynalite/validations/index.js';
import { memoizeParse, type Parse } from './remembered-expressions.ts';

/** An item in DynamoDB's wire form: attribute name to, for example, `{ S: 'text' }`. */
export type WireItem = Record<string, Record<string, unknown>>;

export interface Table {
  readonly TableName: string;
  readonly TableStatus: string;
  readonly [member: string]: unknown;
}

export type Done<T = void> = (error: Error | null, value?: T) => void;

export type BatchOperation =
  | { readonly type: 'put'; readonly key: string; readonly value: unknown }
  | { readonly type: 'del'; readonly key: string };

/** One key space of the database, as dynalite's actions use it. */
export interface KeySpace {
  get(key: string, done: Done<WireItem>): void;
  put(key: string, value: unknown, done: Done): void;
  del(key: string, done: Done): void;
  lock(key: string, run: (release: (done: () => void) => () => void) => void): void;
  createValueStream(range: object): ValueStream;
}

export interface ValueStream {
  on(event: 'data', listener: (item: WireItem) => void): unknown;
}

interface LevelDb {
  open(): Promise<void>;
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  del(key: string): Promise<void>;
  batch(operations: readonly BatchOperation[]): Promise<void>;
  values(range: { gte: string; lt: string }): { all(): Promise<unknown[]> };
}

/** What an action needs of a store; a staged write passes it a substitute. */
export interface ActionStore {
  readonly options: { readonly maxItemSize: number };
  getTable(name: string, checkStatus: boolean | Done<Table>, done?: Done<Table>): void;
  getItemDb(tableName: string): KeySpace;
  getIndexDb(indexType: string, tableName: string, indexName: string): KeySpace;
}

export interface Store extends ActionStore {
  readonly db: LevelDb;
  readonly lifecycleManager: { gracefulClose(): Promise<void> };
}

/** An error response of DynamoDB: its HTTP status and its body with `__type`. */
export interface ApiFailure extends Error {
  readonly statusCode: number;
  readonly body: Record<string, unknown>;
}

/** Runs one operation on a validated body. */
type Action = (store: ActionStore, body: Request, done: Done<object>) => void;

/** A request after validation; the validators attach the parsed expressions to it. */
export type Request = Record<string, unknown>;

interface Validation {
  readonly types: object;
  readonly custom?: unknown;
}

export const dynalite = dynaliteDb as {
  create(options: { path?: string; createTableMs: number; deleteTableMs: number; updateTableMs: number }): Store;
  createKey(item: WireItem, table: Table): string;
  validateKey(key: WireItem, table: Table): Error | null | undefined;
  validateItem(item: WireItem, table: Table): Error | null | undefined;
  mapPaths(paths: unknown, item: WireItem): WireItem;
  itemSize(item: WireItem): number;
};

const validations = dynaliteValidations as {
  checkTypes(body: object, types: object): Request;
  checkValidations(body: object, types: object, custom: unknown, store: ActionStore): void;
};

// The validators look up the parsers at each call.
for (const parser of [conditionParser, projectionParser, updateParser] as { parse: Parse }[])
  parser.parse = memoizeParse(parser.parse);

const OPERATIONS = [
  'BatchGetItem',
  'BatchWriteItem',
  'CreateTable',
  'DeleteItem',
  'DeleteTable',
  'DescribeTable',
  'GetItem',
  'ListTables',
  'ListTagsOfResource',
  'PutItem',
  'Query',
  'Scan',
  'TagResource',
  'UntagResource',
  'UpdateItem',
  'UpdateTable',
] as const;

type DynaliteOperation = (typeof OPERATIONS)[number];

interface Operation {
  readonly action: Action;
  readonly validation: Validation;
}

const operations = new Map<string, Operation>(
  await Promise.all(
    OPERATIONS.map(async (name): Promise<[string, Operation]> => {
      const file = `${name.charAt(0).toLowerCase()}${name.slice(1)}.js`;
      const action = (await import(`dynalite/actions/${file}`)) as { default: Action };
      const validation = (await import(`dynalite/validations/${file}`)) as { default: Validation };
      return [name, { action: action.default, validation: validation.default }];
    }),
  ),
);

export function isDynaliteOperation(name: string): name is DynaliteOperation {
  return operations.has(name);
}

export function actionOf(name: DynaliteOperation): Action {
  return operationOf(name).action;
}

/**
 * Checks a body the way dynalite does.
 * @param moreTypes members of the request that dynalite does not know
 * @returns the body without unknown members, its expressions parsed
 * @throws {ApiFailure} SerializationException or ValidationException
 */
export function validateRequest(store: ActionStore, name: DynaliteOperation, body: object, moreTypes = {}): Request {
  const { types, custom } = operationOf(name).validation;
  const allTypes = { ...types, ...moreTypes };
  const request = validations.checkTypes(body, allTypes);
  validations.checkValidations(request, allTypes, custom, store);
  return request;
}

/**
 * Validates a body and runs dynalite's action on it.
 * @throws {ApiFailure} with the action's refusal
 */
export async function runAction(
  store: ActionStore,
  name: DynaliteOperation,
  body: object,
): Promise<{ request: Request; answer: object }> {
  const request = validateRequest(store, name, body);
  const answer = await new Promise<object>((resolve, reject) => {
    actionOf(name)(store, request, (error, value) => (error ? reject(error) : resolve(value ?? {})));
  });
  return { request, answer };
}

function operationOf(name: DynaliteOperation): Operation {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`dynalite has no operation ${name}`);
  return operation;
}
