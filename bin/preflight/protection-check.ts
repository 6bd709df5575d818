/** Whether a stack that keeps data can be deleted by mistake. A failed first create must be deletable, so both protections come after it. */
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
  if (!keepsData) return ready(check, 'The stage keeps no data: it may be destroyed.');
  if (stack === undefined) return later(check, 'They are turned on once the first deploy has succeeded.', command);
  const tables = TABLE_OUTPUTS.map((output) => stack.outputs[output] ?? output);
  const answers = await Promise.all(tables.map((table) => aws.isTableProtected(table)));
  const off = stack.isTerminationProtected ? [] : ['the stack'];
  for (const [place, answer] of answers.entries()) {
    if (!answer.answered) return notAsked(check, answer.error);
    if (answer.value !== true) off.push(`the table ${tables[place]}`);
  }
  if (off.length > 0) return missing(check, `Nothing keeps ${off.join(' and ')} from being deleted.`, command);
  return ready(check, 'Neither the stack nor its tables can be deleted.');
}
