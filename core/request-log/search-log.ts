/**
 * Port: the request log of the functions that serve tools, searched for the calls of one account. A search is started, read again and again until it has
 * ended, and stopped when no page waits for it any more.
 */
import * as z from 'zod';
import { accountIdSchema, clientIdSchema } from '../identifiers.ts';

/** A search covers seven days and returns no more lines than a page shows. */
export const SEARCHED_DAYS = 7;
export const MOST_LINES = 500;

/** `billed` and `free` are answered calls. */
export const CALL_RESULTS = ['billed', 'free', 'refused'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

export const requestIdSchema = z.string().regex(/^req_[A-Za-z0-9]{20}$/, {
  error: 'A request id is req_ and 20 letters or digits; every answer carries one.',
});
export const toolNameSchema = z.string().regex(/^[a-z][a-z_]{0,39}$/);

/** What a search looks for. Every value has one strict form, so that nothing else becomes part of a query. */
export const callSearchSchema = z.strictObject({
  accountId: accountIdSchema,
  fromMs: z.int().nonnegative(),
  toMs: z.int().nonnegative(),
  clientId: clientIdSchema.optional(),
  tool: toolNameSchema.optional(),
  result: z.enum(CALL_RESULTS).optional(),
  requestId: requestIdSchema.optional(),
});

export type CallSearch = z.infer<typeof callSearchSchema>;

export type SearchState =
  | { readonly kind: 'running' }
  /** The newest first. */
  | { readonly kind: 'complete'; readonly lines: readonly unknown[] }
  | { readonly kind: 'failed' };

export interface SearchableLog {
  /** @returns an id of the log's own; `busy` where the log takes no more searches now */
  start(
    search: CallSearch,
  ): Promise<{ readonly kind: 'started'; readonly queryId: string } | { readonly kind: 'busy' }>;
  read(queryId: string): Promise<SearchState>;
  /** Does nothing to a search that has ended or is unknown. */
  stop(queryId: string): Promise<void>;
}
