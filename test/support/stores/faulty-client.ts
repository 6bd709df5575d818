/**
 * Storage faults that the local engines never show: throttling, conflicts, unprocessed rows, lost responses, slow
 * responses, and a process that dies between two calls. A plan says which call gets which fault.
 */
import {
  ProvisionedThroughputExceededException,
  ThrottlingException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { ServiceOutputTypes } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export type Fault =
  /**
   * Refused, nothing done. `throttled` is ProvisionedThroughputExceededException, `throttling` ThrottlingException.
   */
  | 'throttled'
  | 'throttling'
  /** TransactionConflict, nothing done; for TransactWriteItems as the reason of every item. */
  | 'conflict'
  /** Nothing was sent. */
  | 'timeout'
  | 'reset'
  /** The call was executed, but its response was lost: by a timeout, or by a reset connection. */
  | 'answer-timed-out'
  | 'answer-lost'
  /** The process dies before, or right after, the call is executed: this and all later calls fail. */
  | 'crash'
  | 'crash-after'
  /** This many first keys or writes of a batch stay unprocessed; for document commands only. */
  | { readonly unprocessed: number }
  | { readonly slowMs: number };

interface FaultyCall {
  /** For example `UpdateItem`. */
  readonly operation: string;
  /** Number of this call of its operation, from 1; retries count. */
  readonly occurrence: number;
  /** Number of this call among all, from 1. */
  readonly call: number;
  /** The input of the command as the caller passed it. */
  readonly input: unknown;
}

export type FaultPlan = (call: FaultyCall) => Fault | undefined;

/** Thrown by every call of a client after its process "died". */
export class CrashError extends Error {
  override readonly name = 'CrashError';
}

interface FaultInjection {
  /** The faults that were injected, in order. */
  readonly injected: readonly { readonly operation: string; readonly fault: Fault }[];
  /** The number of calls so far. A plan that crashes at every call up to this number covers them all. */
  readonly callCount: number;
  readonly crashed: boolean;
}

/** A plan that names each fault: `faultScript({ UpdateItem: { 2: 'throttled' } })` is for the second UpdateItem. */
export function faultScript(script: Readonly<Record<string, Readonly<Record<number, Fault>>>>): FaultPlan {
  return ({ operation, occurrence }) => script[operation]?.[occurrence];
}

/** A plan that gives a call one of `faults` with `probability`; the same seed gives the same plan. */
export function seededFaults(seed: number, probability: number, faults: readonly Fault[]): FaultPlan {
  const random = seededRandom(seed);
  return () => (random() < probability ? faults[Math.floor(random() * faults.length)] : undefined);
}

/** Applies the plan to all of `clients` as if they were one process. It changes the given clients. */
export function injectFaults(plan: FaultPlan, ...clients: readonly DynamoDBDocumentClient[]): FaultInjection {
  const state: State = { injected: [], counts: new Map(), callCount: 0, crashed: false };
  for (const client of clients) injectInto(client, plan, state);
  return state;
}

interface State {
  injected: { operation: string; fault: Fault }[];
  counts: Map<string, number>;
  callCount: number;
  crashed: boolean;
}

interface HttpRequest {
  body: string | Uint8Array;
  headers: Record<string, string>;
}

interface Attempt {
  readonly operation: string;
  readonly input: unknown;
  readonly request: HttpRequest;
  readonly send: (request?: HttpRequest) => Promise<Result>;
}

interface Result {
  response: unknown;
  output: ServiceOutputTypes;
}

function injectInto(client: DynamoDBDocumentClient, plan: FaultPlan, state: State): void {
  client.middlewareStack.add(
    // Members next to the input reach the later steps.
    (next) => (args) => next({ ...args, given: args.input } as typeof args),
    { step: 'initialize', name: 'rememberInput', priority: 'low' },
  );
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = (context.commandName ?? '').replace(/Command$/, '');
      const request = args.request as HttpRequest;
      const send = (changed = request) => next({ ...args, request: changed });
      const attempt = { operation, input: (args as { readonly given?: unknown }).given, request, send };
      const fault = nextFault(plan, state, attempt);
      return fault === undefined ? send() : carryOut(fault, attempt, state);
    },
    // It runs after the SDK's retry middleware, which has a high priority in this step, so it sees every attempt.
    { step: 'finalizeRequest', name: 'injectFault', priority: 'low' },
  );
}

function nextFault(plan: FaultPlan, state: State, { operation, input }: Attempt): Fault | undefined {
  if (state.crashed) throw new CrashError('The process is dead');
  const occurrence = (state.counts.get(operation) ?? 0) + 1;
  state.counts.set(operation, occurrence);
  state.callCount += 1;
  const fault = plan({ operation, occurrence, call: state.callCount, input });
  if (fault !== undefined) state.injected.push({ operation, fault });
  return fault;
}

async function carryOut(fault: Fault, attempt: Attempt, state: State): Promise<Result> {
  if (typeof fault === 'object') {
    if ('unprocessed' in fault) return sendWithout(fault.unprocessed, attempt);
    await new Promise((resolve) => setTimeout(resolve, fault.slowMs));
    return attempt.send();
  }
  if (fault === 'crash' || fault === 'crash-after') {
    state.crashed = true;
    if (fault === 'crash-after') await attempt.send().catch(() => undefined);
    throw new CrashError('The process died');
  }
  if (fault === 'answer-lost' || fault === 'answer-timed-out') await attempt.send();
  throw errorOf(fault, attempt);
}

function errorOf(fault: Extract<Fault, string>, { operation, input }: Attempt): Error {
  const details = { message: 'Injected', $metadata: { httpStatusCode: 400 } };
  switch (fault) {
    case 'throttled':
      return new ProvisionedThroughputExceededException(details);
    case 'throttling':
      return new ThrottlingException(details);
    case 'conflict':
      return operation === 'TransactWriteItems'
        ? cancelledByConflict(input)
        : new TransactionConflictException(details);
    case 'timeout':
    case 'answer-timed-out':
      return Object.assign(new Error('Injected time-out'), { name: 'TimeoutError' });
    default:
      return Object.assign(new Error('Injected ECONNRESET'), { code: 'ECONNRESET' });
  }
}

function cancelledByConflict(input: unknown): Error {
  const { TransactItems = [] } = input as { TransactItems?: unknown[] };
  return new TransactionCanceledException({
    message: 'Injected',
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: TransactItems.map(() => ({ Code: 'TransactionConflict', Message: 'Injected' })),
  });
}

type Batch = Record<string, unknown[] | { Keys: unknown[] }>;

/**
 * Sends the batch without its first `count` entries and reports these as unprocessed, in the form that the caller used.
 */
async function sendWithout(count: number, { operation, input, request, send }: Attempt): Promise<Result> {
  const member = operation === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems';
  const asked = (input as { RequestItems: Batch }).RequestItems;
  const wire = JSON.parse(textOf(request.body)) as { RequestItems: Batch };
  wire.RequestItems = sliced(wire.RequestItems, (place) => place >= count);
  const heldBack = sliced(asked, (place) => place < count);
  if (Object.keys(wire.RequestItems).length === 0)
    return { response: {}, output: { $metadata: { httpStatusCode: 200 }, Responses: {}, [member]: heldBack } };
  const body = JSON.stringify(wire);
  const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(body)) };
  const result = await send(Object.assign(Object.create(request) as HttpRequest, { body, headers }));
  return { ...result, output: { ...result.output, [member]: heldBack } };
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

/** Returns the entries whose position, counted over all tables, is wanted; tables without any are omitted. */
function sliced(batch: Batch, wanted: (place: number) => boolean): Batch {
  let place = 0;
  const kept = Object.entries(batch).map(([table, entries]): [string, Batch[string], number] => {
    const rows = (Array.isArray(entries) ? entries : entries.Keys).filter(() => wanted(place++));
    return [table, Array.isArray(entries) ? rows : { ...entries, Keys: rows }, rows.length];
  });
  return Object.fromEntries(kept.filter(([, , count]) => count > 0).map(([table, entries]) => [table, entries]));
}

/** Mulberry32: small, and good enough to spread faults. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
