/**
 * Port: searches the request log of the functions that serve tools for the calls of one account. A search is started,
 * polled until it has ended, and stopped when nobody waits for it.
 */
import * as z from 'zod/mini';
import { accountIdSchema, clientIdSchema } from '../../identifiers.ts';

/** A search covers seven days and returns at most as many lines as the dashboard shows. */
export const SEARCHED_DAYS = 7;
export const MAX_LINES = 500;

/** Of answered calls: what returned records, and what looked for some and found none. */
export const CALL_RESULTS = ['found', 'not_found', 'refused'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

export const requestIdSchema = z.string().check(
  z.regex(/^req_[A-Za-z0-9]{20}$/, {
    error: 'A request id is req_ and 20 letters or digits; every answer carries one.',
  }),
);
export const toolNameSchema = z.string().check(z.regex(/^[a-z][a-z_]{0,39}$/));

/** The filters of a search. Every value has a strict format, so that nothing can be injected into the query. */
export const callSearchSchema = z.strictObject({
  accountId: accountIdSchema,
  fromMs: z.int().check(z.nonnegative()),
  toMs: z.int().check(z.nonnegative()),
  clientId: z.optional(clientIdSchema),
  tool: z.optional(toolNameSchema),
  result: z.optional(z.enum(CALL_RESULTS)),
  requestId: z.optional(requestIdSchema),
});

export type CallSearch = z.infer<typeof callSearchSchema>;

export type SearchState =
  | { readonly kind: 'running' }
  /** Newest lines first. */
  | { readonly kind: 'complete'; readonly lines: readonly unknown[] }
  | { readonly kind: 'failed' };

export interface SearchableLog {
  /** @returns the log's id of the query; `busy` if the log accepts no more queries now */
  start(
    search: CallSearch,
  ): Promise<{ readonly kind: 'started'; readonly queryId: string } | { readonly kind: 'busy' }>;
  read(queryId: string): Promise<SearchState>;
  /** Does nothing to a search that has ended or is unknown. */
  stop(queryId: string): Promise<void>;
}
