/**
 * Checks whether the secret for billing events exists. Without it the function refuses every event, and failed payments
 * go unnoticed.
 */
import type { StageSettings } from '../../lib/settings/stage-settings.ts';
import { notAsked } from './account-checks.ts';
import type { AwsAccount } from './aws-account.ts';
import { missing, ready, type Finding } from './finding.ts';

/** Returns no finding if the stage receives no billing events. */
export async function billingSecretCheck(
  aws: AwsAccount,
  { billingEvents }: StageSettings,
): Promise<readonly Finding[]> {
  if (billingEvents === undefined) return [];
  const check = 'billing secret';
  const { secretName: name } = billingEvents;
  const [secret, value] = ['aws secretsmanager', '--secret-string file://signing-secret'];
  const answer = await aws.secret(name);
  if (!answer.answered) return [notAsked(check, answer.error)];
  if (answer.value === undefined)
    return [missing(check, `There is no secret ${name}.`, `${secret} create-secret --name ${name} ${value}`)];
  if (answer.value.isDeleted)
    return [missing(check, `${name} is scheduled for deletion.`, `${secret} restore-secret --secret-id ${name}`)];
  if (!answer.value.hasValue)
    return [missing(check, `${name} has no value.`, `${secret} put-secret-value --secret-id ${name} ${value}`)];
  return [ready(check, `${name} has a value.`)];
}
