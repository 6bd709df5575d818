/**
 * Defines a tool, which is one value in one file (docs/guides/add-a-tool.md). A tool needs only `answer`; `begin` saves
 * time, because it starts reads in parallel with authentication (docs/reference/storage.md#round-trips).
 */
import type * as z from 'zod/mini';
import type { Caller } from '../../billing/accounts/caller.ts';
import type { Scope } from '../../billing/accounts/scopes.ts';
import type { RequestReceipt } from '../../billing/meter/request-receipt.ts';
import type { Charge, UsageFigures } from '../../billing/accounts/usage.ts';
import type { EnrichmentPorts } from '../../sourcing/enrichment/request-enrichment.ts';
import type { ServiceError } from '../../errors.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { describeInputErrors } from './input-error.ts';
import type { ReadPorts } from './tool-ports.ts';
import { withoutUnused } from './unused-arguments.ts';

/** How an answer is paid for: not at all, by the meter, or already in a transaction of the tool. */
export type ToolBilling =
  | { readonly kind: 'free' }
  | { readonly kind: 'metered'; readonly charge: Charge }
  | { readonly kind: 'settled'; readonly figures: UsageFigures };

/**
 * What a call will return, as far as its prefetched reads show. `nothing`: no billed items, so that the request is
 * counted in parallel with the reads. `items`: some items, so that a caller who cannot be billed is refused before they
 * are read.
 */
export type Expectation = 'nothing' | 'items' | 'unknown';

export interface ToolAnswer<Output> {
  /** Validates against the tool's output schema. */
  readonly structured: Output;
  /**
   * One short line for the model, before the text block with `structured`. `quoteForSummary` has cleaned any product
   * text in it.
   */
  readonly summary: string;
  readonly billing: ToolBilling;
  /** How many of the named parts were found; by default, the records that are billed. */
  readonly found?: number | undefined;
  /**
   * The errors of refused entries, in order and without text of items, for an interface that answers a single entry.
   */
  readonly refused?: readonly ServiceError[];
  /**
   * Returns the answer with additions that are not worth a separate round trip: they are read in parallel with the last
   * write. If it fails, the answer is sent without them.
   */
  readonly addLate?: () => Promise<Pick<ToolAnswer<Output>, 'structured' | 'summary' | 'withoutCandidates'>>;
  /**
   * Returns the answer without the candidates of its misses, if it has any: other calls may have used up the day's
   * meanwhile.
   */
  readonly withoutCandidates?: (() => Pick<ToolAnswer<Output>, 'structured' | 'summary'>) | undefined;
}

export interface ToolCall {
  readonly caller: Caller;
  readonly ports: ReadPorts;
  readonly nowMs: number;
  /** For how many misses the call may show candidates (core/billing/rate-limit/candidate-count.ts). */
  readonly candidates: number;
  /** Set for a request with an Idempotency-Key. */
  readonly receipt?: RequestReceipt | undefined;
}

/** The description of a tool that tools/list and the rules of a call need. */
interface ToolDescription<Input extends z.ZodMiniType, Output extends z.ZodMiniType> {
  readonly name: string;
  readonly title: string;
  /** Tells a model when to use the tool and when not to use it. */
  readonly description: string;
  readonly input: Input;
  /** Created only for tools/list: calls do not need it, and a cold start would wait for it. */
  readonly output: () => Output;
  readonly scope: Scope;
  /** True for the only tool that changes data and reaches beyond the index. */
  readonly changesData: boolean;
  /**
   * Returns the arguments that make an answer shorter, to follow "call lookup_part with"; absent if answers are always
   * short.
   * @param fitting how many entries would fit
   */
  readonly less?: (fitting: number) => string;
  /** Returns how many parts a call names; absent for tools that name one or none. */
  readonly partsIn?: (args: z.output<Input>) => number;
}

/** The rest of a call whose reads have started. */
export interface StartedCall<Output> {
  /** The answer that the started reads predict, exact for misses. Absent means `nothing`. */
  readonly expects?: () => Promise<Expectation>;
  /** How many misses may show candidates, as far as the started reads show; absent for none. */
  readonly misses?: () => Promise<number>;
  /**
   * Reads the rest for the authenticated caller and builds the answer.
   * @param counted returns the ports with which a tool changes data, once the request is counted. Reads before that run
   * in parallel with the count
   */
  readonly answer: (
    call: ToolCall,
    counted: () => Promise<EnrichmentPorts>,
  ) => Promise<Result<ToolAnswer<Output>, ServiceError>>;
}

/**
 * Has either `answer`, or `begin` or `load` for a tool whose first reads need no caller and run in parallel with
 * authentication.
 */
type ToolDefinition<Input extends z.ZodMiniType, Output extends z.ZodMiniType> = ToolDescription<Input, Output> &
  (
    | {
        readonly begin?: never;
        readonly load?: never;
        readonly answer: (
          args: z.output<Input>,
          call: ToolCall,
        ) => Promise<Result<ToolAnswer<z.output<Output>>, ServiceError>>;
      }
    | {
        readonly answer?: never;
        readonly load?: never;
        readonly begin: Begin<Input, Output>;
      }
    | {
        readonly answer?: never;
        readonly begin?: never;
        /** Reads the code of `begin` when the tool is first called. */
        readonly load: () => Promise<Begin<Input, Output>>;
      }
  );

/** Checks the rules that a JSON Schema cannot express, and returns a function that starts the reads. */
type Begin<Input extends z.ZodMiniType, Output extends z.ZodMiniType> = (
  args: z.output<Input>,
) => Result<(ports: ReadPorts) => StartedCall<z.output<Output>>, ServiceError>;

/** A call with valid arguments, whose types are hidden. */
export interface PreparedCall {
  /** How many parts the call names; the cost of its first reads grows with it. */
  readonly parts: number;
  /** Starts the reads that need no caller. Otherwise `expects` or `answer` starts them. */
  prefetch(ports: ReadPorts): void;
  /** Resolves when the started reads are done. */
  expects(ports: ReadPorts): Promise<Expectation>;
  misses(ports: ReadPorts): Promise<number>;
  answer(call: ToolCall, counted?: () => Promise<EnrichmentPorts>): Promise<Result<ToolAnswer<unknown>, ServiceError>>;
}

export interface Tool extends Omit<ToolDescription<z.ZodMiniType, z.ZodMiniType>, 'partsIn'> {
  /** Must be awaited before `prepare`; undefined when the tool's code is there. */
  load(): Promise<void> | undefined;
  prepare(args: unknown): Result<PreparedCall, ServiceError>;
}

/**
 * The part of a call that does not depend on its caller. The order of rules in the contract decides which of its errors
 * is returned.
 */
export type NamedCall =
  | { readonly kind: 'no_tool'; readonly refusal: Refusal }
  | { readonly kind: 'named'; readonly tool: Tool; readonly prepared: Result<PreparedCall, ArgumentProblem> };

/**
 * A problem with the arguments: an error of the tool or, if there is no valid object of arguments, a refusal by the
 * interface.
 */
type ArgumentProblem =
  { readonly kind: 'error'; readonly error: ServiceError } | { readonly kind: 'refusal'; readonly refusal: Refusal };

export function prepareTool(tool: Tool, args: unknown): NamedCall {
  const prepared = tool.prepare(args);
  return { kind: 'named', tool, prepared: prepared.ok ? prepared : fail({ kind: 'error', error: prepared.reason }) };
}

/** Hides the types of a definition: the returned tool takes unknown arguments. */
export function defineTool<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { begin: eager, load: loadBegin, answer, partsIn, ...description } = definition;
  let begin: Begin<Input, Output> | undefined = eager;
  let loading: Promise<void> | undefined;
  return { ...description, load, prepare };

  function load(): Promise<void> | undefined {
    if (loadBegin === undefined || begin !== undefined) return undefined;
    loading ??= loadBegin()
      .then((loaded) => void (begin = loaded))
      .finally(() => (loading = undefined));
    return loading;
  }

  function prepare(args: unknown): Result<PreparedCall, ServiceError> {
    const { input } = description;
    const used = withoutUnused(input, args);
    const parsed = input.safeParse(used);
    if (!parsed.success) return fail(describeInputErrors(input, parsed.error, used));
    const parts = partsIn?.(parsed.data) ?? 1;
    if (answer !== undefined)
      return succeed(preparedCall(parts, () => ({ answer: (call) => answer(parsed.data, call) })));
    if (begin === undefined) throw new Error(`${description.name} is prepared before its code is loaded.`);
    const start = begin(parsed.data);
    return start.ok ? succeed(preparedCall(parts, start.value)) : start;
  }
}

const NOTHING: Promise<Expectation> = Promise.resolve('nothing');
const NONE = Promise.resolve(0);

function preparedCall(parts: number, start: (ports: ReadPorts) => StartedCall<unknown>): PreparedCall {
  let running: StartedCall<unknown> | undefined;
  const on = (ports: ReadPorts) => (running ??= start(ports));
  return {
    parts,
    prefetch: (ports) => void on(ports),
    expects: (ports) => on(ports).expects?.() ?? NOTHING,
    misses: (ports) => on(ports).misses?.() ?? NONE,
    answer: (call, counted = nothingCounted) => on(call.ports).answer(call, counted),
  };
}

async function nothingCounted(): Promise<never> {
  throw new Error('A call that is counted with its charge changes nothing.');
}
