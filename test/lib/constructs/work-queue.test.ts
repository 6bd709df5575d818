import { expect, test } from 'vitest';
import { WorkQueue } from '../../../lib/constructs/work-queue.ts';
import { templateWith } from '../stack-template.ts';

const template = templateWith((stack) => new WorkQueue(stack, 'Research', { workerTimeoutSeconds: 60 }));

test('a message stays hidden six times as long as the worker may run, and is dropped after five deliveries', () => {
  template.hasResourceProperties('AWS::SQS::Queue', {
    VisibilityTimeout: 360,
    RedrivePolicy: { maxReceiveCount: 5 },
  });
});

test('both queues are encrypted and refuse anything but TLS', () => {
  template.allResourcesProperties('AWS::SQS::Queue', { SqsManagedSseEnabled: true });
  const policies = Object.values(template.findResources('AWS::SQS::QueuePolicy'));
  expect(policies).toHaveLength(2);
  for (const policy of policies) expect(JSON.stringify(policy)).toContain('"aws:SecureTransport":"false"');
});
