/**
 * What a tool is: one file, one value (docs/how-to-add-a-tool.md).
 *
 * A call runs in three steps, so that what does not depend on each other runs in parallel (design.md section 2):
 *   prefetch  reads that need no caller, beside the caller's own rows
 *   read      reads on the proven caller's behalf, beside the plan's rate window
 *   answer    decides, and writes where the tool changes data; runs only when nothing above refused
 */
import type * as z from 'zod';
import type { Caller } from '../auth/caller.ts';
import type { Scope } from '../auth/scopes.ts';
import type { Charge, UsageFigures } from '../billing/usage.ts';
import type { ServiceError } from '../errors.ts';
import { fail, succeed, type Result } from '../result.ts';
import { describeInputFault } from './input-fault.ts';
import type { ToolServices } from './tool-services.ts';

/** How an answer is paid: not at all, by the meter, or already, in a transaction of the tool's own. */
export type ToolBilling =
  | { readonly kind: 'free' }
  | { readonly kind: 'metered'; readonly charge: Charge }
  | { readonly kind: 'settled'; readonly figures: UsageFigures };

export interface ToolAnswer<Output> {
  /** Validates against the tool's output schema. */
  readonly structured: Output;
  /** One short text for the model. Product text in it has gone through `quoteForSummary`. */
  readonly summary: string;
  readonly billing: ToolBilling;
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
  /** The rules of the input that a JSON Schema cannot show; the value that later steps work with. */
  readonly check: (input: z.infer<Input>) => Result<Query, ServiceError>;
  readonly prefetch: (query: Query, services: ToolServices) => Promise<Prefetched>;
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
  prepare(args: unknown): Result<PreparedCall, ServiceError>;
}

/** Seals a definition: from here on a tool takes unknown arguments and answers, and its own types stay inside. */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType, Query, Prefetched, Read>(
  definition: ToolDefinition<Input, Output, Query, Prefetched, Read>,
): Tool {
  const { name, title, description, input, output, scope, changesData } = definition;
  return {
    name,
    title,
    description,
    input,
    output,
    scope,
    changesData,
    prepare(args) {
      const parsed = input.safeParse(args);
      if (!parsed.success) return fail(describeInputFault(parsed.error, args));
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
      prefetched ??= heard(definition.prefetch(query, services));
    },
    async read(call) {
      prefetched ??= heard(definition.prefetch(query, call.services));
      read ??= heard(prefetched.then((found) => definition.read(query, found, call)));
      await read;
    },
    async answer(call) {
      if (read === undefined) throw new Error('A tool answers only after it has read.');
      return definition.answer(query, await read, call);
    },
  };
}

/** A promise that may fail before anyone waits for it, without being reported as unhandled. */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
