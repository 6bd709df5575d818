/**
 * What a tool is: one file, one value (docs/how-to-add-a-tool.md).
 *
 * A call runs in three steps, so that what does not depend on each other runs in parallel (docs/storage.md#round-trips):
 *   prefetch  reads that need no caller, beside the caller's own rows
 *   read      reads on the proven caller's behalf, when the account's state allows what they will cost; beside the rate where they cost nothing
 *   answer    decides, and writes where the tool changes data; runs only when nothing above refused
 */
import type * as z from 'zod';
import type { Caller } from '../accounts/caller.ts';
import type { Scope } from '../accounts/scopes.ts';
import type { Charge, UsageFigures } from '../accounts/usage.ts';
import type { ServiceError } from '../errors.ts';
import { fail, succeed, type Result } from '../result.ts';
import { describeInputErrors } from '../input/input-error.ts';
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

export interface ToolDefinition<Input extends z.ZodType, Output extends z.ZodType, Query, Prefetched, Read> {
  readonly name: string;
  readonly title: string;
  /** When to use the tool and when not, for a model. */
  readonly description: string;
  readonly input: Input;
  /** Made when somebody asks for the list of tools: calls do not need it, and a cold start would wait for it. */
  readonly output: () => Output;
  readonly scope: Scope;
  /** True for the one tool that changes data and reaches beyond the index. */
  readonly changesData: boolean;
  /** How to ask for a shorter answer, after "to get less,"; absent where answers are always short. */
  readonly less?: string;
  /** The rules of the input that a JSON Schema cannot show; the value that later steps work with. */
  readonly check: (input: z.infer<Input>) => Result<Query, ServiceError>;
  readonly prefetch: (query: Query, services: ToolServices) => Promise<Prefetched>;
  /** What can be told before `read`. Exact for misses, which are free for everybody. */
  readonly expects: (query: Query, prefetched: Prefetched) => Expectation;
  readonly read: (query: Query, prefetched: Prefetched, call: ToolCall) => Promise<Read>;
  readonly answer: (
    query: Query,
    read: Read,
    call: ToolCall,
  ) => Promise<Result<ToolAnswer<z.infer<Output>>, ServiceError>>;
}

/** A call whose arguments are already accepted: the definition's type parameters are sealed inside. */
export interface PreparedCall {
  /** Starts the reads that need no caller. Never rejects unheard: a fault surfaces in `read`. */
  prefetch(services: ToolServices): void;
  /** Known when what was prefetched is there. */
  expects(services: ToolServices): Promise<Expectation>;
  read(call: ToolCall): Promise<void>;
  answer(call: ToolCall): Promise<Result<ToolAnswer<unknown>, ServiceError>>;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly output: () => z.ZodType;
  readonly scope: Scope;
  readonly changesData: boolean;
  readonly less: string | undefined;
  prepare(args: unknown): Result<PreparedCall, ServiceError>;
}

/** Seals a definition: from here on a tool takes unknown arguments and answers, and its own types stay inside. */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType, Query, Prefetched, Read>(
  definition: ToolDefinition<Input, Output, Query, Prefetched, Read>,
): Tool {
  const { name, title, description, input, output, scope, changesData, less } = definition;
  return {
    name,
    title,
    description,
    input,
    output,
    scope,
    changesData,
    less,
    prepare(args) {
      const used = withoutUnused(input, args);
      const parsed = input.safeParse(used);
      if (!parsed.success) return fail(describeInputErrors(input, parsed.error, used));
      const query = definition.check(parsed.data);
      return query.ok ? succeed(prepareCall(definition, query.value)) : query;
    },
  };
}

function prepareCall<Input extends z.ZodType, Output extends z.ZodType, Query, Prefetched, Read>(
  definition: ToolDefinition<Input, Output, Query, Prefetched, Read>,
  query: Query,
): PreparedCall {
  let prefetched: Promise<Prefetched> | undefined;
  let read: Promise<Read> | undefined;
  return {
    prefetch(services) {
      prefetched ??= markHandled(definition.prefetch(query, services));
    },
    async expects(services) {
      prefetched ??= markHandled(definition.prefetch(query, services));
      return definition.expects(query, await prefetched);
    },
    async read(call) {
      prefetched ??= markHandled(definition.prefetch(query, call.services));
      read ??= markHandled(prefetched.then((found) => definition.read(query, found, call)));
      await read;
    },
    async answer(call) {
      if (read === undefined) throw new Error('A tool answers only after it has read.');
      return definition.answer(query, await read, call);
    },
  };
}

/** A promise that may fail before anyone waits for it, without being reported as unhandled. */
function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
