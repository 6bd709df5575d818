/** The log line of a request as `admin why` reads it back: what request-log.ts writes. Older lines lack members; unknown ones are left out. */
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
  account: z.string().optional(),
  client: z.string().optional(),
  claimedClient: z.string().optional(),
  revision: z.string().optional(),
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

/** What is logged of an internal error. */
const faultLineSchema = z.object({
  requestId: z.string(),
  level: z.literal('ERROR'),
  error: z
    .object({ name: z.string().optional(), message: z.string().optional(), location: z.string().optional() })
    .optional(),
});

export type FaultLine = z.infer<typeof faultLineSchema>;

export interface LoggedRequest {
  readonly line: RequestLine;
  /** Of a request that failed with internal_error. */
  readonly fault: FaultLine | undefined;
}

/** The port: where the lines of a request are found. */
export interface RequestLogSource {
  /** Every line that names the id, parsed from JSON. */
  linesOf(requestId: string): Promise<readonly unknown[]>;
  /** Every id in it, where that can be read at once; absent for a log that only answers queries. */
  requestIds?(): Promise<readonly string[]>;
}

export async function findRequest(source: RequestLogSource, requestId: string): Promise<LoggedRequest | undefined> {
  const lines = await source.linesOf(requestId);
  const line = lines.map((each) => requestLineSchema.safeParse(each)).find(({ success }) => success)?.data;
  if (line === undefined) return undefined;
  return { line, fault: lines.map((each) => faultLineSchema.safeParse(each)).find(({ success }) => success)?.data };
}
