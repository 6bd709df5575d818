/**
 * The operator's command line: `npm run admin -- <noun> <verb>`. Each noun has a file in admin/ (docs/operators.md);
 * this is their table of contents.
 */
import { Command } from 'commander';
import { accountsCommand } from './admin/accounts.ts';
import { assistantsCommand } from './admin/assistants.ts';
import { auditCommand } from './admin/audit.ts';
import { catalogsCommand } from './admin/catalogs.ts';
import { clientsCommand } from './admin/clients.ts';
import { withSharedOptions } from './admin/stage/run-command.ts';
import { itemsCommand } from './admin/items.ts';
import { makersCommand } from './admin/makers.ts';
import { membersCommand } from './admin/members.ts';
import { requestsCommand } from './admin/requests.ts';
import { secretsCommand } from './admin/secrets.ts';
import { usageCommand } from './admin/usage.ts';

const program = withSharedOptions(
  new Command('admin')
    .description('Look after the Product Data MCP Server: its index, its accounts, their keys and what they use.')
    .showHelpAfterError('(--help shows how)'),
);

program
  .addCommand(itemsCommand())
  .addCommand(accountsCommand())
  .addCommand(catalogsCommand())
  .addCommand(clientsCommand())
  .addCommand(assistantsCommand())
  .addCommand(makersCommand())
  .addCommand(membersCommand())
  .addCommand(requestsCommand())
  .addCommand(usageCommand())
  .addCommand(auditCommand())
  .addCommand(secretsCommand());

await program.parseAsync();
