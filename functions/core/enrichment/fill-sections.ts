/**
 * One record of what several providers know: the first that found the part is believed, those after it only fill what it left empty. Who the part is
 * (maker, brand, number) is never filled from another one.
 */
import { isJsonObject, ownValue } from '../json.ts';
import { ITEM_FIELDS, type ItemField, type ItemRecord } from '../products/item-record.ts';
import { OF_THE_RECORD_ITSELF } from './researched-record.ts';

/** A provider's record as it came, and what of it can be used. */
export interface ProviderRecord {
  readonly untrusted: Readonly<Record<string, unknown>>;
  readonly usable: ItemRecord;
}

const FILLABLE = ITEM_FIELDS.filter((field) => !OF_THE_RECORD_ITSELF.has(field));
/** What makes another provider worth asking. */
const WANTED: readonly ItemField[] = ['gtin', 'title', 'description', 'category', 'attributes', 'media', 'weight'];

export function hasEmptySections({ usable }: ProviderRecord): boolean {
  return WANTED.some((field) => usable[field] === null);
}

/** The record as `base` has it, with what only `other` has; what `other` says of its sources and its confidence comes along for that alone. */
export function fillSections(base: ProviderRecord, other: ProviderRecord): ProviderRecord {
  const filled = FILLABLE.filter((field) => base.usable[field] === null && other.usable[field] !== null);
  if (filled.length === 0) return base;
  const sections = new Set<string>([
    ...filled,
    ...(filled.includes('attributes') ? namesIn(other.usable.attributes) : []),
  ]);
  return {
    untrusted: {
      ...base.untrusted,
      ...Object.fromEntries(filled.map((field) => [field, other.untrusted[field]])),
      sources: [...listOf(base.untrusted['sources']), ...sourcesOf(other, filled, sections)],
      section_confidence: { ...confidencesOf(other, sections), ...confidencesOf(base) },
    },
    usable: {
      ...base.usable,
      ...Object.fromEntries(filled.map((field) => [field, other.usable[field]])),
    },
  };
}

/** Each names what it is the source of here: the fields that were filled. */
function sourcesOf(
  { untrusted }: ProviderRecord,
  filled: readonly ItemField[],
  sections: ReadonlySet<string>,
): readonly unknown[] {
  return listOf(untrusted['sources']).flatMap((source) => {
    if (!isJsonObject(source)) return [];
    const named = listOf(ownValue(source, 'sections')).filter((section) => sections.has(String(section)));
    if (Array.isArray(source['sections']) && named.length === 0) return [];
    return [{ ...source, sections: named.length > 0 ? named : filled }];
  });
}

/** A section that its provider gave no confidence has that of the provider's record, not that of the record it comes into. */
function confidencesOf({ usable }: ProviderRecord, only?: ReadonlySet<string>): Readonly<Record<string, number>> {
  const known = Object.entries(usable.section_confidence ?? {});
  if (only === undefined) return Object.fromEntries(known);
  const kept = known.filter(([section]) => only.has(section));
  if (usable.confidence === null) return Object.fromEntries(kept);
  const whole = usable.confidence;
  return Object.fromEntries([...[...only].map((section) => [section, whole] as const), ...kept]);
}

function namesIn(value: unknown): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
