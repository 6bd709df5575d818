/** `admin words …`: manages the search synonyms of operators (docs/reference/search.md#operators-aliases-and-words). */
import { openWordStore } from '../../../adapters/dynamodb/open-stores.ts';
import { Command } from 'commander';
import type { DynamoWordStore } from '../../../adapters/dynamodb/index/dynamo-word-store.ts';
import {
  addWord,
  MAX_ADDED_WORDS,
  MAX_EQUIVALENT_LENGTH,
  MAX_SHORT_LENGTH,
  removeWord,
  type AddedWord,
  type WordRefusal,
} from '../../../core/index/words/administer-words.ts';
import type { Result } from '../../../core/result.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printTable, printText } from '../console/print.ts';
import { printable } from '../console/printable.ts';
import { shellWord } from '../console/shell-word.ts';
import { tablesOf, type OpenStage } from '../stage/open-stage.ts';
import { runCommand } from '../stage/run-command.ts';

const EXAMPLE = '`words add pmic "power management ic"`';
const BUILT_IN = 'data/words/abbreviations.tsv';

export function wordsCommand(): Command {
  return new Command('words')
    .description('Manage search synonyms: list, add, remove')
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(removeCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List the synonyms that operators have added to the built-in ones')
    .action((_options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const { words } = await storeOf(stage).readWords();
        answer(words, () => {
          const [first] = words;
          if (first === undefined) {
            printText(`No operator has added a synonym. The built-in ones are in ${BUILT_IN}.`);
            next('Add one', "words add pmic 'power management ic'");
            return;
          }
          printTable(
            ['Short form', 'Equivalent'],
            words.map(({ short, equivalent }) => [short, equivalent]),
          );
          next('Remove one', `words remove ${shellWord(first.short)} ${shellWord(first.equivalent)}`);
        });
      }),
    );
}

function addCommand(): Command {
  return new Command('add')
    .description('Make a short form and a word or phrase synonyms; they must mean exactly the same')
    .argument('<short>', 'one word, under which both are indexed: pmic')
    .argument('<equivalent>', 'a word or a phrase of letters: "power management ic"')
    .action((short: string, equivalent: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const change = orRefuse(await addWord(storeOf(stage), { short, equivalent }, { who }, Date.now()));
        answer(change, () => {
          const [short, equivalent] = [inQuotes(change.short), inQuotes(change.equivalent)];
          if (change.equivalent.includes(' ')) {
            printText(`${equivalent} also finds ${short}. The change takes effect within a minute.`);
            printText(`Before ${short} finds existing items with ${equivalent}, they must be reindexed.`);
            next('Reindex them in a minute', 'items reindex');
          } else {
            printText(`${short} and ${equivalent} find each other. The change takes effect within a minute.`);
            next('Try a search in a minute', `items find --query ${shellWord(change.equivalent)}`);
          }
        });
      }),
    );
}

function removeCommand(): Command {
  return new Command('remove')
    .description('Remove a synonym that an operator has added')
    .argument('<short>', 'as shown by `words list`')
    .argument('<equivalent>', 'as shown by `words list`')
    .action((short: string, equivalent: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const change = orRefuse(await removeWord(storeOf(stage), { short, equivalent }, { who }, Date.now()));
        answer(change, () => {
          printText(
            `${inQuotes(change.equivalent)} no longer means ${inQuotes(change.short)}. The change takes effect within a minute.`,
          );
          printText(`Items already indexed under ${inQuotes(change.short)} stay there until they are reindexed.`);
          next('Reindex them in a minute', 'items reindex');
        });
      }),
    );
}

function storeOf(stage: OpenStage): DynamoWordStore {
  return openWordStore(tablesOf(stage));
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

/** Returns the problem and the next step. */
function describe(refusal: WordRefusal): readonly [message: string, fix: string] {
  switch (refusal.kind) {
    case 'not_one_word':
      return [
        'The short form must be one word of at least two characters, and not a value that search normalizes (0.5A is 500mA).',
        `Put the short form first: ${EXAMPLE}.`,
      ];
    case 'blank_equivalent':
      return ['The equivalent needs a letter.', `Use a word or phrase: ${EXAMPLE}.`];
    case 'holds_a_number':
      return [
        'The equivalent must not contain numbers: values and part numbers are found as written.',
        'Use only letters.',
      ];
    case 'too_long':
      return [
        `A short form may have at most ${MAX_SHORT_LENGTH} characters, an equivalent ${MAX_EQUIVALENT_LENGTH}.`,
        'Use a shorter one.',
      ];
    case 'means_it_already':
      return [
        'They are already synonyms.',
        `\`words list\` shows those of operators; the built-in ones are in ${BUILT_IN}.`,
      ];
    case 'unknown_line':
      return [
        'No operator has added this synonym.',
        `\`words list\` lists them; the built-in ones are in ${BUILT_IN}.`,
      ];
    case 'too_many_lines':
      return [
        `Operators have added ${MAX_ADDED_WORDS} synonyms, the maximum.`,
        `Remove one with \`words remove\`, or move synonyms that every stage needs to ${BUILT_IN}.`,
      ];
    case 'changed_meanwhile':
      return [
        'Another operator is changing synonyms at the same time.',
        'Check them with `words list`, then repeat the command.',
      ];
  }
}
