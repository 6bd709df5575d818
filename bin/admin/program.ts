/** Assembles the operator's commands; each noun has a file here (docs/operate/commands.md). */
import { Command } from 'commander';
import { accountsCommand } from './accounts.ts';
import { assistantsCommand } from './assistants.ts';
import { auditCommand } from './audit.ts';
import { catalogsCommand } from './catalogs.ts';
import { clientsCommand } from './clients.ts';
import { everyCommand, withSharedOptions } from './stage/run-command.ts';
import { itemsCommand } from './items.ts';
import { manufacturersCommand } from './manufacturers.ts';
import { membersCommand } from './members.ts';
import { paymentsCommand } from './payments.ts';
import { requestsCommand } from './requests.ts';
import { researchCommand } from './research.ts';
import { secretsCommand } from './secrets.ts';
import { stageCommand } from './stage.ts';
import { statementsCommand } from './statements.ts';
import { tablesCommand } from './tables.ts';
import { usageCommand } from './usage.ts';
import { wordsCommand } from './words.ts';
import { whyCommand } from './why.ts';

export function adminProgram(): Command {
  const program = withSharedOptions(
    new Command('admin').description(
      'Operate the Product Data MCP Server: items, accounts, keys, catalogs, usage and statements.',
    ),
  );

  program
    .addCommand(itemsCommand())
    .addCommand(accountsCommand())
    .addCommand(catalogsCommand())
    .addCommand(clientsCommand())
    .addCommand(assistantsCommand())
    .addCommand(membersCommand())
    .addCommand(manufacturersCommand())
    .addCommand(paymentsCommand())
    .addCommand(requestsCommand())
    .addCommand(researchCommand())
    .addCommand(statementsCommand())
    .addCommand(usageCommand())
    .addCommand(wordsCommand())
    .addCommand(auditCommand())
    .addCommand(secretsCommand())
    .addCommand(stageCommand())
    .addCommand(tablesCommand())
    .addCommand(whyCommand());
  // Added commands do not inherit settings from the program.
  for (const command of everyCommand(program))
    command.configureHelp({ showGlobalOptions: true }).showHelpAfterError('(use --help for usage)');
  return program;
}
