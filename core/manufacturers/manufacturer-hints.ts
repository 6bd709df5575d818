/**
 * What to say about makers: who else makes a number that the asked maker does not, and that a record is under another spelling than the
 * one asked for. A hint names makers only, three at most: who may be told at all is decided where the answer is written (docs/reference/billing.md).
 */
import { cleanText } from '../clean-text.ts';
import { makerKey } from '../part-keys/manufacturer-name.ts';
import { MakerName } from './manufacturer-match.ts';
import type { MakerTable } from './manufacturer-table.ts';
import type { HeldMaker, MakerResolution } from './resolve-manufacturer.ts';
import { describeTakeover } from './takeovers.ts';

export interface MakerHint {
  /** Names as their records write them, each once, three at most. */
  readonly makers: readonly string[];
  /** How the asked maker became one of these, where the table knows it. */
  readonly reason: string | null;
  /** The name fits several of them: the part is held, and only which one is meant is open. */
  readonly fitsSeveral: boolean;
}

const MAX_MAKERS = 3;
const MAX_NAME_LENGTH = 80;
const MAX_NUMBER_LENGTH = 120;

/** Those who make a number, for a question that none of them or several answer; undefined when none is known by name. */
export function hintMakers(
  asked: string,
  held: readonly HeldMaker[],
  table: MakerTable,
  resolution: MakerResolution = { kind: 'none' },
): MakerHint | undefined {
  const named = new Map<string, MakerName>();
  const fitting = resolution.kind === 'several' ? resolution.places.flatMap((place) => held[place] ?? []) : held;
  for (const { manufacturer, brand } of fitting) {
    const text = [manufacturer, brand].find((name) => name !== null && name.trim() !== '');
    if (text === undefined || text === null) continue;
    const name = new MakerName(text, table);
    if (!named.has(name.identity)) named.set(name.identity, name);
  }
  const reasons = [...named.values()].map((name) => ({
    name,
    reason: reasonBetween(new MakerName(asked, table), name, table),
  }));
  // Those that the asked maker has become part of come first.
  const sorted = reasons.toSorted((a, b) => Number(b.reason !== null) - Number(a.reason !== null)).slice(0, MAX_MAKERS);
  const [first] = sorted;
  if (first === undefined) return undefined;
  return {
    makers: sorted.map(({ name }) => shown(name.text)),
    reason: first.reason,
    fitsSeveral: resolution.kind === 'several',
  };
}

/**
 * "Not under Fairchild; made by onsemi, Nexperia: ask again with one. onsemi took over Fairchild Semiconductor in 2016."
 * @param partNumber as it was asked for; where one maker has it, the hint carries the corrected arguments
 */
export function describeMakerHint(
  asked: string,
  { makers, reason, fitsSeveral }: MakerHint,
  partNumber?: string,
): string {
  if (fitsSeveral)
    return `${shown(asked)} may be ${makers.join(' or ')}, and each makes this number: ask again with one.`;
  const again =
    makers.length === 1 ? `ask again with ${onlyArguments(makers[0] ?? '', partNumber)}` : 'ask again with one';
  return [`Not under ${shown(asked)}; made by ${makers.join(', ')}: ${again}.`, reason].filter(Boolean).join(' ');
}

/** The corrected arguments as JSON, to be sent as they are; the name alone where the number is not at hand. */
function onlyArguments(maker: string, partNumber: string | undefined): string {
  if (partNumber === undefined) return 'that name';
  return JSON.stringify({ manufacturer: maker, part_number: cleanText(partNumber, MAX_NUMBER_LENGTH) });
}

/** "TI is Texas Instruments", for a record found under another spelling; null when it was asked for as it stands. */
export function describeSpelling(asked: string, { manufacturer, brand }: HeldMaker): string | null {
  const names = [manufacturer, brand].filter((name) => name !== null && name.trim() !== '');
  const [name] = names;
  if (name === undefined || name === null || names.some((held) => makerKey(held ?? '') === makerKey(asked)))
    return null;
  return `${shown(asked)} is ${shown(name)}`;
}

function reasonBetween(asked: MakerName, held: MakerName, table: MakerTable): string | null {
  const [before, now] = [asked.makers[0], held.makers[0]];
  if (before === undefined || now === undefined || before.key === now.key) return null;
  const steps = table.takeoversBetween(before, now);
  const sentences = steps.map((step) => describeTakeover(step.before.name, step.now.name, step.year, step.how));
  return sentences.length === 0 ? null : sentences.join(' ');
}

function shown(name: string): string {
  return cleanText(name, MAX_NAME_LENGTH);
}
