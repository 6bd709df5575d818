/**
 * Reads back the log line of a request that request-log.ts writes. Older lines lack members; unknown members are
 * dropped.
 */
import * as z from 'zod/mini';

const whySchema = z.partial(
  z.object({
    field: z.string(),
    scopeNeeded: z.string(),
    scopesHeld: z.string(),
    limit: z.coerce.number(),
    limitOf: z.string(),
    used: z.coerce.number(),
    asked: z.coerce.number(),
    retryAfterSeconds: z.coerce.number(),
    askedTokens: z.coerce.number(),
    capNanoUsd: z.coerce.number(),
    spentNanoUsd: z.coerce.number(),
    reservedNanoUsd: z.coerce.number(),
    status: z.string(),
    billingState: z.string(),
  }),
);

const requestLineSchema = z.object({
  requestId: z.string(),
  timestamp: z.string(),
  service: z.string(),
  method: z.optional(z.string()),
  status: z.coerce.number(),
  milliseconds: z.coerce.number(),
  outcome: z.optional(z.string()),
  why: z._default(whySchema, {}),
  told: z.optional(z.string()),
  account: z.optional(z.string()),
  client: z.optional(z.string()),
  claimedClient: z.optional(z.string()),
  mcpVersion: z.optional(z.string()),
  rpcMethod: z.optional(z.string()),
  tool: z.optional(z.string()),
  asked: z.optional(z.string()),
  found: z.optional(z.coerce.number()),
  tokensBilled: z.optional(z.coerce.number()),
  storage: z.optional(z.string()),
  traceparent: z.optional(z.string()),
  activity: z.optional(z.string()),
  late: z.optional(z.string()),
});

export type RequestLine = z.infer<typeof requestLineSchema>;
export type Why = RequestLine['why'];

/** Returns undefined if the line is not a request's. */
export function readRequestLine(line: unknown): RequestLine | undefined {
  return requestLineSchema.safeParse(line).data;
}
