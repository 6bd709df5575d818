/**
 * What a tool is: one file, one value (docs/guides/add-a-tool.md). Only `answer` is needed; the other steps are there for tools whose calls
 * would otherwise wait longer: what does not depend on each other runs in parallel (docs/reference/storage.md#round-trips).
 */
import type * as z from 'zod';
import type { Caller } from '../accounts/caller.ts';
import type { Scope } from '../accounts/scopes.ts';
import type { Charge, UsageFigures } from '../accounts/usage.ts';
import type { ServiceError } from '../errors.ts';
import { fail, succeed, type Result } from '../result.ts';
import { describeInputErrors } from './input-error.ts';
import type { ToolServices } from './tool-services.ts';
import { withoutUnused } from './unused-arguments.ts';

/** How an answer is paid: not at all, by the meter, or already, in a transaction of the tool's own. */
export type ToolBilling =
  | { readonly kind: 'free' }
  | { readonly kind: 'metered'; readonly charge: Charge }
  | { readonly kind: 'settled'; readonly figures: UsageFigures };

/**
 * What a call will return as far as its prefetched reads tell. `nothing`: nothing that is billed, whatever `read` brings, so that its request is
 * counted beside `read`. `records`: some, so that a caller who cannot be billed is refused before they are read.
 */
export type Expectation = 'nothing' | 'records' | 'unknown';

export interface ToolAnswer<Output> {
  /** Validates against the tool's output schema. */
  readonly structured: Output;
  /** One short line for the model; the text block after it holds `structured`. Product text in it has gone through `quoteForSummary`. */
  readonly summary: string;
  readonly billing: ToolBilling;
  /** The errors behind the entries that were refused, in their order: for an interface that answers one entry by itself. */
  readonly refused?: readonly ServiceError[];
  /**
   * The same answer with what is worth saying but not worth a round trip: read beside the last write. When it fails, the answer goes
   * out as it is.
   */
  readonly addLate?: () => Promise<Pick<ToolAnswer<Output>, 'structured' | 'summary'>>;
}

export interface ToolCall {
  readonly caller: Caller;
  readonly services: ToolServices;
  readonly nowMs: number;
}

/** What the list of tools and the rules of a call need to know of a tool. */
interface ToolDescription<Input extends z.ZodType, Output extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  /** When to use the tool and when not, for a model. */
  readonly description: string;
  readonly input: Input;
  /** Made when the list of tools is asked for: calls do not need it, and a cold start would wait for it. */
  readonly output: () => Output;
  readonly scope: Scope;
  /** True for the one tool that changes data and reaches beyond the index. */
  readonly changesData: boolean;
  /**
   * The arguments that make an answer shorter, after "call lookup_part with"; absent where answers are always short.
   * @param fitting how many entries fit where this answer does not
   */
  readonly less?: (fitting: number) => string;
}

/**
 * `Query` is what `check` makes of the input, or the input itself. `Found` is what was read before `answer`: by `read` where there is one,
 * else by `prefetch`.
 */
export interface ToolDefinition<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Query = z.output<Input>,
  Prefetched = undefined,
  Found = Prefetched,
> extends ToolDescription<Input, Output> {
  /** The rules of the input that a JSON Schema cannot show. */
  readonly check?: (input: z.output<Input>) => Result<Query, ServiceError>;
  /** Reads that need no caller: they run beside the reads of the caller's own rows. */
  readonly prefetch?: (query: Query, services: ToolServices) => Promise<Prefetched>;
  /** What the prefetched reads tell of the answer, exact for misses. `nothing` where it is absent. */
  readonly expects?: (query: Query, prefetched: Prefetched) => Expectation;
  /** For a tool that changes data: what it reads for the proven caller before it may, beside the count of the request. */
  readonly read?: (query: Query, prefetched: Prefetched, call: ToolCall) => Promise<Found>;
  /** Reads the rest for the proven caller and decides. It may write only where the tool changes data. */
  readonly answer: (
    query: Query,
    found: Found,
    call: ToolCall,
  ) => Promise<Result<ToolAnswer<z.output<Output>>, ServiceError>>;
}

/** A call whose arguments are already accepted: the definition's type parameters are sealed inside. */
export interface PreparedCall {
  /** Starts the reads that need no caller. Its promise may fail before anyone waits for it: the failure shows in the next step. */
  prefetch(services: ToolServices): void;
  /** Known when what was prefetched is there. */
  expects(services: ToolServices): Promise<Expectation>;
  read(call: ToolCall): Promise<void>;
  /** Reads first what is not read yet. */
  answer(call: ToolCall): Promise<Result<ToolAnswer<unknown>, ServiceError>>;
}

export interface Tool extends ToolDescription<z.ZodType, z.ZodType> {
  prepare(args: unknown): Result<PreparedCall, ServiceError>;
}

/** Seals a definition: from here on a tool takes unknown arguments and answers, and its own types stay inside. */
export function defineTool<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Query = z.output<Input>,
  Prefetched = undefined,
  Found = Prefetched,
>(definition: ToolDefinition<Input, Output, Query, Prefetched, Found>): Tool {
  const {
    // Where a step is absent, its type parameter is what stands in for it: the input, nothing, what was prefetched.
    check = (input) => succeed(input as Query),
    prefetch = async () => undefined as Prefetched,
    expects = () => 'nothing',
    read = async (_query, prefetched) => prefetched as unknown as Found,
    answer,
    ...description
  } = definition;
  return { ...description, prepare };

  function prepare(args: unknown): Result<PreparedCall, ServiceError> {
    const { input } = description;
    const used = withoutUnused(input, args);
    const parsed = input.safeParse(used);
    if (!parsed.success) return fail(describeInputErrors(input, parsed.error, used));
    const query = check(parsed.data);
    return query.ok ? succeed(prepareCall(query.value)) : query;
  }

  function prepareCall(query: Query): PreparedCall {
    let prefetching: Promise<Prefetched> | undefined;
    let reading: Promise<Found> | undefined;
    const prefetched = (services: ToolServices) => (prefetching ??= markHandled(prefetch(query, services)));
    const found = (call: ToolCall) =>
      (reading ??= markHandled(prefetched(call.services).then((rows) => read(query, rows, call))));
    return {
      prefetch: (services) => void prefetched(services),
      expects: async (services) => expects(query, await prefetched(services)),
      read: async (call) => void (await found(call)),
      answer: async (call) => answer(query, await found(call), call),
    };
  }
}

/** A promise that may fail before anyone waits for it, without being reported as unhandled. */
function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
