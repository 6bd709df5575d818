/**
 * Several providers as one: asked in their order, each for the makers it is asked for and within its own requests. The first that knows the part is
 * believed; those after it are asked only to fill what it left empty. All of them share one time limit. What a record must be to be of the part
 * is decided in researched-record.ts, as it is once more when it is stored.
 */
import type { Clock } from '../clock.ts';
import { barcodesOf } from '../items/item-identity.ts';
import { parseGtin } from '../part-keys/gtin.ts';
import type { ItemRecord } from '../items/item-record.ts';
import { makerKey } from '../part-keys/manufacturer-name.ts';
import type { MakerTable } from '../manufacturers/manufacturer-table.ts';
import { resolveMaker } from '../manufacturers/resolve-manufacturer.ts';
import { partKey } from '../part-keys/part-number.ts';
import { partQuestion } from '../enrichment/enrichment-request.ts';
import { fillSections, hasEmptySections, type ProviderRecord } from './fill-sections.ts';
import type { PartResearcher, ResearchAnswer, ResearchTask } from './part-researcher.ts';
import type { ProviderQuota, RequestLimits } from './provider-quota.ts';
import { readResearchedRecord, saysNothing } from './researched-record.ts';

export interface ChainLink {
  /** Names its row of counts, and stands in the log. */
  readonly name: string;
  readonly researcher: PartResearcher;
  readonly limits: RequestLimits;
  /** Asked for these makers only, by any of their spellings; empty: for all. */
  readonly makers: readonly string[];
  /** Asked, too, when a link before it has found the part and left something empty. */
  readonly fills: boolean;
}

export interface ChainSettings {
  readonly links: readonly ChainLink[];
  readonly quota: ProviderQuota;
  readonly makers: () => Promise<MakerTable>;
  readonly clock: Clock;
  /** For all links together. */
  readonly totalTimeMs: number;
}

/** What a link came to, for those who look at a chain at work. */
export interface LinkEnd {
  readonly link: string;
  readonly answer: ResearchAnswer;
}

export interface ChainTrace {
  readonly answer: ResearchAnswer;
  readonly ends: readonly LinkEnd[];
  /** Under an id that stands in for its own. */
  readonly usable: ItemRecord | undefined;
}

/** With less, a link is not asked any more. */
const LEAST_TIME_MS = 1_000;
/** Stands in for the id that the record gets when it is stored. */
const NO_ITEM = 'itm_00000000';

export class ResearchChain implements PartResearcher {
  readonly #settings: ChainSettings;

  constructor(settings: ChainSettings) {
    this.#settings = settings;
  }

  async research(task: ResearchTask): Promise<ResearchAnswer> {
    return (await this.trace(task)).answer;
  }

  /** The same, with what each link answered, in the order in which they were asked, and what of the record can be used. */
  async trace(task: ResearchTask): Promise<ChainTrace> {
    const { links, clock, totalTimeMs } = this.#settings;
    const untilMs = clock.nowMs() + Math.min(totalTimeMs, task.timeLeftMs ?? Infinity);
    const makers = await this.#settings.makers();
    const known = { ...task, ...makerNameOf(task.manufacturer, makers) };
    const ends: LinkEnd[] = [];
    let found: ProviderRecord | undefined;
    for (const link of links.filter((one) => isAskedFor(one, task.manufacturer, makers))) {
      if (found !== undefined && !(link.fills && hasEmptySections(found))) continue;
      const timeLeftMs = untilMs - clock.nowMs();
      const answer: ResearchAnswer =
        timeLeftMs < LEAST_TIME_MS
          ? { kind: 'unavailable', detail: 'No time was left' }
          : await this.#ask(link, { ...known, timeLeftMs });
      const judged = judge(answer, task, makers, clock.nowMs());
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
    // The provider's own word: the other workers need not ask to hear it.
    if (answer.kind === 'used_up' && wasGranted && answer.ofOneSite !== true)
      await quota.rest(link.name, clock.nowMs() + answer.retryAfterSeconds * 1000, clock.nowMs());
    return answer;
  }
}

/** A maker that the table knows under several names is asked for by its usual one. */
function makerNameOf(manufacturer: string, makers: MakerTable): { readonly makerName?: string } {
  const [maker, another] = makers.makersOf(makerKey(manufacturer));
  return maker === undefined || another !== undefined ? {} : { makerName: maker.name };
}

function isAskedFor({ makers: names }: ChainLink, manufacturer: string, makers: MakerTable): boolean {
  if (names.length === 0) return true;
  return names.some((name) => isMaker(manufacturer, name, makers));
}

/** Whether the asked name means the maker called `name`, by the service's own table. */
export function isMaker(asked: string, name: string, makers: MakerTable): boolean {
  return resolveMaker(asked, [{ manufacturer: name, brand: null }], makers).kind === 'fits';
}

/** The record, when it is of the part that was asked for and says something about it; otherwise what its coming amounts to. */
function judge(
  answer: ResearchAnswer,
  task: ResearchTask,
  makers: MakerTable,
  nowMs: number,
): { readonly answer: ResearchAnswer; readonly record?: ProviderRecord } {
  if (answer.kind !== 'found') return { answer };
  const question = partQuestion({ maker: makerKey(task.manufacturer), part: partKey(task.partNumber) }, task);
  const identity = { id: NO_ITEM, question, asked: task, hasNeighbours: false, makers };
  const usable = readResearchedRecord(answer.record, identity, nowMs);
  if (!usable.ok) return { answer: refused(usable.reason.kind) };
  if (saysNothing(usable.value)) return { answer: refused('says_nothing') };
  if (!bearsBarcode(usable.value, task.gtin)) return { answer: refused('another_part') };
  // Nothing else than an object can be used.
  return { answer, record: { untrusted: answer.record as ProviderRecord['untrusted'], usable: usable.value } };
}

function bearsBarcode(record: ItemRecord, asked: string | undefined): boolean {
  if (asked === undefined) return true;
  const gtin = parseGtin(asked);
  return gtin.ok && barcodesOf(record).includes(gtin.value);
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

/** Who is only out of requests may know the part, and so may who gave nothing to use: only when all others say so is it not found. */
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
  return { kind: 'not_found', detail: ends.length === 0 ? 'No provider is asked for this maker' : detail };
}

function detailOf({ detail }: { readonly kind: ResearchAnswer['kind']; readonly detail?: string }): string {
  return detail ?? 'not found';
}
