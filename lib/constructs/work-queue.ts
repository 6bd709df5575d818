/**
 * A work queue for one function, with a dead-letter queue: encrypted, over TLS only. A message is given up after the
 * fifth delivery.
 */
import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

const MAX_DELIVERIES = 5;

interface WorkQueueProps {
  /** How long one delivery may work. A message stays hidden six times as long, as AWS advises for event sources. */
  readonly workerTimeoutSeconds: number;
}

export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { workerTimeoutSeconds }: WorkQueueProps) {
    super(scope, id);
    const protectedAtRestAndOnTheWay = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...protectedAtRestAndOnTheWay,
      retentionPeriod: Duration.days(14),
      visibilityTimeout: Duration.seconds(6 * workerTimeoutSeconds),
    });
    this.queue = new Queue(this, 'Queue', {
      ...protectedAtRestAndOnTheWay,
      retentionPeriod: Duration.days(4),
      visibilityTimeout: Duration.seconds(6 * workerTimeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_DELIVERIES },
    });
  }
}
