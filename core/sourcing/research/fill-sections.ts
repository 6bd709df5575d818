/**
 * Merges the data of several providers into one item. The first provider that found the part wins; later ones only fill
 * what it left empty, and never the part's identity (manufacturer, brand, part number).
 */
import { isJsonObject, ownValue } from '../../json.ts';
import { ITEM_FIELDS, type ItemField } from '../../index/items/item-fields.ts';
import type { ItemRecord } from '../../index/items/item-record.ts';
import { OF_THE_RECORD_ITSELF } from './researched-record.ts';

/** A provider's record as received, and what is usable of it. */
export interface ProviderRecord {
  readonly untrusted: Readonly<Record<string, unknown>>;
  readonly usable: ItemRecord;
}

const FILLABLE = ITEM_FIELDS.filter((field) => !OF_THE_RECORD_ITSELF.has(field));
/** The fields for which another provider is worth asking. */
const WANTED: readonly ItemField[] = ['gtin', 'title', 'description', 'category', 'attributes', 'media', 'weight'];

export function hasEmptySections({ usable }: ProviderRecord): boolean {
  return WANTED.some((field) => usable[field] === null);
}

/**
 * Returns `base` plus the fields that only `other` has, with `other`'s sources and confidence for those fields only.
 */
export function fillSections(base: ProviderRecord, other: ProviderRecord): ProviderRecord {
  const filled = FILLABLE.filter((field) => base.usable[field] === null && other.usable[field] !== null);
  if (filled.length === 0) return base;
  const fromOther: SectionTest = (section) => isAmong(filled, section);
  return {
    untrusted: {
      ...base.untrusted,
      ...Object.fromEntries(filled.map((field) => [field, other.untrusted[field]])),
      sources: orNull([...listOf(base.untrusted['sources']), ...sourcesOf(other, filled, fromOther)]),
      section_confidence: confidences(base, other, filled, fromOther),
    },
    usable: {
      ...base.usable,
      ...Object.fromEntries(filled.map((field) => [field, other.usable[field]])),
    },
  };
}

type SectionTest = (section: string) => boolean;

/** A section is a field, or a part of the attributes: `attributes.NAME` or just NAME. */
function isAmong(fields: readonly ItemField[], section: string): boolean {
  const all: readonly string[] = ITEM_FIELDS;
  return fields.some((field) => field === section || (field === 'attributes' && !all.includes(section)));
}

/** Each of the sources names the fields that it filled. */
function sourcesOf(
  { untrusted }: ProviderRecord,
  filled: readonly ItemField[],
  fromOther: SectionTest,
): readonly unknown[] {
  return listOf(untrusted['sources']).flatMap((source) => {
    if (!isJsonObject(source)) return [];
    const sections = ownValue(source, 'sections');
    if (!Array.isArray(sections)) return [{ ...source, sections: filled }];
    const named = sections.filter((section) => fromOther(String(section)));
    return named.length === 0 ? [] : [{ ...source, sections: named }];
  });
}

/**
 * Returns the confidence of `base` for its own sections, and of `other` for those that it filled. A filled field
 * without a confidence gets that of the whole record that it comes from.
 */
function confidences(
  base: ProviderRecord,
  other: ProviderRecord,
  filled: readonly ItemField[],
  fromOther: SectionTest,
): Readonly<Record<string, number>> | null {
  const whole = other.usable.confidence;
  const entries = [
    ...saidOf(base).filter(([section]) => !fromOther(section)),
    ...(whole === null ? [] : filled.map((field) => [field, whole] as const)),
    ...saidOf(other).filter(([section]) => fromOther(section)),
  ];
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function saidOf({ usable }: ProviderRecord): readonly (readonly [string, number])[] {
  return Object.entries(usable.section_confidence ?? {});
}

/** An empty list would be reported as unusable. */
function orNull(list: readonly unknown[]): readonly unknown[] | null {
  return list.length === 0 ? null : list;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
