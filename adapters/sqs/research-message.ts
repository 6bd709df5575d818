/** A message of the research queue as text: it names the request and nothing else. */
import * as z from 'zod/mini';
import type { ResearchMessage } from '../../core/sourcing/enrichment/enrichment-queue.ts';
import { accountIdSchema } from '../../core/identifiers.ts';
import type { ManufacturerKey } from '../../core/index/part-keys/manufacturer-name.ts';
import type { NumberKey, PartKey } from '../../core/index/part-keys/part-number.ts';
import { readJsonText } from '../../core/json.ts';

const messageSchema = z.strictObject({
  account: accountIdSchema,
  manufacturer: z.string().check(z.minLength(1), z.maxLength(400)),
  part: z.string().check(z.minLength(1), z.maxLength(400)),
  number: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  attempt: z.string().check(z.regex(/^enr_[A-Za-z0-9]{20}$/)),
});

/**
 * The text is pure ASCII, with everything else escaped, because JSON keeps some characters that make SQS refuse a
 * message. The part of a refused message would never be researched, and its reserve never released.
 */
export function writeResearchMessage({ accountId, manufacturerKey, part, number, attempt }: ResearchMessage): string {
  const message = { account: accountId, manufacturer: manufacturerKey, part, number, attempt } satisfies z.infer<
    typeof messageSchema
  >;
  return JSON.stringify(message).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns undefined unless the text is a message of this queue. */
export function readResearchMessage(body: string): ResearchMessage | undefined {
  const parsed = messageSchema.safeParse(readJsonText(body));
  if (!parsed.success) return undefined;
  const { account, manufacturer, part, number, attempt } = parsed.data;
  return {
    accountId: account,
    manufacturerKey: manufacturer as ManufacturerKey,
    part: part as PartKey,
    number: number as NumberKey,
    attempt,
  };
}
