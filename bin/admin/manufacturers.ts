/** `admin manufacturers …`: which names mean which manufacturer, and operators' own spellings (docs/reference/search.md#which-manufacturer-is-meant). */
import { Command } from 'commander';
import { DynamoManufacturerAliasStore } from '../../adapters/dynamodb/manufacturers/dynamo-manufacturer-alias-store.ts';
import {
  addManufacturerAlias,
  MAX_ALIAS_LENGTH,
  MAX_ALIASES,
  removeManufacturerAlias,
  type AliasRefusal,
} from '../../core/manufacturers/administer-manufacturers.ts';
import { BUILT_IN_MANUFACTURERS } from '../../core/manufacturers/built-in-manufacturers.ts';
import type { Manufacturer } from '../../core/manufacturers/manufacturer-entries.ts';
import type { ManufacturerTable } from '../../core/manufacturers/manufacturer-table.ts';
import { toManufacturerKey } from '../../core/part-keys/manufacturer-name.ts';
import type { Result } from '../../core/result.ts';
import { confirm } from './console/confirm.ts';
import { OperatorError } from './console/operator-error.ts';
import { printFields, printTable, printText } from './console/print.ts';
import { printable } from './console/printable.ts';
import { shellWord } from './console/shell-word.ts';
import type { OpenStage } from './stage/open-stage.ts';
import { runCommand } from './stage/run-command.ts';

export function manufacturersCommand(): Command {
  return new Command('manufacturers')
    .alias('makers')
    .description('The names that people write manufacturers by: list, show, alias, unalias')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(aliasCommand())
    .addCommand(unaliasCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List the spellings that operators have added or taken out')
    .action((_options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const { aliases } = await storeOf(stage).readAliases();
        answer(aliases, () => {
          const [first] = aliases;
          if (first === undefined) {
            console.log('No operator has added a spelling.');
            next('What the built-in table knows of a name', 'manufacturers show NAME');
            return;
          }
          printTable(
            ['Spelling', 'Means'],
            aliases.map(({ spelling, manufacturer }) => [spelling, manufacturer ?? 'no manufacturer in particular']),
          );
          next('Take one back', `manufacturers unalias ${shellWord(first.spelling)}`);
        });
      }),
    );
}

function showCommand(): Command {
  return new Command('show')
    .description('Show which manufacturer a name means, and every other spelling of that manufacturer')
    .argument('<name>', 'a name as people write it')
    .action((name: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const { aliases } = await storeOf(stage).readAliases();
        const table = BUILT_IN_MANUFACTURERS.with(aliases);
        const manufacturers = table
          .manufacturersOf(toManufacturerKey(name))
          .map((manufacturer) => describeManufacturer(manufacturer, table));
        if (manufacturers.length === 0)
          throw new OperatorError(
            `The table does not know "${printable(name)}": it means only records with exactly this name.`,
            {
              code: 'unknown_manufacturer',
              fix: '`manufacturers alias SPELLING MANUFACTURER` makes it mean a manufacturer.',
            },
          );
        answer(manufacturers, () => {
          for (const manufacturer of manufacturers)
            printFields({ manufacturer: manufacturer.name, spellings: manufacturer.spellings.join(', ') });
          next('Add a spelling', `manufacturers alias SPELLING ${shellWord(manufacturers[0]?.name ?? '')}`);
        });
      }),
    );
}

function aliasCommand(): Command {
  return new Command('alias')
    .description('Make a spelling mean a manufacturer, everywhere within a minute')
    .argument('<spelling>', 'as people write it')
    .argument('<manufacturer>', 'the name of the manufacturer, as its records or the table have it')
    .action((spelling: string, manufacturer: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const store = storeOf(stage);
        const { aliases } = await store.readAliases();
        const meant = BUILT_IN_MANUFACTURERS.with(aliases).manufacturersOf(toManufacturerKey(spelling));
        if (meant.length > 0) {
          const names = meant.map(({ name }) => printable(name)).join(' and ');
          await confirm(
            `"${printable(spelling)}" means ${names} now; it will mean ${printable(manufacturer)} alone. Continue?`,
            yes,
          );
        }
        const change = orRefuse(await addManufacturerAlias(store, { spelling, manufacturer }, { who }, Date.now()));
        answer(change, () => {
          printText(`"${change.spelling}" means ${change.manufacturer ?? ''}, everywhere within a minute.`);
          next('All spellings of that manufacturer', `manufacturers show ${shellWord(change.spelling)}`);
        });
      }),
    );
}

function unaliasCommand(): Command {
  return new Command('unalias')
    .description('Take a spelling back; one of the built-in table then means no manufacturer')
    .argument('<spelling>', 'as people write it')
    .action((spelling: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const change = orRefuse(await removeManufacturerAlias(storeOf(stage), spelling, { who }, Date.now()));
        answer(change, () => {
          printText(`"${change.spelling}" is taken back, everywhere within a minute.`);
          next('What operators have added', 'manufacturers list');
        });
      }),
    );
}

function storeOf(stage: OpenStage): DynamoManufacturerAliasStore {
  return new DynamoManufacturerAliasStore(stage.documents, stage.output('AccountsTable'));
}

function describeManufacturer(manufacturer: Manufacturer, table: ManufacturerTable) {
  return { name: manufacturer.name, spellings: table.allSpellings(manufacturer) };
}

/** @throws {OperatorError} when the change was refused */
function orRefuse<T>(result: Result<T, AliasRefusal>): T {
  if (result.ok) return result.value;
  throw new OperatorError(describe(result.reason), { code: result.reason.kind });
}

function describe(refusal: AliasRefusal): string {
  switch (refusal.kind) {
    case 'blank_name':
      return 'Spelling and manufacturer both need a letter or a digit.';
    case 'name_too_long':
      return `A name may have ${MAX_ALIAS_LENGTH} characters.`;
    case 'means_it_already':
      return 'The spelling means this manufacturer already.';
    case 'unknown_spelling':
      return 'Neither an operator nor the table has this spelling; there is nothing to take back.';
    case 'too_many_aliases':
      return `There are ${MAX_ALIASES} spellings of operators, which is the most. Put those that all need into data/manufacturers.`;
    case 'changed_meanwhile':
      return 'Another operator is changing spellings at this moment. Look at them and try again.';
  }
}
