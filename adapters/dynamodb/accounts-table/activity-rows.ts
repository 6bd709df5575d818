/** Reads what one assistant or program did with one client on one day. */
import * as z from 'zod/mini';
import type { AssistantDay } from '../../../core/access/assistants/list-assistants.ts';
import type { Row } from '../client/row-key.ts';

const dayRowSchema = z.object({
  client_id: z.string(),
  name: z.string(),
  day: z.string(),
  last_used_ms: z.number(),
  calls: z.number(),
  billed: z.number(),
  tokens: z.number(),
});

/** @throws when the row is not a day's */
export function readAssistantDay(row: Row): AssistantDay {
  const { client_id, name, day, last_used_ms, calls, billed, tokens } = dayRowSchema.parse(row);
  return { clientId: client_id, name, day, lastUsedMs: last_used_ms, calls, billed, tokens };
}
