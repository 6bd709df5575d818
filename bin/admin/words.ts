/** `admin words …`: words that mean the same in a search, as operators add them (docs/search.md#operators-words). */
import { Command } from 'commander';
import { DynamoWordStore } from '../../functions/adapters/dynamodb/accounts/dynamo-word-store.ts';
import {
  addWord,
  MAX_ADDED_WORDS,
  MAX_EQUIVALENT_LENGTH,
  MAX_SHORT_LENGTH,
  removeWord,
  type AddedWord,
  type WordRefusal,
} from '../../functions/core/products/administer-words.ts';
import type { Result } from '../../functions/core/result.ts';
import { OperatorError } from './console/operator-error.ts';
import { printTable, printText } from './console/print.ts';
import { printable } from './console/printable.ts';
import { shellWord } from './console/shell-word.ts';
import type { OpenStage } from './stage/open-stage.ts';
import { runCommand } from './stage/run-command.ts';

export function wordsCommand(): Command {
  return new Command('words')
    .description('Words that mean the same in a search: list, add, remove')
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(removeCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List what operators have added to the abbreviations of this release')
    .action((_options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const { words } = await storeOf(stage).readWords();
        answer(words, () => {
          const [first] = words;
          if (first === undefined) {
            printText('No operator has added a word. docs/search.md says which abbreviations are built in.');
            next('Add one', "words add pmic 'power management ic'");
            return;
          }
          printTable(
            ['Short form', 'Means the same as'],
            words.map(({ short, equivalent }) => [short, equivalent]),
          );
          next('Take one back', `words remove ${shellWord(first.short)} ${shellWord(first.equivalent)}`);
        });
      }),
    );
}

function addCommand(): Command {
  return new Command('add')
    .description('Make a short form and a word or phrase mean the same, everywhere within a minute')
    .argument('<short>', 'one word, under which both are filed: pmic')
    .argument('<equivalent>', 'a word or a phrase of letters: "power management ic"')
    .action((short: string, equivalent: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const change = orRefuse(await addWord(storeOf(stage), { short, equivalent }, { who }, Date.now()));
        answer(change, () => {
          printText(`${inQuotes(change.equivalent)} also finds ${inQuotes(change.short)}, everywhere within a minute.`);
          if (change.equivalent.includes(' ')) {
            printText(reindexAdvice(change));
            next('In a minute', 'items reindex');
          } else next('See what it finds then', `items find --query ${shellWord(change.equivalent)}`);
        });
      }),
    );
}

function removeCommand(): Command {
  return new Command('remove')
    .description('Take back a line that operators have added')
    .argument('<short>', 'as `words list` shows it')
    .argument('<equivalent>', 'as `words list` shows it')
    .action((short: string, equivalent: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const change = orRefuse(await removeWord(storeOf(stage), { short, equivalent }, { who }, Date.now()));
        answer(change, () => {
          printText(
            `${inQuotes(change.equivalent)} no longer means ${inQuotes(change.short)}, everywhere within a minute.`,
          );
          printText('Records stay filed under the short form until they are written again.');
          next('Write them again, in a minute', 'items reindex');
        });
      }),
    );
}

function reindexAdvice({ short, equivalent }: AddedWord): string {
  return `For ${inQuotes(short)} to find the records that say ${inQuotes(equivalent)}, they must be written again.`;
}

function storeOf(stage: OpenStage): DynamoWordStore {
  return new DynamoWordStore(stage.documents, stage.output('AccountsTable'));
}

function inQuotes(text: string): string {
  return `"${printable(text)}"`;
}

/** @throws {OperatorError} when the change was refused */
function orRefuse(result: Result<AddedWord, WordRefusal>): AddedWord {
  if (result.ok) return result.value;
  throw new OperatorError(describe(result.reason), { code: result.reason.kind });
}

function describe(refusal: WordRefusal): string {
  switch (refusal.kind) {
    case 'not_one_word':
      return 'The short form must be one word of two characters at least, no value with a unit, and in the singular.';
    case 'blank_equivalent':
      return 'The equivalent needs a letter.';
    case 'holds_a_number':
      return 'The equivalent may hold no number: values and part numbers are found as they are written.';
    case 'too_long':
      return `A short form may have ${MAX_SHORT_LENGTH} characters, an equivalent ${MAX_EQUIVALENT_LENGTH}.`;
    case 'means_it_already':
      return 'They mean the same already.';
    case 'unknown_line':
      return 'No operator has added this line. `words list` shows those that there are.';
    case 'too_many_lines':
      return `There are ${MAX_ADDED_WORDS} lines of operators, which is the most. Put those that all need into abbreviations.ts.`;
    case 'changed_meanwhile':
      return 'Another operator is changing words at this moment. Look at them and try again.';
  }
}
