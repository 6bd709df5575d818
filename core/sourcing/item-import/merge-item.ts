/**
 * Merges a draft into a known item, field by field: a value in the draft wins, and fields that the draft lacks stay.
 * Merging the same draft twice changes nothing the second time.
 */
import { FACT_SECTIONS } from '../../index/items/item-facts.ts';
import { isJsonObject } from '../../json.ts';
import { ITEM_FIELDS, type ItemField } from '../../index/items/item-fields.ts';
import type { ItemDraft, ItemRecord } from '../../index/items/item-record.ts';

export interface MergedItem {
  readonly item: ItemRecord;
  /** The fields in which the draft contradicts the item. */
  readonly overwritten: readonly ItemField[];
}

/** The names by which the item was identified stay as stored: "TI" must not replace "Texas Instruments". */
const KEPT: ReadonlySet<ItemField> = new Set(['manufacturer', 'mpn']);

/** @param metByNumber whether manufacturer and part number, in any spelling, identified the item */
export function mergeItem(known: ItemRecord, draft: ItemDraft, metByNumber: boolean): MergedItem {
  const overwritten: ItemField[] = [];
  const fields = ITEM_FIELDS.map((field) => {
    const [before, said] = [known[field], draft[field]];
    if (said === null || before === null) return [field, said ?? before] as const;
    if (metByNumber && KEPT.has(field)) return [field, before] as const;
    if (areSame(before, said)) return [field, before] as const;
    const { value, differs } = joined(field, before, said);
    if (differs) overwritten.push(field);
    return [field, value] as const;
  });
  const merged = { ...known, ...(Object.fromEntries(fields) as ItemDraft) };
  return { item: { ...merged, ...keptFacts(known, draft, merged) }, overwritten };
}

/**
 * If two sources state a section of facts differently, the whole section of one is kept with its confidence: the one
 * with the later date, then the one with the higher confidence, then the draft's.
 */
function keptFacts(
  known: ItemRecord,
  draft: ItemDraft,
  merged: ItemDraft,
): Pick<ItemDraft, 'attributes' | 'section_confidence'> {
  const { attributes, section_confidence: confidences } = merged;
  const superseded = Object.keys(FACT_SECTIONS).filter((section) => isSuperseded(section, known, draft));
  if (superseded.length === 0) return { attributes, section_confidence: confidences };
  const facts = superseded.map((section) => [section, known.attributes?.[section]] as const);
  const own = superseded.flatMap((section) => [section, `attributes.${section}`]);
  const others = Object.entries(confidences ?? {}).filter(([name]) => !own.includes(name));
  const before = Object.entries(known.section_confidence ?? {}).filter(([name]) => own.includes(name));
  const all = [...others, ...before];
  return {
    attributes: { ...attributes, ...Object.fromEntries(facts) },
    section_confidence: all.length === 0 ? null : Object.fromEntries(all),
  };
}

/** Returns whether the known section of facts takes precedence over the draft's. */
function isSuperseded(section: string, known: ItemRecord, draft: ItemDraft): boolean {
  const [before, stated] = [known.attributes?.[section], draft.attributes?.[section]];
  if (before === undefined || stated === undefined || areSame(before, stated)) return false;
  const days = dayOf(before).localeCompare(dayOf(stated));
  return days === 0 ? confidenceOf(known, section) > confidenceOf(draft, section) : days > 0;
}

/** Returns the latest `as_of` of the section, or an empty text. */
function dayOf(section: unknown): string {
  const entries = Array.isArray(section) ? (section as unknown[]) : [section];
  const days = entries.map((entry) => (isJsonObject(entry) ? entry['as_of'] : undefined));
  return (
    days
      .filter((day) => typeof day === 'string')
      .toSorted()
      .at(-1) ?? ''
  );
}

function confidenceOf({ section_confidence: confidences, confidence }: ItemDraft, section: string): number {
  return confidences?.[`attributes.${section}`] ?? confidences?.[section] ?? confidence ?? 0;
}

type Joined = { readonly value: unknown; readonly differs: boolean };

function joined(field: ItemField, before: unknown, said: unknown): Joined {
  switch (field) {
    case 'attributes':
    case 'section_confidence':
      return joinMembers(before as object, said as object);
    case 'keywords':
      return { value: [...new Set([...(before as string[]), ...(said as string[])])], differs: false };
    case 'sources':
    case 'media':
      return { value: joinByUrl(before as readonly Linked[], said as readonly Linked[]), differs: false };
    default:
      return { value: said, differs: true };
  }
}

function joinMembers(before: object, said: object): Joined {
  const known = new Map(Object.entries(before) as [string, unknown][]);
  const differs = Object.entries(said).some(([name, value]) => known.has(name) && !areSame(known.get(name), value));
  return { value: { ...before, ...said }, differs };
}

interface Linked {
  readonly url: string;
}

/** Keeps one entry per URL: the last one, at the position of the first. */
function joinByUrl(before: readonly Linked[], said: readonly Linked[]): readonly Linked[] {
  return [...new Map([...before, ...said].map((entry) => [entry.url, entry])).values()];
}

function areSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
