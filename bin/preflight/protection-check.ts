/**
 * Checks whether a stack that keeps data is protected from deletion. Protection follows the first create, so that a
 * failed one can be deleted.
 */
import type { StageSettings } from '../../lib/settings/stage-settings.ts';
import { notAsked } from './account-checks.ts';
import type { AwsAccount, FoundStack } from './aws-account.ts';
import { later, missing, ready, type Finding } from './finding.ts';

const TABLE_OUTPUTS = ['ProductIndexTable', 'AccountsTable'];

export async function protectionCheck(
  aws: AwsAccount,
  { keepsData, stage }: StageSettings,
  stack: FoundStack | undefined,
): Promise<Finding> {
  const check = 'protections';
  const command = `npm run admin -- --stage ${stage} stage protect`;
  if (!keepsData) return ready(check, 'The stage keeps no data and may be destroyed.');
  if (stack === undefined) return later(check, 'Protections are turned on after the first successful deploy.', command);
  const tables = TABLE_OUTPUTS.map((output) => stack.outputs[output] ?? output);
  const answers = await Promise.all(tables.map((table) => aws.isTableProtected(table)));
  const off = stack.isTerminationProtected ? [] : ['the stack'];
  for (const [place, answer] of answers.entries()) {
    if (!answer.answered) return notAsked(check, answer.error);
    if (answer.value !== true) off.push(`the table ${tables[place]}`);
  }
  if (off.length > 0) return missing(check, `Not protected from deletion: ${off.join(', ')}.`, command);
  return ready(check, 'The stack and its tables are protected from deletion.');
}
