/** Reads back the log line of a request that request-log.ts writes. Older lines lack members; unknown members are dropped. */
import * as z from 'zod';

const whySchema = z
  .object({
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
  })
  .partial();

const requestLineSchema = z.object({
  requestId: z.string(),
  timestamp: z.string(),
  service: z.string(),
  method: z.string().optional(),
  status: z.coerce.number(),
  milliseconds: z.coerce.number(),
  outcome: z.string().optional(),
  why: whySchema.default({}),
  told: z.string().optional(),
  account: z.string().optional(),
  client: z.string().optional(),
  claimedClient: z.string().optional(),
  mcpVersion: z.string().optional(),
  rpcMethod: z.string().optional(),
  tool: z.string().optional(),
  asked: z.string().optional(),
  tokensBilled: z.coerce.number().optional(),
  storage: z.string().optional(),
  traceparent: z.string().optional(),
  activity: z.string().optional(),
  late: z.string().optional(),
});

export type RequestLine = z.infer<typeof requestLineSchema>;
export type Why = RequestLine['why'];

/** Returns undefined if the line is not a request's. */
export function readRequestLine(line: unknown): RequestLine | undefined {
  return requestLineSchema.safeParse(line).data;
}
