/**
 * The topics through which alarms reach the operators: one for alarms that can wait until the next day, and one for
 * alarms that page.
 */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Severity } from './service-alarms.ts';
import type { WatchedService } from './watched-service.ts';

/** Without an address to page, both severities use the next-day topic. */
export function operatorsTopics(
  scope: Construct,
  { stage, alarms }: WatchedService,
): Readonly<Record<Severity, Topic>> {
  const nextDay = operatorsTopic(scope, 'Topic', `Product data, ${stage}`, alarms.email);
  const { wakeEmail } = alarms;
  const wake =
    wakeEmail === undefined ? nextDay : operatorsTopic(scope, 'WakeTopic', `WAKE: product data, ${stage}`, wakeEmail);
  return { 'next-day': nextDay, wake };
}

function operatorsTopic(scope: Construct, id: string, displayName: string, email: string): Topic {
  const topic = new Topic(scope, id, { displayName, enforceSSL: true });
  topic.addSubscription(new EmailSubscription(email));
  letAlarmsPublish(scope, topic);
  return topic;
}

/**
 * Lets the account's alarms publish. AWS allows that by default, but not on a topic with an explicit policy, such as
 * the one that requires TLS.
 */
function letAlarmsPublish(scope: Construct, topic: Topic): void {
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AllowAlarmsToPublish',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        ArnLike: {
          'aws:SourceArn': Stack.of(scope).formatArn({
            service: 'cloudwatch',
            resource: 'alarm',
            resourceName: '*',
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account },
      },
    }),
  );
}
