/**
 * Asks several providers in order, each for its manufacturers and within its quota. The first that knows the part wins;
 * later ones are only asked to fill what it left empty. All share one time limit. researched-record.ts decides whether
 * a record is of the part, here and again before it is stored.
 */
import type { Clock } from '../../time.ts';
import { gtinsOf } from '../../index/items/item-identity.ts';
import { parseGtin } from '../../index/part-keys/gtin.ts';
import type { ItemRecord } from '../../index/items/item-record.ts';
import { toManufacturerKey } from '../../index/part-keys/manufacturer-name.ts';
import type { ManufacturerTable } from '../../index/manufacturers/manufacturer-table.ts';
import { resolveManufacturer } from '../../index/manufacturers/resolve-manufacturer.ts';
import { partKey } from '../../index/part-keys/part-number.ts';
import { partOfRequest } from '../enrichment/enrichment-request.ts';
import { fillSections, hasEmptySections, type ProviderRecord } from './fill-sections.ts';
import type { PartResearcher, ResearchAnswer, ResearchTask } from './part-researcher.ts';
import type { ProviderQuota, RequestLimits } from './provider-quota.ts';
import { readResearchedRecord, addsNothing } from './researched-record.ts';

export interface ChainLink {
  /** Identifies the row of its counts and appears in the log. */
  readonly name: string;
  readonly researcher: PartResearcher;
  readonly limits: RequestLimits;
  /** The link is asked only for these manufacturers, under any alias; for all if empty. */
  readonly manufacturers: readonly string[];
  /** Whether the link is also asked when an earlier one found the part but left something empty. */
  readonly fills: boolean;
}

interface ChainSettings {
  readonly links: readonly ChainLink[];
  readonly quota: ProviderQuota;
  readonly manufacturers: () => Promise<ManufacturerTable>;
  readonly clock: Clock;
  /** Time limit for all links together. */
  readonly totalTimeMs: number;
}

/** The result of a link, for operators who watch a chain. */
export interface LinkEnd {
  readonly link: string;
  readonly answer: ResearchAnswer;
}

interface ChainTrace {
  readonly answer: ResearchAnswer;
  readonly ends: readonly LinkEnd[];
  /** The item that would be stored, with a placeholder id. */
  readonly usable: ItemRecord | undefined;
}

/** A link is not asked when less time than this is left. */
const LEAST_TIME_MS = 1_000;
/** Placeholder for the id that the item gets when it is stored. */
const NO_ITEM = 'itm_00000000';

export class ResearchChain implements PartResearcher {
  readonly #settings: ChainSettings;

  constructor(settings: ChainSettings) {
    this.#settings = settings;
  }

  async research(task: ResearchTask): Promise<ResearchAnswer> {
    return (await this.trace(task)).answer;
  }

  /**
   * Researches a part and also returns each link's answer, in the order of the calls, and what is usable of the record.
   */
  async trace(task: ResearchTask): Promise<ChainTrace> {
    const { links, clock, totalTimeMs } = this.#settings;
    const untilMs = clock.nowMs() + Math.min(totalTimeMs, task.timeLeftMs ?? Infinity);
    const manufacturers = await this.#settings.manufacturers();
    const known = { ...task, ...manufacturerNameOf(task.manufacturer, manufacturers) };
    const ends: LinkEnd[] = [];
    let found: ProviderRecord | undefined;
    for (const link of links.filter((one) => isAskedFor(one, task.manufacturer, manufacturers))) {
      if (found !== undefined && !(link.fills && hasEmptySections(found))) continue;
      const timeLeftMs = untilMs - clock.nowMs();
      const answer: ResearchAnswer =
        timeLeftMs < LEAST_TIME_MS
          ? { kind: 'unavailable', detail: 'No time was left' }
          : await this.#ask(link, { ...known, timeLeftMs });
      const judged = judge(answer, task, manufacturers, clock.nowMs());
      ends.push({ link: link.name, answer: judged.answer });
      if (judged.record === undefined) continue;
      found = found === undefined ? judged.record : fillSections(found, judged.record);
    }
    if (found === undefined) return { answer: withoutRecord(ends), ends, usable: undefined };
    return { answer: { kind: 'found', record: found.untrusted }, ends, usable: found.usable };
  }

  async #ask(link: ChainLink, task: ResearchTask): Promise<ResearchAnswer> {
    const { quota, clock } = this.#settings;
    let wasGranted = false;
    const answer = await link.researcher.research({
      ...task,
      mayAsk: async () => {
        const permission = await quota.take(link.name, link.limits, clock.nowMs());
        wasGranted = permission.kind === 'granted';
        return permission;
      },
    });
    // The provider itself reported it, so other workers need not ask.
    if (answer.kind === 'used_up' && wasGranted && answer.ofOneSite !== true)
      await quota.rest(link.name, clock.nowMs() + answer.retryAfterSeconds * 1000, clock.nowMs());
    return answer;
  }
}

/** A manufacturer with several names in the table is queried by its usual one. */
function manufacturerNameOf(
  manufacturer: string,
  manufacturers: ManufacturerTable,
): { readonly manufacturerName?: string } {
  const [usual, another] = manufacturers.manufacturersOf(toManufacturerKey(manufacturer));
  return usual === undefined || another !== undefined ? {} : { manufacturerName: usual.name };
}

function isAskedFor(
  { manufacturers: names }: ChainLink,
  manufacturer: string,
  manufacturers: ManufacturerTable,
): boolean {
  if (names.length === 0) return true;
  return names.some((name) => isManufacturer(manufacturer, name, manufacturers));
}

/** Whether the requested name means the manufacturer called `name`, by the service's table. */
export function isManufacturer(asked: string, name: string, manufacturers: ManufacturerTable): boolean {
  return resolveManufacturer(asked, [{ manufacturer: name, brand: null }], manufacturers).kind === 'fits';
}

/** Returns the record if it is of the requested part and adds something; otherwise an answer that says why not. */
function judge(
  answer: ResearchAnswer,
  task: ResearchTask,
  manufacturers: ManufacturerTable,
  nowMs: number,
): { readonly answer: ResearchAnswer; readonly record?: ProviderRecord } {
  if (answer.kind !== 'found') return { answer };
  const part = partOfRequest(
    { manufacturerKey: toManufacturerKey(task.manufacturer), part: partKey(task.partNumber) },
    task,
  );
  const identity = { id: NO_ITEM, part, asked: task, hasNeighbors: false, manufacturers };
  const usable = readResearchedRecord(answer.record, identity, nowMs);
  if (!usable.ok) return { answer: refused(usable.reason.kind) };
  if (addsNothing(usable.value)) return { answer: refused('says_nothing') };
  if (!hasGtin(usable.value, task.gtin)) return { answer: refused('another_part') };
  // Only an object is usable.
  return { answer, record: { untrusted: answer.record as ProviderRecord['untrusted'], usable: usable.value } };
}

function hasGtin(item: ItemRecord, asked: string | undefined): boolean {
  if (asked === undefined) return true;
  const gtin = parseGtin(asked);
  return gtin.ok && gtinsOf(item).includes(gtin.value);
}

function refused(reason: 'not_an_object' | 'another_part' | 'says_nothing' | 'too_large'): ResearchAnswer {
  switch (reason) {
    case 'another_part':
      return { kind: 'not_found', detail: 'The record is of another part' };
    case 'says_nothing':
      return { kind: 'not_found', detail: 'The record says nothing about the part' };
    case 'not_an_object':
    case 'too_large':
      return { kind: 'unavailable', detail: `The record cannot be used: ${reason}` };
  }
}

/**
 * A provider with a used-up quota or an unusable answer may know the part, so the part counts as not found only if
 * there is no such provider.
 */
function withoutRecord(ends: readonly LinkEnd[]): ResearchAnswer {
  const usedUp = ends.flatMap(({ answer }) => (answer.kind === 'used_up' ? [answer] : []));
  const unavailable = ends.flatMap(({ answer }) => (answer.kind === 'unavailable' ? [answer] : []));
  const detail = ends.map(({ link, answer }) => `${link}: ${detailOf(answer)}`).join('; ');
  if (usedUp.length > 0) {
    const retryAfterSeconds = Math.min(...usedUp.map((answer) => answer.retryAfterSeconds));
    return { kind: 'used_up', detail, retryAfterSeconds };
  }
  if (unavailable.length > 0) {
    const waits = unavailable.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
    return { kind: 'unavailable', detail, ...(waits.length > 0 && { retryAfterSeconds: Math.min(...waits) }) };
  }
  return { kind: 'not_found', detail: ends.length === 0 ? 'No provider is asked for this manufacturer' : detail };
}

function detailOf({ detail }: { readonly kind: ResearchAnswer['kind']; readonly detail?: string }): string {
  return detail ?? 'not found';
}
