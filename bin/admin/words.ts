/** `admin words …`: words that mean the same in a search, as operators add them (docs/reference/search.md#operators-aliases-and-words). */
import { Command } from 'commander';
import { DynamoWordStore } from '../../adapters/dynamodb/accounts/dynamo-word-store.ts';
import {
  addWord,
  MAX_ADDED_WORDS,
  MAX_EQUIVALENT_LENGTH,
  MAX_SHORT_LENGTH,
  removeWord,
  type AddedWord,
  type WordRefusal,
} from '../../core/words/administer-words.ts';
import type { Result } from '../../core/result.ts';
import { OperatorError } from './console/operator-error.ts';
import { printTable, printText } from './console/print.ts';
import { printable } from './console/printable.ts';
import { shellWord } from './console/shell-word.ts';
import type { OpenStage } from './stage/open-stage.ts';
import { runCommand } from './stage/run-command.ts';

const EXAMPLE = '`words add pmic "power management ic"`';
const BUILT_IN = 'data/words/abbreviations.tsv';

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
            printText(`No operator has added a word. ${BUILT_IN} has the built-in ones.`);
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
    .description('Make a short form and a word or phrase mean exactly the same. A wider word shows what was not meant')
    .argument('<short>', 'one word, under which both are filed: pmic')
    .argument('<equivalent>', 'a word or a phrase of letters: "power management ic"')
    .action((short: string, equivalent: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const change = orRefuse(await addWord(storeOf(stage), { short, equivalent }, { who }, Date.now()));
        answer(change, () => {
          const [short, equivalent] = [inQuotes(change.short), inQuotes(change.equivalent)];
          if (change.equivalent.includes(' ')) {
            printText(`${equivalent} also finds ${short}, everywhere within a minute.`);
            printText(`For ${short} to find the records that say ${equivalent}, they must be written again.`);
            next('Write them again, in a minute', 'items reindex');
          } else {
            printText(`${short} and ${equivalent} find each other, everywhere within a minute.`);
            next('In a minute, see what they find', `items find --query ${shellWord(change.equivalent)}`);
          }
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
          printText(`Records that it filed under ${inQuotes(change.short)} stay there until they are written again.`);
          next('Write them again, in a minute', 'items reindex');
        });
      }),
    );
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
  const [message, fix] = describe(result.reason);
  throw new OperatorError(message, { code: result.reason.kind, fix });
}

/** What is wrong, and what to do next. */
function describe(refusal: WordRefusal): readonly [message: string, fix: string] {
  switch (refusal.kind) {
    case 'not_one_word':
      return [
        'The short form must be one word of two characters at least; a value that a search reads otherwise (0.5A is 500mA) is none.',
        `Put the short form first: ${EXAMPLE}.`,
      ];
    case 'blank_equivalent':
      return ['The equivalent needs a letter.', `Name a word or a phrase: ${EXAMPLE}.`];
    case 'holds_a_number':
      return [
        'The equivalent may hold no number: values and part numbers are found as they are written.',
        'Name it in letters alone.',
      ];
    case 'too_long':
      return [
        `A short form may have ${MAX_SHORT_LENGTH} characters, an equivalent ${MAX_EQUIVALENT_LENGTH}.`,
        'Name a shorter one.',
      ];
    case 'means_it_already':
      return [
        'They mean the same already.',
        `\`words list\` shows the lines of operators, ${BUILT_IN} has the built-in ones.`,
      ];
    case 'unknown_line':
      return [
        'No operator has added this line.',
        `\`words list\` shows those that there are; the built-in ones are changed in ${BUILT_IN}.`,
      ];
    case 'too_many_lines':
      return [
        `There are ${MAX_ADDED_WORDS} lines of operators, which is the most.`,
        `Take one back with \`words remove\`, or put those that all need into ${BUILT_IN}.`,
      ];
    case 'changed_meanwhile':
      return [
        'Another operator is changing words at this moment.',
        'Look at them with `words list`, and repeat the command.',
      ];
  }
}
