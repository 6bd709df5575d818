/**
 * Observes how code uses its storage: the calls, their capacity units, and the number of sequential round trips. Every
 * attempt counts as a call, including the SDK's retries.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

interface ObservedCall {
  /** For example `BatchGetItem`. */
  readonly operation: string;
  readonly startMs: number;
  readonly endMs: number;
  /** The units as the engine reports them; a refused call reports none. */
  readonly readUnits: number;
  readonly writeUnits: number;
  /** The name of the error with which the call ended. */
  readonly failure?: string;
}

export interface Observation {
  readonly calls: readonly ObservedCall[];
  /** Returns the sequential round trips since the last `reset`: the longest chain of calls that did not overlap. */
  depth(): number;
  readUnits(): number;
  writeUnits(): number;
  /** Forgets all calls, and measures depth from here. */
  reset(): void;
  /** Does not measure depth until the next `reset`, so that responses need not be delayed. */
  rest(): void;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

/**
 * A local engine answers within a millisecond, so calls that are sent together could seem sequential. Responses are
 * therefore held until every running call has one and no call is sent for this long; then all are returned together.
 * Counting turns of the event loop is not enough: a call that waits for a signature or a proof waits for another
 * thread, and on a busy machine many turns pass.
 */
const QUIET_MS = 20;
/**
 * A wait that took this much longer shows that the machine is busy, so that another thread may not have had its turn.
 */
const LATE_MS = 5;
/** So many late waits are taken as quiet, because a machine may be busy throughout. */
const MAX_WAITS = 8;
const PROBE = new Uint8Array(65_536);

/** The held responses of all observations, because calls that are measured together may be observed separately. */
const held: (() => void)[] = [];
let unanswered = 0;
let sent = 0;

/** Observes all of `clients` as one. It changes the given clients. */
export function observe(...clients: readonly DynamoDBDocumentClient[]): Observation {
  const calls: ObservedCall[] = [];
  const state: State = { calls, holds: true };
  for (const client of clients) observeInto(state, client);
  const rest = (): void => void (state.holds = false);
  return {
    calls,
    depth: () => {
      rest();
      return longestChain(calls);
    },
    rest,
    readUnits: () => calls.reduce((sum, call) => sum + call.readUnits, 0),
    writeUnits: () => calls.reduce((sum, call) => sum + call.writeUnits, 0),
    reset: () => {
      calls.splice(0);
      state.holds = true;
    },
  };
}

interface State {
  readonly calls: ObservedCall[];
  holds: boolean;
}

function observeInto(state: State, client: DynamoDBDocumentClient): void {
  client.middlewareStack.add(
    (next, context) => (args) => {
      const operation = operationOf(context.commandName);
      const asked = operation.endsWith('Item') || operation.endsWith('Items') || READS.has(operation);
      return next(asked ? { ...args, input: { ReturnConsumedCapacity: 'TOTAL', ...args.input } } : args);
    },
    { step: 'initialize', name: 'askForConsumedCapacity' },
  );
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = operationOf(context.commandName);
      const startMs = performance.now();
      const answered = callUnderWay();
      const settle = async (output: object, failure?: string) => {
        await answered(state.holds);
        const units = consumedUnits(output);
        const [readUnits, writeUnits] = READS.has(operation) ? [units, 0] : [0, units];
        const endMs = performance.now();
        state.calls.push({
          operation,
          startMs,
          endMs,
          readUnits,
          writeUnits,
          ...(failure !== undefined && { failure }),
        });
      };
      try {
        const result = await next(args);
        await settle(result.output);
        return result;
      } catch (error) {
        await settle({}, error instanceof Error ? error.name : String(error));
        throw error;
      }
    },
    // It runs after the SDK's retry middleware, which has a high priority in this step, so it sees every attempt.
    { step: 'finalizeRequest', name: 'observeCall', priority: 'low' },
  );
}

function operationOf(commandName: string | undefined): string {
  return (commandName ?? '').replace(/Command$/, '');
}

/**
 * @returns a function to call on the response; if the response is held, it waits for the calls that were sent together
 * with it
 */
function callUnderWay(): (isHeld: boolean) => Promise<void> {
  unanswered += 1;
  sent += 1;
  return async (isHeld) => {
    unanswered -= 1;
    const given = isHeld ? new Promise<void>((resolve) => held.push(resolve)) : undefined;
    if (unanswered === 0 && held.length > 0) void giveWhenQuiet();
    await given;
  };
}

/** Returns the held responses when no call runs any more. If another call is sent meanwhile, its response does this. */
async function giveWhenQuiet(): Promise<void> {
  const known = sent;
  for (let waits = 1, isLate = true; isLate && waits <= MAX_WAITS; waits += 1) {
    isLate = await waitAMoment();
    if (sent !== known) return;
  }
  for (const give of held.splice(0)) give();
}

/** Waits for the time of quiet and for work of another thread. @returns whether that took too long to tell anything */
async function waitAMoment(): Promise<boolean> {
  const startMs = performance.now();
  await Promise.all([sleep(QUIET_MS), crypto.subtle.digest('SHA-256', PROBE)]);
  return performance.now() - startMs > QUIET_MS + LATE_MS;
}

function consumedUnits(output: object): number {
  const { ConsumedCapacity } = output as { ConsumedCapacity?: object };
  const entries = [ConsumedCapacity ?? []].flat() as { CapacityUnits?: number }[];
  return entries.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

/** Repeatedly takes the next call that ends first, which gives the longest chain. */
export function longestChain(calls: readonly ObservedCall[]): number {
  let length = 0;
  let lastEndMs = -Infinity;
  for (const { startMs, endMs } of calls.toSorted((a, b) => a.endMs - b.endMs)) {
    if (startMs < lastEndMs) continue;
    length += 1;
    lastEndMs = endMs;
  }
  return length;
}
