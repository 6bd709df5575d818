/** Finds the log line of a request, and the details of its internal error. */
import * as z from 'zod';
import { readRequestLine, type RequestLine } from '../../../../core/dashboard/request-log/request-line.ts';

/** The logged details of an internal error. */
const internalErrorLineSchema = z.object({
  requestId: z.string(),
  level: z.literal('ERROR'),
  error: z
    .object({ name: z.string().optional(), message: z.string().optional(), location: z.string().optional() })
    .optional(),
});

type InternalErrorLine = z.infer<typeof internalErrorLineSchema>;

export interface LoggedRequest {
  readonly line: RequestLine;
  /** Present if the request failed with internal_error. */
  readonly internalError: InternalErrorLine | undefined;
}

/** Port: finds the log lines of a request. */
export interface RequestLogSource {
  /** Returns every line that contains the id, parsed from JSON. */
  linesOf(requestId: string): Promise<readonly unknown[]>;
  /** Returns every request id in the log; absent if the log can only be queried. */
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
