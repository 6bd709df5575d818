/**
 * Says which other manufacturers make a part number that the requested one does not make, and that an item uses another
 * spelling than the request. It names at most three manufacturers and nothing else. The code that writes the answer
 * decides who may see it (docs/reference/billing.md).
 */
import { cleanText } from '../../clean-text.ts';
import { toManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { ManufacturerName } from './manufacturer-match.ts';
import { likenessOfNames } from './nearly-manufacturer.ts';
import type { ManufacturerTable } from './manufacturer-table.ts';
import type { ItemManufacturer, ManufacturerResolution } from './resolve-manufacturer.ts';
import { describeTakeover } from './takeovers.ts';

export interface OtherManufacturers {
  /** At most three distinct names, as their items write them. */
  readonly manufacturers: readonly string[];
  /** The takeover that links the requested manufacturer to the first of these names, if the table has one. */
  readonly reason: string | null;
  /** True if the name fits several manufacturers that all make the part number, so that the name is ambiguous. */
  readonly fitsSeveral: boolean;
  /** The name of the only manufacturer that the request nearly writes; absent if it names a known other one. */
  readonly nearly?: { readonly name: string; readonly how: 'shorter' | 'misspelt' } | undefined;
}

const MAX_MANUFACTURERS = 3;
const MAX_NAME_LENGTH = 80;
const MAX_NUMBER_LENGTH = 120;

/**
 * Returns the manufacturers of a part number, if none or several of them fit the request; undefined if none has a name.
 */
export function findOtherManufacturers(
  asked: string,
  ofItems: readonly ItemManufacturer[],
  table: ManufacturerTable,
  resolution: ManufacturerResolution = { kind: 'none' },
): OtherManufacturers | undefined {
  const named = new Map<string, ManufacturerName>();
  const fitting = resolution.kind === 'several' ? resolution.places.flatMap((place) => ofItems[place] ?? []) : ofItems;
  for (const { manufacturer, brand } of fitting) {
    const text = [manufacturer, brand].find((name) => name !== null && name.trim() !== '');
    if (text === undefined || text === null) continue;
    const name = new ManufacturerName(text, table);
    if (!named.has(name.identity)) named.set(name.identity, name);
  }
  const reasons = [...named.values()].map((name) => ({
    name,
    reason: reasonBetween(new ManufacturerName(asked, table), name, table),
  }));
  // Manufacturers linked to the requested one by a takeover come first.
  const sorted = reasons
    .toSorted((a, b) => Number(b.reason !== null) - Number(a.reason !== null))
    .slice(0, MAX_MANUFACTURERS);
  const [first] = sorted;
  if (first === undefined) return undefined;
  return {
    manufacturers: sorted.map(({ name }) => cleanName(name.text)),
    reason: first.reason,
    fitsSeveral: resolution.kind === 'several',
    nearly: sorted.length === 1 && first.reason === null ? nearlyWritten(asked, fitting, table) : undefined,
  };
}

/**
 * Writes, for example: "Not under Fairchild; made by onsemi, Nexperia: ask again with one. onsemi took over Fairchild
 * Semiconductor in 2016."
 * @param partNumber as requested; if only one manufacturer has it, the sentence contains the corrected arguments
 */
export function describeOtherManufacturers(
  asked: string,
  { manufacturers, reason, fitsSeveral }: OtherManufacturers,
  partNumber?: string,
): string {
  if (fitsSeveral)
    return `${cleanName(asked)} may be ${manufacturers.join(' or ')}, and each makes this number: ask again with one.`;
  const again =
    manufacturers.length === 1
      ? `ask again with ${onlyArguments(manufacturers[0] ?? '', partNumber)}`
      : 'ask again with one';
  return [`Not under ${cleanName(asked)}; made by ${manufacturers.join(', ')}: ${again}.`, reason]
    .filter(Boolean)
    .join(' ');
}

/** Returns the corrected arguments as JSON that can be sent unchanged. */
function onlyArguments(manufacturer: string, partNumber: string | undefined): string {
  if (partNumber === undefined) return 'that name';
  return JSON.stringify({ manufacturer: manufacturer, part_number: cleanText(partNumber, MAX_NUMBER_LENGTH) });
}

/**
 * Writes "TI is Texas Instruments" for an item found under another spelling; returns null if the spellings are the
 * same.
 */
export function describeSpelling(asked: string, { manufacturer, brand }: ItemManufacturer): string | null {
  const names = [manufacturer, brand].filter((name) => name !== null && name.trim() !== '');
  const [name] = names;
  if (
    name === undefined ||
    name === null ||
    names.some((own) => toManufacturerKey(own ?? '') === toManufacturerKey(asked))
  )
    return null;
  return `${cleanName(asked)} is ${cleanName(name)}`;
}

function reasonBetween(asked: ManufacturerName, own: ManufacturerName, table: ManufacturerTable): string | null {
  const [before, now] = [asked.manufacturers[0], own.manufacturers[0]];
  if (before === undefined || now === undefined || before.key === now.key) return null;
  const steps = table.takeoversBetween(before, now);
  const sentences = steps.map((step) => describeTakeover(step.before.name, step.now.name, step.year, step.how));
  return sentences.length === 0 ? null : sentences.join(' ');
}

function cleanName(name: string): string {
  return cleanText(name, MAX_NAME_LENGTH);
}

/** A name of the table is not a misspelt other one. */
function nearlyWritten(
  asked: string,
  ofItems: readonly ItemManufacturer[],
  table: ManufacturerTable,
): OtherManufacturers['nearly'] {
  if (new ManufacturerName(asked, table).manufacturers.length > 0) return undefined;
  for (const { manufacturer, brand } of ofItems) {
    for (const name of [manufacturer, brand]) {
      const how = name === null || name.trim() === '' ? undefined : likenessOfNames(asked, name);
      if (name !== null && (how === 'shorter' || how === 'misspelt')) return { name: cleanName(name), how };
    }
  }
  return undefined;
}
