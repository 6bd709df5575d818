/** Reads, from a function's log, the line of a request that it has answered (adapters/lambda-http/request-log.ts). */
import * as z from 'zod';

const servedSchema = z.object({
  message: z.literal('request served'),
  requestId: z.string(),
  /** The method of HTTP. */
  method: z.string().optional(),
  status: z.int(),
  milliseconds: z.number(),
  client: z.string().optional(),
  /** The method of MCP, of a message that calls no tool. */
  rpcMethod: z.string().optional(),
  tool: z.string().optional(),
  tokensBilled: z.int().optional(),
  outcome: z.string().optional(),
});

export type ServedRequest = Omit<z.output<typeof servedSchema>, 'message'>;

/** Returns undefined for every other line. */
export function readServedRequest(entry: unknown): ServedRequest | undefined {
  return servedSchema.safeParse(entry).data;
}
