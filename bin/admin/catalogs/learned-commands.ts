/** `catalogs learned` and `catalogs forget`: list and delete the matches that later files reuse. */
import { Command } from 'commander';
import { nameCandidate } from '../../../core/catalogs/rows/catalog.ts';
import { rematchUses, type RematchPlace } from '../../../core/catalogs/import/rematch-uses.ts';
import {
  ownNumberKey,
  type LearnedKey,
  type LearnedMatch,
  type LearnedMatches,
  type Statement,
} from '../../../core/catalogs/rows/learned-matches.ts';
import { shortMinuteText } from '../../../core/time.ts';
import { confirm } from '../console/confirm.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printTable, printText } from '../console/print.ts';
import { readAccountId, readCount } from '../console/read-option.ts';
import { requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import { portsOf, storeOf } from './stage-ports.ts';

const PAGE_ENTRIES = 500;

interface ChosenEntries {
  readonly number?: string;
  readonly catalog?: string;
}

export function learnedCommand(): Command {
  return withChoice(
    new Command('learned')
      .description('List the learned matches that later files of an account reuse')
      .argument('<account>', 'account id', readAccountId),
  )
    .option('--limit <count>', 'maximum number of entries', readCount, 50)
    .action((accountId: string, options: ChosenEntries & { readonly limit: number }, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        await requireAccount(stage, accountId);
        const shown: LearnedMatch[] = [];
        for await (const entry of chosen(storeOf(stage), accountId, options)) {
          if (shown.length >= options.limit) break;
          shown.push(entry);
        }
        answer({ learned: shown.map(entryJson) }, () => {
          if (shown.length === 0) printText('There are no learned matches.');
          else printEntries(shown);
          if (shown.length > 0) next('Forget one', `catalogs forget ${accountId} --number NUMBER`);
        });
      }),
    );
}

export function forgetCommand(): Command {
  return withChoice(
    new Command('forget')
      .description('Delete learned matches: later files and the rows that used them are matched without them')
      .argument('<account>', 'account id', readAccountId),
  )
    .option('--key <key>', 'the match with this key, as shown by `learned --json`')
    .option('--all', 'all learned matches')
    .action((accountId: string, options: ChosenEntries & { readonly key?: string; readonly all?: boolean }, command) =>
      runCommand(command as Command, async ({ stage, who, yes, answer, next }) => {
        await requireAccount(stage, accountId);
        const { number, catalog, key, all = false } = options;
        if (number === undefined && catalog === undefined && key === undefined && !all) {
          throw new OperatorError('No learned matches were selected.', {
            code: 'nothing_to_forget',
            fix: 'Add --number, --catalog, --key or --all.',
          });
        }
        const store = storeOf(stage);
        const keys: LearnedKey[] = [];
        // A forgetting that was killed goes on.
        for await (const entry of chosen(store, accountId, options, true)) {
          if (key === undefined || entry.key === key) keys.push(entry.key);
        }
        if (keys.length > 0) {
          await confirm(`${keys.length} learned matches of ${accountId} will be deleted. Continue?`, yes);
          const atMs = Date.now();
          await store.forgetLearned(accountId, keys, atMs, { who, what: 'match.forgotten', details: {}, atMs });
        }
        let undecided = 0;
        for (let from: RematchPlace | undefined = { key: 0, after: null }; from !== undefined;) {
          const { changed, next } = await rematchUses(portsOf(stage), accountId, keys, 'forgotten', from);
          undecided += changed;
          from = next ?? undefined;
        }
        await store.endForgetting(accountId, keys);
        answer({ forgotten: keys.length, undecided }, () => {
          const done = `${keys.length} learned matches deleted, ${undecided} rows matched without them.`;
          printText(keys.length === 0 ? 'No learned matches are selected.' : done);
          next('List the remaining matches', `catalogs learned ${accountId}`);
        });
      }),
    );
}

function withChoice(command: Command): Command {
  return command
    .option('--number <number>', 'for this item number of the customer')
    .option('--catalog <catalog>', 'learned from this catalog');
}

async function* chosen(
  store: LearnedMatches,
  accountId: string,
  { number, catalog }: ChosenEntries,
  withForgetting = false,
): AsyncGenerator<LearnedMatch> {
  const wanted = number === undefined ? undefined : ownNumberKey(number);
  const isWanted = (entry: LearnedMatch): boolean => {
    const isOfNumber = wanted === undefined || entry.key === wanted || entry.itemNumber?.trim() === number?.trim();
    return isOfNumber && (catalog === undefined || entry.catalogId === catalog);
  };
  if (withForgetting) yield* (await store.listForgetting(accountId)).filter(isWanted);
  for (let after: LearnedKey | null = null; ;) {
    const page: readonly LearnedMatch[] = await store.listLearned(accountId, { after, limit: PAGE_ENTRIES });
    yield* page.filter(isWanted);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}

function printEntries(entries: readonly LearnedMatch[]): void {
  printTable(
    ['Your number', 'It stated', 'It means now', 'From', { heading: 'Decided (UTC)', minor: true }],
    entries.map((entry) => [
      entry.itemNumber,
      statementText(entry.stated) + (entry.named === null ? '' : `, fixed to ${statementText(entry.named)}`),
      entry.itemId,
      entry.acceptedBy === null ? entry.catalogId : `${entry.catalogId}, accepted by ${entry.acceptedBy}`,
      shortMinuteText(entry.learnedAtMs),
    ]),
  );
}

function statementText({ supplier, partNumber, gtin }: Statement): string {
  const part = partNumber === null ? supplier : nameCandidate({ manufacturer: supplier, partNumber });
  return [part, gtin].filter((text) => text !== null).join(', ') || '–';
}

function entryJson({ key, itemNumber, stated, itemId, named, catalogId, acceptedBy, learnedAtMs }: LearnedMatch) {
  return {
    key,
    your_item_number: itemNumber,
    stated: statementJson(stated),
    fixed_to: named === null ? null : statementJson(named),
    item_id: itemId,
    catalog_id: catalogId,
    accepted_by: acceptedBy,
    at: new Date(learnedAtMs).toISOString(),
  };
}

function statementJson({ supplier, partNumber, gtin }: Statement) {
  return { supplier, supplier_part_number: partNumber, gtin };
}
