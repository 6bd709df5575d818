/**
 * Processes the mail queue: emails to send, and delivery events from SES. A message that fails is delivered again;
 * messages of other kinds are ignored.
 */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { readEmailOrder } from '../../adapters/sqs/sqs-mail-queue.ts';
import { carryOutOrder, NoticeInDoubtError } from '../../core/dashboard/mail/send-email.ts';
import { recordBounce } from '../../core/access/people/record-bounce.ts';
import type { MailDependencies } from './dependencies.ts';
import { readMailEvents } from './read-mail-events.ts';

export function createMailHandler({ ports, log }: MailDependencies) {
  return async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { messageId, body } of Records) {
      try {
        const order = readEmailOrder(body);
        if (order !== undefined) log.handled(order.kind, await carryOutOrder(ports, order));
        else await hearEvents(body);
      } catch (error) {
        if (error instanceof NoticeInDoubtError) log.handled('in_doubt', 0);
        else log.internalError(error);
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };

  async function hearEvents(body: string): Promise<void> {
    const { people, notices, clock } = ports;
    const events = readMailEvents(body);
    for (const address of events?.undeliverable ?? []) await recordBounce(people, address, clock.nowMs());
    for (const notice of events?.sent ?? []) await notices.told(notice, clock.nowMs());
    log.handled(events === undefined ? 'unknown' : events.undeliverable.length > 0 ? 'bounce' : 'event', 0);
  }
}
