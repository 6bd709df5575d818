/**
 * Carries out the messages of the mail queue: orders of ours, and what SES tells of letters that came back. A message that fails comes again; what
 * is no message of ours is dropped.
 */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { readMailOrder } from '../adapters/sqs/sqs-mail-queue.ts';
import { carryOutOrder } from '../core/mail/carry-out-order.ts';
import { hearBounce } from '../core/people/hear-bounce.ts';
import type { MailDependencies } from './dependencies.ts';
import { readBounces } from './read-bounces.ts';

export function createMailHandler({ services, log }: MailDependencies) {
  return async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { messageId, body } of Records) {
      try {
        const order = readMailOrder(body);
        if (order !== undefined) log.handled(order.kind, await carryOutOrder(services, order));
        else await hearBounces(body);
      } catch (error) {
        log.fault(error);
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };

  async function hearBounces(body: string): Promise<void> {
    const addresses = readBounces(body);
    for (const address of addresses) await hearBounce(services.people, address, services.clock.nowMs());
    log.handled(addresses.length > 0 ? 'bounce' : 'unknown', 0);
  }
}
