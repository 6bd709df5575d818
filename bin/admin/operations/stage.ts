/** `admin stage …`: protects the stack of a deployed stage. */
import path from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { Command } from 'commander';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printText } from '../console/print.ts';
import { protectStack, rememberProtection } from '../stage/protect-stack.ts';
import { runCommand } from '../stage/run-command.ts';

const CONTEXT_FILE = path.resolve(import.meta.dirname, '../../../cdk.context.json');

export function stageCommand(): Command {
  return new Command('stage').description('Manage the stack of a deployed stage').addCommand(protectCommand());
}

function protectCommand(): Command {
  return new Command('protect')
    .description('Protect the stack and its tables from deletion; run it after the first deploy')
    .action((_options: object, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        if (!stageSettings(stage.stage).keepsData)
          throw new OperatorError(`The stage ${stage.stage} keeps no data, so there is nothing to protect.`, {
            code: 'nothing_to_protect',
            fix: 'Choose the stage: --stage production.',
          });
        const cloudFormation = new CloudFormationClient({});
        try {
          const tables = [stage.output('ProductIndexTable'), stage.output('AccountsTable')];
          const clients = { cloudFormation, documents: stage.documents };
          const done = await protectStack(clients, `product-data-${stage.stage}`, tables);
          await rememberProtection(CONTEXT_FILE, stage.stage);
          answer({ stack: done.stackName, tables: done.tables }, () => {
            printText(`${done.stackName} and its tables ${done.tables.join(' and ')} are protected from deletion.`);
            printText('Commit cdk.context.json: a deploy without it removes the stack’s protection.');
          });
        } finally {
          cloudFormation.destroy();
        }
      }),
    );
}
