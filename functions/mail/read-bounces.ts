/** What SES tells through EventBridge: letters that came back for good, and complaints. Bounces that pass by themselves count as nothing. */
import * as z from 'zod';
import { emailSchema } from '../core/people/person.ts';

const recipients = z.array(z.object({ emailAddress: z.string() }));
const eventSchema = z.object({
  source: z.literal('aws.ses'),
  detail: z.object({
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
    complaint: z.object({ complainedRecipients: recipients }).optional(),
  }),
});

/** The addresses that are not to be written to any more. */
export function readBounces(body: string): readonly string[] {
  const event = eventSchema.safeParse(parseJson(body));
  if (!event.success) return [];
  const { bounce, complaint } = event.data.detail;
  const bounced = bounce?.bounceType === 'Permanent' ? bounce.bouncedRecipients : [];
  return [...bounced, ...(complaint?.complainedRecipients ?? [])].flatMap(
    ({ emailAddress }) => emailSchema.safeParse(emailAddress).data ?? [],
  );
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
