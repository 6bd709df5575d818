/**
 * What a tool is: one file, one value (docs/guides/add-a-tool.md). Only `answer` is needed; `begin` is there for tools whose calls would otherwise
 * wait longer: what does not depend on each other runs in parallel (docs/reference/storage.md#round-trips).
 */
import type * as z from 'zod';
import type { Caller } from '../accounts/caller.ts';
import type { Scope } from '../accounts/scopes.ts';
import type { RequestReceipt } from '../billing/request-receipt.ts';
import type { Charge, UsageFigures } from '../accounts/usage.ts';
import type { EnrichmentServices } from '../enrichment/request-enrichment.ts';
import type { ServiceError } from '../errors.ts';
import { fail, succeed, type Result } from '../result.ts';
import { describeInputErrors } from './input-error.ts';
import type { ReadServices } from './tool-services.ts';
import { withoutUnused } from './unused-arguments.ts';

/** How an answer is paid: not at all, by the meter, or already, in a transaction of the tool's own. */
export type ToolBilling =
  | { readonly kind: 'free' }
  | { readonly kind: 'metered'; readonly charge: Charge }
  | { readonly kind: 'settled'; readonly figures: UsageFigures };

/**
 * What a call will return, as far as its prefetched reads show. `nothing`: nothing that is billed, so that its request is counted in parallel with
 * what is read. `items`: some, so that a caller who cannot be billed is refused before they are read.
 */
export type Expectation = 'nothing' | 'items' | 'unknown';

export interface ToolAnswer<Output> {
  /** Validates against the tool's output schema. */
  readonly structured: Output;
  /** One short line for the model; the text block after it contains `structured`. Product text in it has gone through `quoteForSummary`. */
  readonly summary: string;
  readonly billing: ToolBilling;
  /** The errors behind the entries that were refused, in their order, without text of items: for an interface that answers one entry by itself. */
  readonly refused?: readonly ServiceError[];
  /**
   * The same answer with additions that are not worth a round trip: they are read in parallel with the last write. When it fails, the answer goes
   * out as it is.
   */
  readonly addLate?: () => Promise<Pick<ToolAnswer<Output>, 'structured' | 'summary'>>;
}

export interface ToolCall {
  readonly caller: Caller;
  readonly services: ReadServices;
  readonly nowMs: number;
  /** Of a request with an Idempotency-Key. */
  readonly receipt?: RequestReceipt | undefined;
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

/** The rest of a call whose reads have started. */
export interface BegunCall<Output> {
  /** What the reads under way say about the answer, exact for misses. `nothing` where it is absent. */
  readonly expects?: () => Promise<Expectation>;
  /**
   * Reads the rest for the proven caller and decides.
   * @param counted the ports by which a tool that changes data writes; there once the request is counted. What a tool reads before it asks for them
   *   is read in parallel with the count
   */
  readonly answer: (
    call: ToolCall,
    counted: () => Promise<EnrichmentServices>,
  ) => Promise<Result<ToolAnswer<Output>, ServiceError>>;
}

/** Either `answer` alone, or `begin` for a tool whose first reads need no caller: they run in parallel with the reads of the caller's own rows. */
export type ToolDefinition<Input extends z.ZodType, Output extends z.ZodType> = ToolDescription<Input, Output> &
  (
    | {
        readonly begin?: never;
        readonly answer: (
          args: z.output<Input>,
          call: ToolCall,
        ) => Promise<Result<ToolAnswer<z.output<Output>>, ServiceError>>;
      }
    | {
        readonly answer?: never;
        /** The rules of the arguments that a JSON Schema cannot show; then starts the reads, when the ports are there. */
        readonly begin: (
          args: z.output<Input>,
        ) => Result<(services: ReadServices) => BegunCall<z.output<Output>>, ServiceError>;
      }
  );

/** A call whose arguments are accepted: what they mean is sealed inside. */
export interface PreparedCall {
  /** Starts the reads that need no caller; what comes next starts them otherwise. */
  prefetch(services: ReadServices): void;
  /** Known when the started reads are done. */
  expects(services: ReadServices): Promise<Expectation>;
  answer(
    call: ToolCall,
    counted?: () => Promise<EnrichmentServices>,
  ): Promise<Result<ToolAnswer<unknown>, ServiceError>>;
}

export interface Tool extends ToolDescription<z.ZodType, z.ZodType> {
  prepare(args: unknown): Result<PreparedCall, ServiceError>;
}

/** Seals a definition: from here on a tool takes unknown arguments and answers, and its own types stay inside. */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { begin, answer, ...description } = definition;
  return { ...description, prepare };

  function prepare(args: unknown): Result<PreparedCall, ServiceError> {
    const { input } = description;
    const used = withoutUnused(input, args);
    const parsed = input.safeParse(used);
    if (!parsed.success) return fail(describeInputErrors(input, parsed.error, used));
    if (begin === undefined) return succeed(preparedCall(() => ({ answer: (call) => answer(parsed.data, call) })));
    const start = begin(parsed.data);
    return start.ok ? succeed(preparedCall(start.value)) : start;
  }
}

function preparedCall(start: (services: ReadServices) => BegunCall<unknown>): PreparedCall {
  let begun: BegunCall<unknown> | undefined;
  const on = (services: ReadServices) => (begun ??= start(services));
  return {
    prefetch: (services) => void on(services),
    expects: async (services) => (await on(services).expects?.()) ?? 'nothing',
    answer: async (call, counted = nothingCounted) => on(call.services).answer(call, counted),
  };
}

async function nothingCounted(): Promise<never> {
  throw new Error('A call that is counted with its charge changes nothing.');
}

/** Reads that may fail before anyone waits for them: the failure shows in the step that does. */
export function started<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
