/** A request as `admin why` finds it in the logs: its log line, and the details of its internal error. */
import * as z from 'zod';
import { readRequestLine, type RequestLine } from '../../../core/request-log/request-line.ts';

/** The logged details of an internal error. */
const internalErrorLineSchema = z.object({
  requestId: z.string(),
  level: z.literal('ERROR'),
  error: z
    .object({ name: z.string().optional(), message: z.string().optional(), location: z.string().optional() })
    .optional(),
});

export type InternalErrorLine = z.infer<typeof internalErrorLineSchema>;

export interface LoggedRequest {
  readonly line: RequestLine;
  /** Present if the request failed with internal_error. */
  readonly internalError: InternalErrorLine | undefined;
}

/** Port: finds the log lines of a request. */
export interface RequestLogSource {
  /** Every line that names the id, parsed from JSON. */
  linesOf(requestId: string): Promise<readonly unknown[]>;
  /** Every id in it, where that can be read immediately; absent for a log that only answers queries. */
  requestIds?(): Promise<readonly string[]>;
}

export async function findRequest(source: RequestLogSource, requestId: string): Promise<LoggedRequest | undefined> {
  const lines = await source.linesOf(requestId);
  const line = lines.map(readRequestLine).find((each) => each !== undefined);
  if (line === undefined) return undefined;
  return {
    line,
    internalError: lines.map((each) => internalErrorLineSchema.safeParse(each)).find(({ success }) => success)?.data,
  };
}
