/**
 * Maps an item to rows: CORE, and one row for each section. Both contain JSON text, which preserves the order of
 * members, any depth and any number; DynamoDB's maps would not (docs/decisions/0032-one-transaction-per-item.md). CORE
 * contains the digest of each section, so a reader detects rows of two different versions.
 */
import { createHash } from 'node:crypto';
import { ITEM_FIELDS, type ItemField } from '../../../core/index/items/item-fields.ts';
import { ITEM_SECTIONS, type ItemRecord, type ItemSection } from '../../../core/index/items/item-record.ts';
import type { Quantities } from '../../../core/index/items/item-quantities.ts';
import { readLifecycle, withLifecycle, type StoredItem } from '../../../core/index/items/item-lifecycle.ts';
import type { LargeParts } from '../../../core/index/items/item-index.ts';
import type { Term } from '../../../core/index/search/term.ts';
import { coreKey, sectionKey, type PostingName } from './item-index-keys.ts';
import { rowId, type Row, type RowKey } from '../client/row-key.ts';

/** A section of this size or more is large; its size is shown in steps of this many. */
const LARGE_BYTES = 16 * 1_024;
const CORE_FIELDS: readonly ItemField[] = ITEM_FIELDS.filter((field) => !isSection(field));

/** The content of a CORE row. Without `record` the item is only announced or is being deleted: it counts as absent. */
export interface StoredCore {
  /** Changes with every write of the row; a writer's condition is that it still has the value that the writer read. */
  readonly revision: string;
  readonly item: StoredItem | undefined;
  readonly large: LargeParts;
  /** The exact values that the item states. */
  readonly quantities: Quantities;
  readonly terms: readonly Term[];
  readonly digests: SectionDigests;
  /** The keys, by partition, with a full row: the item has separate rows there. */
  readonly apart: ReadonlySet<string>;
  /** Postings that may exist in addition, or that may not yet match `terms`. */
  readonly pending: ReadonlySet<PostingName>;
}

type SectionDigests = Readonly<Partial<Record<ItemSection, string>>>;

export interface RecordRows {
  /** Without its fence: see `fencedRow`. */
  readonly core: Row;
  /** The item's text in CORE; its keys store a copy. */
  readonly json: string;
  readonly large: LargeParts;
  readonly sections: ReadonlyMap<ItemSection, Row>;
  readonly digests: SectionDigests;
  /** The terms by which the item is found; they are also in CORE. */
  readonly terms: readonly Term[];
  readonly quantities: Quantities;
  /** The item as stored in its CORE row. */
  readonly item: StoredItem;
}

/** @param quantities `quantitiesOf` the record: readers do not load what finds them */
export function recordRows(record: ItemRecord, terms: readonly Term[], quantities: Quantities): RecordRows {
  const sections = new Map(
    ITEM_SECTIONS.filter((section) => record[section] !== null).map((section) => {
      const json = JSON.stringify(record[section]);
      return [section, { ...sectionKey(record.id, section), json, digest: digestOf(json) }] as const;
    }),
  );
  const digests = Object.fromEntries([...sections].map(([section, { digest }]) => [section, digest]));
  const item = withLifecycle(record);
  const bare = coreJson(item, {});
  const large = largePartsOf(bare, sections);
  const json = Object.keys(large).length === 0 ? bare : coreJson(item, large);
  const isEmpty = Object.keys(quantities).length === 0;
  const core = {
    ...coreKey(record.id),
    json,
    terms,
    digests,
    ...(!isEmpty && { quantities: JSON.stringify(quantities) }),
  };
  return { core, json, large, sections, digests, terms, quantities, item };
}

/**
 * The CORE row to write: that of an item, or the tombstone that remains while the postings of a deleted item are
 * removed.
 */
export function fencedRow(row: RowKey, revision: string, pending: readonly PostingName[]): Row {
  // DynamoDB has no empty sets.
  return { ...row, revision, ...(pending.length > 0 && { pending: new Set(pending) }) };
}

export function readCore(itemId: string, row: Row): StoredCore {
  const json = row['json'] as string | undefined;
  return {
    revision: row['revision'] as string,
    item: json === undefined ? undefined : readCoreJson(itemId, json),
    large: json === undefined ? {} : readLargeParts(json),
    quantities: JSON.parse((row['quantities'] as string | undefined) ?? '{}') as Quantities,
    terms: (row['terms'] as Term[] | undefined) ?? [],
    digests: (row['digests'] as SectionDigests | undefined) ?? {},
    apart: (row['apart'] as Set<string> | undefined) ?? new Set(),
    pending: (row['pending'] as Set<PostingName> | undefined) ?? new Set(),
  };
}

/**
 * Returns the item with the requested sections, or `torn` when a section does not have the digest in CORE.
 * @param sectionRow the row of a section as it was read
 */
function withSections(
  core: StoredCore & { readonly item: StoredItem },
  sections: readonly ItemSection[],
  sectionRow: (section: ItemSection) => Row | undefined,
): StoredItem | 'torn' {
  const named = sections.filter((section) => core.digests[section] !== undefined);
  const values = named.map((section) => [section, sectionRow(section)] as const);
  if (values.some(([section, row]) => row?.['digest'] !== core.digests[section])) return 'torn';
  const parsed = values.map(([section, row]) => [section, JSON.parse(row?.['json'] as string) as unknown]);
  return { ...core.item, ...(Object.fromEntries(parsed) as Partial<ItemRecord>) };
}

/**
 * Reads an item with its CORE row: a plan based on them is valid only while that row is unchanged. `torn`: the rows are
 * of two versions.
 * @param rows the item's rows that were read, by row id
 */
export function readStoredItem(
  itemId: string,
  sections: readonly ItemSection[],
  rows: ReadonlyMap<string, Row>,
): { readonly stored: StoredCore | undefined; readonly item: StoredItem | 'torn' | undefined } {
  const row = rows.get(rowId(coreKey(itemId)));
  const stored = row && readCore(itemId, row);
  if (stored?.item === undefined) return { stored, item: undefined };
  const core = { ...stored, item: stored.item };
  return { stored, item: withSections(core, sections, (section) => rows.get(rowId(sectionKey(itemId, section)))) };
}

/** The keys of all rows that {@link readStoredItem} needs. */
export function storedItemKeys(itemId: string, sections: readonly ItemSection[]): readonly RowKey[] {
  return [coreKey(itemId), ...sections.map((section) => sectionKey(itemId, section))];
}

/** Whether the row already contains exactly this text. */
export function hasSameContent(core: StoredCore, rows: RecordRows): boolean {
  return (
    core.item !== undefined &&
    core.pending.size === 0 &&
    coreJson(core.item, core.large) === rows.json &&
    JSON.stringify(core.terms) === JSON.stringify(rows.core['terms']) &&
    hasSameQuantities(core, rows) &&
    ITEM_SECTIONS.every((section) => core.digests[section] === rows.digests[section])
  );
}

/** Whether both state the same values, on which signatures depend. */
export function hasSameQuantities(one: Pick<StoredCore, 'quantities'>, other: Pick<RecordRows, 'quantities'>): boolean {
  return JSON.stringify(one.quantities) === JSON.stringify(other.quantities);
}

function isSection(field: ItemField): boolean {
  return (ITEM_SECTIONS as readonly string[]).includes(field);
}

/** The members outside the sections, without nulls; the state of the part, and which sections are large. */
export function coreJson(item: StoredItem, large: LargeParts): string {
  const fields = CORE_FIELDS.filter((field) => item[field] !== null).map((field) => [field, item[field]]);
  const { lifecycle } = item;
  return JSON.stringify({
    ...Object.fromEntries(fields),
    ...(lifecycle !== undefined && { lifecycle }),
    ...(Object.keys(large).length > 0 && { large }),
  });
}

function largePartsOf(core: string, sections: ReadonlyMap<ItemSection, { readonly json: string }>): LargeParts {
  const texts = [['core', core], ...[...sections].map(([section, { json }]) => [section, json])] as const;
  const sizes = texts.map(([part, json = '']) => [part, Math.floor(Buffer.byteLength(json) / LARGE_BYTES)] as const);
  const large = sizes.filter(([, size]) => size > 0).map(([part, size]) => [part, ((size + 1) * LARGE_BYTES) / 1_024]);
  return Object.fromEntries(large) as LargeParts;
}

/** Reads a text written by {@link coreJson}. Few texts contain `large`, and none is parsed twice for it. */
export function readLargeParts(json: string): LargeParts {
  return json.includes('"large":') ? ((JSON.parse(json) as { readonly large?: LargeParts }).large ?? {}) : {};
}

/** Reads the item that the text of a CORE row, or a copy of it, describes; its sections are null. */
export function readCoreJson(itemId: string, json: string): StoredItem {
  const fields = JSON.parse(json) as Partial<StoredItem>;
  const all = ITEM_FIELDS.map((field) => [field, fields[field] ?? null]);
  const lifecycle = readLifecycle(fields.lifecycle);
  return {
    id: itemId,
    ...(Object.fromEntries(all) as Omit<ItemRecord, 'id'>),
    ...(lifecycle !== undefined && { lifecycle }),
  };
}

/** 96 bits: two sections in the history of one item practically never share a digest. */
function digestOf(json: string): string {
  return createHash('sha256').update(json).digest('base64url').slice(0, 16);
}
