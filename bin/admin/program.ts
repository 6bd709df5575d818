/** Assembles the operator's commands; each noun has a file here (docs/operate/commands.md). */
import { Command } from 'commander';
import { accountsCommand } from './access/accounts.ts';
import { assistantsCommand } from './access/assistants.ts';
import { auditCommand } from './access/audit.ts';
import { catalogsCommand } from './catalogs/catalogs.ts';
import { clientsCommand } from './access/clients.ts';
import { everyCommand, onStderr, withSharedOptions } from './stage/run-command.ts';
import { itemsCommand } from './index/items.ts';
import { manufacturersCommand } from './index/manufacturers.ts';
import { membersCommand } from './access/members.ts';
import { paymentsCommand } from './access/payments.ts';
import { reviewerCommand } from './access/reviewer.ts';
import { researchRequestsCommand } from './sourcing/research-requests.ts';
import { researchCommand } from './sourcing/research.ts';
import { secretsCommand } from './access/secrets.ts';
import { stageCommand } from './operations/stage.ts';
import { statementsCommand } from './billing/statements.ts';
import { tablesCommand } from './operations/tables.ts';
import { usageCommand } from './billing/usage.ts';
import { wordsCommand } from './index/words.ts';
import { whyCommand } from './operations/why.ts';

/** A description is wrapped beside its command as long as this many columns are left for it. */
const MIN_HELP_COLUMNS = 20;

export function adminProgram(): Command {
  const program = withSharedOptions(
    // As it is typed: the help of each command begins with it.
    new Command('npm run admin --').description(
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
    .addCommand(reviewerCommand())
    .addCommand(researchRequestsCommand())
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
    command
      .configureHelp({ showGlobalOptions: true, minWidthToWrap: MIN_HELP_COLUMNS, styleUsage: foldUsage })
      .configureOutput({ outputError: (text, write) => write(`${onStderr(text.trimEnd()).join('\n')}\n`) })
      .showHelpAfterError('(use --help for usage)');
  return program;
}

/** Folds a usage that is longer than the 80 columns of a terminal as a shell reads it. */
function foldUsage(usage: string): string {
  return `Usage: ${usage}`.length > 80 ? usage.replace('[options] ', '[options] \\\n  ') : usage;
}
