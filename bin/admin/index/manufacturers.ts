/**
 * `admin manufacturers …`: shows and changes the aliases of manufacturers
 * (docs/reference/search.md#which-manufacturer-is-meant).
 */
import { openManufacturerAliasStore } from '../../../adapters/dynamodb/open-stores.ts';
import { Command } from 'commander';
import type { DynamoManufacturerAliasStore } from '../../../adapters/dynamodb/index/dynamo-manufacturer-alias-store.ts';
import {
  addManufacturerAlias,
  MAX_ALIAS_LENGTH,
  MAX_ALIASES,
  removeManufacturerAlias,
  type AliasRefusal,
} from '../../../core/index/manufacturers/administer-manufacturers.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../core/index/manufacturers/built-in-manufacturers.ts';
import type { Manufacturer } from '../../../core/index/manufacturers/manufacturer-entries.ts';
import type { ManufacturerTable } from '../../../core/index/manufacturers/manufacturer-table.ts';
import { toManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import type { Result } from '../../../core/result.ts';
import { confirm } from '../console/confirm.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printFields, printTable, printText } from '../console/print.ts';
import { printable } from '../console/printable.ts';
import { shellWord } from '../console/shell-word.ts';
import { tablesOf, type OpenStage } from '../stage/open-stage.ts';
import { runCommand } from '../stage/run-command.ts';

export function manufacturersCommand(): Command {
  return new Command('manufacturers')
    .alias('makers')
    .description('Manage manufacturer aliases: list, show, alias, unalias')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(aliasCommand())
    .addCommand(unaliasCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List the aliases that operators have added or removed')
    .action((_options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const { aliases } = await storeOf(stage).readAliases();
        answer(aliases, () => {
          const [first] = aliases;
          if (first === undefined) {
            console.log('No operator has changed an alias.');
            next('Show the built-in aliases of a name', 'manufacturers show NAME');
            return;
          }
          printTable(
            ['Alias', 'Manufacturer'],
            aliases.map(({ spelling, manufacturer }) => [spelling, manufacturer ?? 'none']),
          );
          next('Remove an alias', `manufacturers unalias ${shellWord(first.spelling)}`);
        });
      }),
    );
}

function showCommand(): Command {
  return new Command('show')
    .description('Show which manufacturer a name means, with all its aliases')
    .argument('<name>', 'a name in any spelling')
    .action((name: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const { aliases } = await storeOf(stage).readAliases();
        const table = BUILT_IN_MANUFACTURERS.with(aliases);
        const manufacturers = table
          .manufacturersOf(toManufacturerKey(name))
          .map((manufacturer) => describeManufacturer(manufacturer, table));
        if (manufacturers.length === 0)
          throw new OperatorError(
            `"${printable(name)}" is not in the table: it matches only items with exactly this name.`,
            {
              code: 'unknown_manufacturer',
              fix: 'Add it with `manufacturers alias SPELLING MANUFACTURER`.',
            },
          );
        answer(manufacturers, () => {
          for (const manufacturer of manufacturers)
            printFields({ manufacturer: manufacturer.name, spellings: manufacturer.spellings.join(', ') });
          next('Add an alias', `manufacturers alias SPELLING ${shellWord(manufacturers[0]?.name ?? '')}`);
        });
      }),
    );
}

function aliasCommand(): Command {
  return new Command('alias')
    .description('Make a spelling mean a manufacturer; takes effect within a minute')
    .argument('<spelling>', 'the spelling')
    .argument('<manufacturer>', 'manufacturer name as in its items or in the table')
    .action((spelling: string, manufacturer: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const store = storeOf(stage);
        const { aliases } = await store.readAliases();
        const meant = BUILT_IN_MANUFACTURERS.with(aliases).manufacturersOf(toManufacturerKey(spelling));
        if (meant.length > 0) {
          const names = meant.map(({ name }) => printable(name)).join(' and ');
          await confirm(
            `"${printable(spelling)}" currently means ${names}; it will mean only ${printable(manufacturer)}. Continue?`,
            yes,
          );
        }
        const change = orRefuse(await addManufacturerAlias(store, { spelling, manufacturer }, { who }, Date.now()));
        answer(change, () => {
          printText(
            `"${change.spelling}" means ${change.manufacturer ?? ''}. The change takes effect within a minute.`,
          );
          next('Show all aliases of the manufacturer', `manufacturers show ${shellWord(change.spelling)}`);
        });
      }),
    );
}

function unaliasCommand(): Command {
  return new Command('unalias')
    .description('Remove an alias; a removed built-in alias means no manufacturer')
    .argument('<spelling>', 'the spelling')
    .action((spelling: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const change = orRefuse(await removeManufacturerAlias(storeOf(stage), spelling, { who }, Date.now()));
        answer(change, () => {
          printText(`"${change.spelling}" is removed. The change takes effect within a minute.`);
          next('List the aliases of operators', 'manufacturers list');
        });
      }),
    );
}

function storeOf(stage: OpenStage): DynamoManufacturerAliasStore {
  return openManufacturerAliasStore(tablesOf(stage));
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
      return `A name may have at most ${MAX_ALIAS_LENGTH} characters.`;
    case 'means_it_already':
      return 'The spelling already means this manufacturer.';
    case 'unknown_spelling':
      return 'No operator has added this alias, and it is not in the table.';
    case 'too_many_aliases':
      return `Operators have added ${MAX_ALIASES} aliases, the maximum. Move aliases that every stage needs to data/manufacturers.`;
    case 'changed_meanwhile':
      return 'Another operator is changing aliases at the same time. Check them and try again.';
  }
}
