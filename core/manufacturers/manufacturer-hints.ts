/**
 * What to say about manufacturers: who else makes a number that the asked manufacturer does not, and that a record is under another spelling than the
 * one asked for. A hint names manufacturers only, three at most: who may see it at all is decided where the answer is written (docs/reference/billing.md).
 */
import { cleanText } from '../clean-text.ts';
import { toManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { ManufacturerName } from './manufacturer-match.ts';
import type { ManufacturerTable } from './manufacturer-table.ts';
import type { HeldManufacturer, ManufacturerResolution } from './resolve-manufacturer.ts';
import { describeTakeover } from './takeovers.ts';

export interface ManufacturerHint {
  /** Names as their records write them, each once, three at most. */
  readonly manufacturers: readonly string[];
  /** How the asked manufacturer became one of these, where the table knows it. */
  readonly reason: string | null;
  /** The name fits several of them: the index has the part, but it is unclear which manufacturer is meant. */
  readonly fitsSeveral: boolean;
}

const MAX_MANUFACTURERS = 3;
const MAX_NAME_LENGTH = 80;
const MAX_NUMBER_LENGTH = 120;

/** Those who make a number, for a question that none of them or several answer; undefined when none is known by name. */
export function hintManufacturers(
  asked: string,
  held: readonly HeldManufacturer[],
  table: ManufacturerTable,
  resolution: ManufacturerResolution = { kind: 'none' },
): ManufacturerHint | undefined {
  const named = new Map<string, ManufacturerName>();
  const fitting = resolution.kind === 'several' ? resolution.places.flatMap((place) => held[place] ?? []) : held;
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
  // Those that the asked manufacturer has become part of come first.
  const sorted = reasons
    .toSorted((a, b) => Number(b.reason !== null) - Number(a.reason !== null))
    .slice(0, MAX_MANUFACTURERS);
  const [first] = sorted;
  if (first === undefined) return undefined;
  return {
    manufacturers: sorted.map(({ name }) => shown(name.text)),
    reason: first.reason,
    fitsSeveral: resolution.kind === 'several',
  };
}

/**
 * "Not under Fairchild; made by onsemi, Nexperia: ask again with one. onsemi took over Fairchild Semiconductor in 2016."
 * @param partNumber as it was asked for; where one manufacturer has it, the hint carries the corrected arguments
 */
export function describeManufacturerHint(
  asked: string,
  { manufacturers, reason, fitsSeveral }: ManufacturerHint,
  partNumber?: string,
): string {
  if (fitsSeveral)
    return `${shown(asked)} may be ${manufacturers.join(' or ')}, and each makes this number: ask again with one.`;
  const again =
    manufacturers.length === 1
      ? `ask again with ${onlyArguments(manufacturers[0] ?? '', partNumber)}`
      : 'ask again with one';
  return [`Not under ${shown(asked)}; made by ${manufacturers.join(', ')}: ${again}.`, reason]
    .filter(Boolean)
    .join(' ');
}

/** The corrected arguments as JSON, to be sent as they are; the name alone where the number is not at hand. */
function onlyArguments(manufacturer: string, partNumber: string | undefined): string {
  if (partNumber === undefined) return 'that name';
  return JSON.stringify({ manufacturer: manufacturer, part_number: cleanText(partNumber, MAX_NUMBER_LENGTH) });
}

/** "TI is Texas Instruments", for a record found under another spelling; null when it was asked for as it is written. */
export function describeSpelling(asked: string, { manufacturer, brand }: HeldManufacturer): string | null {
  const names = [manufacturer, brand].filter((name) => name !== null && name.trim() !== '');
  const [name] = names;
  if (
    name === undefined ||
    name === null ||
    names.some((held) => toManufacturerKey(held ?? '') === toManufacturerKey(asked))
  )
    return null;
  return `${shown(asked)} is ${shown(name)}`;
}

function reasonBetween(asked: ManufacturerName, held: ManufacturerName, table: ManufacturerTable): string | null {
  const [before, now] = [asked.manufacturers[0], held.manufacturers[0]];
  if (before === undefined || now === undefined || before.key === now.key) return null;
  const steps = table.takeoversBetween(before, now);
  const sentences = steps.map((step) => describeTakeover(step.before.name, step.now.name, step.year, step.how));
  return sentences.length === 0 ? null : sentences.join(' ');
}

function shown(name: string): string {
  return cleanText(name, MAX_NAME_LENGTH);
}
