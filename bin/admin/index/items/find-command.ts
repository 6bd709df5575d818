/**
 * `admin items find`: looks up a part by manufacturer and part number or by GTIN, or searches, with the same aliases
 * and candidates as the tools. It is neither billed nor counted.
 */
import { Command } from 'commander';
import type { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { beginCurrentSearch } from '../../../../core/index/corrections/begin-current-search.ts';
import type { FoundPart, Part } from '../../../../core/index/lookup/find-part.ts';
import { findParts } from '../../../../core/index/lookup/find-parts.ts';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import {
  describeOtherManufacturers,
  describeSpelling,
} from '../../../../core/index/manufacturers/other-manufacturers.ts';
import { numbersAlike } from '../../../../core/index/lookup/similar-part-numbers.ts';
import { readPart } from '../../../../core/index/lookup/read-part.ts';
import { finishSearch } from '../../../../core/index/search/finish-search.ts';
import { termsOfSearch } from '../../../../core/index/search/search-terms.ts';
import { EXIT_NOTHING_FOUND } from '../../console/exit-codes.ts';
import { OperatorError } from '../../console/operator-error.ts';
import { printTable, printText } from '../../console/print.ts';
import { readCount } from '../../console/read-option.ts';
import { runCommand, type CommandContext } from '../../stage/run-command.ts';
import { openItemIndex } from '../../stage/open-item-index.ts';

const MAX_RESULTS = 25;
const MAX_TITLE = 30;
const MAX_NAME = 18;

interface FindOptions {
  readonly gtin?: string;
  readonly query?: string;
  readonly manufacturer?: string;
  readonly limit: number;
}

export function findCommand(): Command {
  return new Command('find')
    .description('Find items as the tools do: by manufacturer and part number, by GTIN, or by search')
    .argument('[manufacturer]', 'manufacturer, in any known spelling')
    .argument('[number]', 'part number')
    .option('--gtin <digits>', 'find by GTIN instead')
    .option('--query <words>', 'search instead')
    .option('--manufacturer <name>', 'with --query: only items of this manufacturer')
    .option('--limit <count>', `with --query: maximum number of items, up to ${MAX_RESULTS}`, readCount, 10)
    .action((manufacturer: string | undefined, number: string | undefined, options: FindOptions, command: Command) =>
      runCommand(command, async (context) => {
        const index = openItemIndex(context.stage);
        const asked = [manufacturer !== undefined, options.gtin !== undefined, options.query !== undefined];
        if (asked.filter(Boolean).length !== 1)
          throw new OperatorError('Give exactly one of: manufacturer and part number, --gtin, --query.', {
            code: 'wrong_arguments',
          });
        if (options.query === undefined) await findOne(index, { manufacturer, number, gtin: options.gtin }, context);
        else await search(index, options.query, options, context);
      }),
    );
}

interface NamedPart {
  readonly manufacturer: string | undefined;
  readonly number: string | undefined;
  readonly gtin: string | undefined;
}

async function findOne(
  index: DynamoItemIndex,
  { manufacturer, number, gtin }: NamedPart,
  { answer, next }: CommandContext,
): Promise<void> {
  const asked = readPart({ manufacturer: manufacturer, part_number: number, gtin });
  if (!asked.ok) {
    const { field, words } = asked.reason;
    throw new OperatorError(`${field === 'part_number' ? 'number' : field}${words}`, { code: 'wrong_arguments' });
  }
  const [part] = await findParts(index, [asked.value], []);
  if (part === undefined || part.found === null) return tellMiss(index, asked.value, part, { answer, next });
  const { found } = part;
  const message = asked.value.by === 'part' ? describeSpelling(asked.value.manufacturer, found) : null;
  answer({ items: [shown(found)], message }, () => {
    printItems([found]);
    if (message !== null) printText(`${message}.`);
    next('Show the complete item', `items get ${found.id}`);
  });
}

async function tellMiss(
  index: DynamoItemIndex,
  asked: Part,
  part: FoundPart | undefined,
  { answer, next }: Pick<CommandContext, 'answer' | 'next'>,
): Promise<void> {
  const near = part?.found === null ? part.nearPartNumbers : [];
  const manufacturers = part?.found === null ? part.manufacturers : undefined;
  const madeBy =
    asked.by === 'part' && manufacturers !== undefined
      ? describeOtherManufacturers(asked.manufacturer, manufacturers)
      : null;
  const alike =
    asked.by === 'part' && near.length === 0 && manufacturers === undefined ? await numbersAlike(index, asked) : [];
  process.exitCode = EXIT_NOTHING_FOUND;
  const hints = [
    near.length > 0 ? `Similar spelling, but a different part number: ${near.join(', ')}.` : null,
    madeBy,
    alike.length > 0 ? `Similar part numbers: ${alike.map(describeNear).join(', ')}.` : null,
  ].filter((hint) => hint !== null);
  const json = {
    items: [],
    message: hints.join(' ') || null,
    near_part_numbers: near,
    made_by: manufacturers?.manufacturers ?? [],
    reason: manufacturers?.reason ?? null,
    numbers_alike: alike.map((entry) => ({ part_number: entry.number, manufacturer: entry.madeBy ?? null })),
  };
  answer(json, () => {
    for (const line of ['Not found.', ...hints]) printText(line);
    next('Search by words', 'items find --query WORDS');
  });
}

function describeNear({ number, madeBy }: { readonly number: string; readonly madeBy: string | undefined }): string {
  return madeBy === undefined ? number : `${number} (${madeBy})`;
}

async function search(
  index: DynamoItemIndex,
  query: string,
  { manufacturer, limit }: FindOptions,
  { answer, next }: CommandContext,
): Promise<void> {
  const criteria = { query, manufacturer };
  if (termsOfSearch(criteria).words.length === 0)
    throw new OperatorError('The query has no searchable words.', { code: 'wrong_arguments' });
  const most = Math.min(Math.max(1, limit), MAX_RESULTS);
  const begun = await beginCurrentSearch(index, criteria, { after: undefined, limit: most, sections: [] });
  const page = await finishSearch(index, begun);
  const found = page.found.map(({ item }) => item);
  const hasMore = page.next !== undefined;
  if (found.length === 0) process.exitCode = EXIT_NOTHING_FOUND;
  answer({ items: found.map(shown), has_more: hasMore }, () => {
    const [first] = found;
    if (first === undefined) return console.log('Nothing found. Use fewer words, or omit the manufacturer.');
    printItems(found);
    if (hasMore) console.log(`There are more items: --limit shows up to ${MAX_RESULTS}.`);
    next('Show the first item completely', `items get ${first.id}`);
  });
}

function shown({ id, manufacturer, brand, mpn, gtin, title, confidence }: ItemRecord) {
  return { id, manufacturer, brand, mpn, gtin, title, confidence };
}

/** Shortens the cells to fit 80 columns. */
function printItems(items: readonly ItemRecord[]): void {
  printTable(
    ['Item', 'Manufacturer', 'Part number', 'Title'],
    items.map(({ id, manufacturer, brand, mpn, title }) => [
      id,
      shorten(manufacturer ?? brand, MAX_NAME),
      shorten(mpn, MAX_NAME),
      shorten(title, MAX_TITLE),
    ]),
  );
}

function shorten(text: string | null, most: number): string | null {
  return text !== null && text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
