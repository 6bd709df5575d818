/**
 * Writes items to DynamoDB: reads the current rows, plans the change, carries it out, and starts again when another
 * writer was faster. Any number of writers may run concurrently and be killed anywhere
 * (docs/decisions/0032-one-transaction-per-item.md).
 */
import { quantitiesOf } from '../../../core/index/items/item-quantities.ts';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { itemIdOf } from '../../../core/identifiers.ts';
import { keysFor, type FoundPart, type Part } from '../../../core/index/lookup/find-part.ts';
import { decideParts, withLongerNumbers } from '../../../core/index/lookup/find-parts.ts';
import { ITEM_SECTIONS, type ItemDraft, type ItemRecord } from '../../../core/index/items/item-record.ts';
import type {
  ChangedItem,
  IdentityRefusal,
  InsertedItem,
  ItemWriter,
  MergedWrite,
  WriteResult,
  WriteRefusal,
} from '../../../core/sourcing/item-import/item-writer.ts';
import {
  decideKnown,
  identityText,
  partsOf,
  type FoundByKeys,
  type KnownBy,
} from '../../../core/sourcing/item-import/known-item.ts';
import { mergeItem, type MergedItem } from '../../../core/sourcing/item-import/merge-item.ts';
import { spellingsOfKey } from '../../../core/index/manufacturers/search-spellings.ts';
import type { ManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import { sameVerbatim } from '../../../core/index/part-keys/part-number.ts';
import type { IndexKey, KeyEntry, ItemIndex } from '../../../core/index/items/item-index.ts';
import { gtinsOf } from '../../../core/index/items/item-identity.ts';
import { checkLimits, filedTerms } from '../../../core/sourcing/item-import/item-limits.ts';
import { SIGNATURE_BITS, type SignatureBits } from '../../../core/index/search/term-signature.ts';
import { NO_ADDED_WORDS, type WordTableStore } from '../../../core/index/words/word-table-store.ts';
import { NO_WORDS, type WordTable } from '../../../core/index/words/word-table.ts';
import { fail, succeed, type Result } from '../../../core/result.ts';
import { batchGet } from '../client/batch-get.ts';
import { carryOutPlan } from './carry-out-plan.ts';
import { DynamoItemIndex, type TableStores } from './dynamo-item-index.ts';
import { waitWithFullJitter } from '../client/full-jitter.ts';
import { KeyReader } from './key-reader.ts';
import { indexKeysOf } from './item-index-key-updates.ts';
import { coreKey, keyRow } from './item-index-keys.ts';
import { planDelete, planWrite, type PlanSettings, type WritePlan } from './item-index-plan.ts';
import {
  coreJson,
  readCore,
  recordRows,
  readStoredItem,
  storedItemKeys,
  type RecordRows,
  type StoredCore,
} from './item-index-rows.ts';
import { rowId, type Row, type RowKey } from '../client/row-key.ts';

/** An attempt is lost only to another writer's success, so this many losses in a row mean that something is wrong. */
const MAX_ATTEMPTS = 30;

/** Of 400 kB; the postings of 256 terms of 400 bytes each have about 110. */
const CORE_LIMIT_BYTES = 280_000;

/** The input of a change: the item's CORE row and the rows of its keys, as they are now. */
interface Surroundings {
  readonly stored: StoredCore | undefined;
  readonly keyRows: ReadonlyMap<string, Row>;
}

const CONSISTENT = { consistent: true };
const NO_ROWS: ReadonlyMap<string, Row> = new Map();

/**
 * The stores of manufacturer names, which `insertItem` resolves as look-ups do, and of the words by which items are
 * found.
 */
interface WriterSettings extends TableStores {
  /** Bits of a posting's signature; fewer only in tests. */
  readonly signatureBits?: SignatureBits;
}

export class DynamoItemWriter implements ItemWriter {
  readonly #client: DynamoDBDocumentClient;
  readonly #reader: DynamoItemIndex;
  readonly #keys: KeyReader;
  readonly #words: WordTableStore;
  readonly #settings: Omit<PlanSettings, 'keyRows' | 'words'>;

  constructor(client: DynamoDBDocumentClient, tableName: string, settings: WriterSettings = {}) {
    this.#client = client;
    this.#words = settings.words ?? NO_ADDED_WORDS;
    this.#reader = new DynamoItemIndex(client, tableName, settings);
    this.#keys = new KeyReader(client, tableName);
    this.#settings = { tableName, signatureBits: settings.signatureBits ?? SIGNATURE_BITS };
  }

  /** Returns why the item cannot be stored, or undefined if it can. Reads and writes nothing. */
  checkItem(item: ItemRecord): WriteRefusal | undefined {
    const rows = rowsWithinLimits(item, NO_WORDS);
    return rows.ok ? undefined : rows.reason;
  }

  async writeItem(item: ItemRecord): Promise<Result<WriteResult, WriteRefusal>> {
    const words = await this.#words.current();
    const rows = rowsWithinLimits(item, words);
    if (!rows.ok) return rows;
    return untilNotOvertaken(async () => {
      const { stored, keyRows } = await this.#look(item);
      const plan = planWrite(stored, item, rows.value, { ...this.#settings, keyRows, words });
      if (plan === undefined) return succeed('unchanged');
      const outcome = stored?.item === undefined ? 'created' : 'changed';
      return (await this.#carryOut(plan)) ? succeed(outcome) : 'overtaken';
    });
  }

  async deleteItem(itemId: string): Promise<boolean> {
    return untilNotOvertaken(async () => {
      const stored = await this.#readCore(itemId);
      if (stored === undefined) return false;
      const wasThere = stored.item !== undefined;
      const plan = planDelete(itemId, stored, { ...this.#settings, keyRows: NO_ROWS, words: NO_WORDS });
      return (await this.#carryOut(plan)) ? wasThere : 'overtaken';
    });
  }

  async insertItem(
    item: ItemRecord,
    { allowSimilar } = { allowSimilar: false },
  ): Promise<Result<InsertedItem, WriteRefusal>> {
    const words = await this.#words.current();
    const rows = rowsWithinLimits(item, words);
    if (!rows.ok) return rows;
    return untilNotOvertaken(async () => {
      const parts = partsOf(item);
      const { stored, keyRows } = await this.#look(item, keysFor(parts));
      const same = await this.#findSameParts(parts, keyRows);
      const existing = allowSimilar ? same.find(({ mpn }) => sameVerbatim(mpn ?? '', item.mpn ?? '')) : same[0];
      if (existing !== undefined) return succeed({ inserted: false, item: existing });
      if (stored?.item !== undefined) throw new Error('A new record was given the id of another one');
      const proof = this.#proveUnchanged(parts, keyRows);
      const plan = planWrite(stored, item, rows.value, { ...this.#settings, keyRows, words, ...proof });
      if (plan === undefined) throw new Error('A record that is not there cannot be unchanged');
      return (await this.#carryOut(plan)) ? succeed({ inserted: true, item }) : 'overtaken';
    });
  }

  /**
   * Merges a draft into the item that it identifies (known-item.ts, merge-item.ts), or creates one. Of any number of
   * concurrent callers, one creates the item and the others change it. Safe to repeat after a crash.
   * @param draft has a manufacturer and a part number, or a GTIN
   */
  async mergeItem(draft: ItemDraft, knownBy: KnownBy): Promise<Result<MergedWrite, WriteRefusal | IdentityRefusal>> {
    const words = await this.#words.current();
    const identity = identityText(draft, knownBy);
    let idAttempt = 0;
    return untilNotOvertaken(async () => {
      const own = { ...draft, id: itemIdOf(identity, idAttempt) };
      const parts = partsOf(draft);
      const barcodes = gtinsOf(draft).map((gtin) => ({ by: 'gtin', gtin }) as const);
      const { stored, keyRows } = await this.#look(own, [...keysFor(parts), ...barcodes]);
      const found = await this.#findByKeys(parts, barcodes, keyRows);
      const known = decideKnown(draft, found, knownBy);
      if (known.kind === 'barcode_of_another') return fail(known);
      if (known.kind === 'known') {
        const metByNumber = found.byNumber.some((answer) => answer.found?.id === known.item.id);
        const seen = known.item.id === own.id ? { stored, keyRows } : undefined;
        return this.#change(known.item, mergeItem(known.item, draft, metByNumber), words, seen);
      }
      if (stored?.item !== undefined) {
        idAttempt += 1;
        return 'overtaken';
      }
      const rows = rowsWithinLimits(own, words);
      if (!rows.ok) return rows;
      const proof = this.#proveUnchanged(parts, keyRows, barcodes);
      const plan = planWrite(stored, own, rows.value, { ...this.#settings, keyRows, words, ...proof });
      if (plan === undefined) throw new Error('A record that is not there cannot be unchanged');
      return (await this.#carryOut(plan))
        ? succeed({ outcome: 'created', itemId: own.id, overwritten: [] })
        : 'overtaken';
    });
  }

  /**
   * Writes the result of `change`. If the item changed meanwhile, it is read and changed again.
   * @param change pure, because it is called for each read of the item
   * @returns undefined if there is no such item
   */
  async changeItem<Problem>(
    itemId: string,
    change: (known: ItemRecord) => Result<ItemRecord, Problem>,
  ): Promise<Result<ChangedItem, WriteRefusal | Problem> | undefined> {
    const words = await this.#words.current();
    return untilNotOvertaken(async () => {
      const before = (await this.#reader.readItems([itemId], ITEM_SECTIONS, CONSISTENT)).get(itemId);
      if (before === undefined) return undefined;
      const changed = change(before);
      if (!changed.ok) return changed;
      const written = await this.#change(before, { item: changed.value, overwritten: [] }, words, undefined);
      if (written === 'overtaken' || !written.ok) return written;
      return succeed({ outcome: written.value.outcome, before, after: changed.value });
    });
  }

  async repairItem(itemId: string): Promise<boolean> {
    const words = await this.#words.current();
    return untilNotOvertaken(async () => {
      const rows = await this.#read(storedItemKeys(itemId, ITEM_SECTIONS));
      const { stored, item } = readStoredItem(itemId, ITEM_SECTIONS, rows);
      if (stored === undefined) return false;
      if (item === 'torn') return 'overtaken';
      const rewrite = { ...this.#settings, words, rewrite: true };
      const plan =
        item === undefined
          ? planDelete(itemId, stored, { ...rewrite, keyRows: NO_ROWS })
          : planWrite(stored, item, recordRows(item, filedTerms(item, words), quantitiesOf(item)), {
              ...rewrite,
              keyRows: await this.#read(indexKeysOf(item).map(keyRow)),
            });
      if (plan !== undefined && !(await this.#carryOut(plan))) return 'overtaken';
      return item !== undefined;
    });
  }

  /**
   * Writes an item that was derived from `before`, if `before` is still stored.
   * @param seen what was read of the item before `before`; read now when absent
   */
  async #change(
    before: ItemRecord,
    { item, overwritten }: MergedItem,
    words: WordTable,
    seen: Surroundings | undefined,
  ): Promise<Result<MergedWrite, WriteRefusal> | 'overtaken'> {
    const rows = rowsWithinLimits(item, words);
    if (!rows.ok) return rows;
    const planFrom = ({ stored, keyRows }: Surroundings) =>
      planWrite(stored, item, rows.value, { ...this.#settings, keyRows, words });
    const unchanged = succeed({ outcome: 'unchanged', itemId: item.id, overwritten } as const);
    if (seen !== undefined && isStored(seen, before) && planFrom(seen) === undefined) return unchanged;
    const now = await this.#look(item);
    if (!isStored(now, before)) return 'overtaken';
    const plan = planFrom(now);
    if (plan === undefined) return unchanged;
    return (await this.#carryOut(plan)) ? succeed({ ...unchanged.value, outcome: 'changed' }) : 'overtaken';
  }

  #carryOut(plan: WritePlan): Promise<boolean> {
    return carryOutPlan({ client: this.#client, tableName: this.#settings.tableName }, plan);
  }

  /** @param alsoAsked further keys whose entries are read */
  async #look(item: ItemRecord, alsoAsked: readonly IndexKey[] = []): Promise<Surroundings> {
    const keys = [coreKey(item.id), ...indexKeysOf(item).map(keyRow), ...this.#keys.rowsOf(alsoAsked)];
    const keyRows = await this.#read(keys);
    const core = keyRows.get(rowId(coreKey(item.id)));
    return { stored: core && readCore(item.id, core), keyRows };
  }

  #read(keys: readonly RowKey[]): Promise<ReadonlyMap<string, Row>> {
    return batchGet(this.#client, this.#settings.tableName, keys, CONSISTENT);
  }

  async #readCore(itemId: string): Promise<StoredCore | undefined> {
    const rows = await this.#read([coreKey(itemId)]);
    const row = rows.get(rowId(coreKey(itemId)));
    return row && readCore(itemId, row);
  }

  /** Returns the complete items that look-ups of these parts would find. */
  async #findSameParts(parts: readonly Part[], keyRows: Surroundings['keyRows']): Promise<readonly ItemRecord[]> {
    const { answers } = await this.#settle(parts, keyRows);
    return answers.flatMap(({ found }) => found ?? []);
  }

  async #findByKeys(
    parts: readonly Part[],
    barcodes: readonly Part[],
    keyRows: Surroundings['keyRows'],
  ): Promise<FoundByKeys> {
    const { answers, entries } = await this.#settle([...parts, ...barcodes], keyRows);
    return {
      byNumber: answers.slice(0, parts.length),
      byBarcode: answers.map(({ found }, place) => ({ found, entries: entries[place] ?? [] })).slice(parts.length),
    };
  }

  /** Returns the complete items that look-ups of these parts would find, and everything filed under their keys. */
  async #settle(
    parts: readonly Part[],
    keyRows: Surroundings['keyRows'],
  ): Promise<{ readonly answers: readonly FoundPart[]; readonly entries: readonly (readonly KeyEntry[])[] }> {
    const manufacturers = await this.#reader.manufacturers();
    const spellings = (manufacturer: ManufacturerKey) => spellingsOfKey(manufacturer, manufacturers);
    const entries = await this.#keys.entriesOf(keysFor(parts), keyRows, { ...CONSISTENT, spellings });
    const index = {
      readItems: (...[ids, sections]: Parameters<ItemIndex['readItems']>) =>
        this.#reader.readItems(ids, sections, CONSISTENT),
    };
    const rows = await withLongerNumbers(this.#reader, parts, entries, manufacturers);
    return { answers: await decideParts(index, parts, rows, ITEM_SECTIONS), entries };
  }

  /** Returns conditions that are true while no other item is filed under these parts. */
  #proveUnchanged(parts: readonly Part[], keyRows: Surroundings['keyRows'], barcodes: readonly IndexKey[] = []) {
    const changesOf = (row: RowKey) => keyRows.get(rowId(row))?.['changes'] as number | undefined;
    const [number] = keysFor(parts).map((key) => keyRow(key));
    const watched = [...(number === undefined ? [] : [number]), ...barcodes.map(keyRow)];
    return { seen: new Map(watched.map((row) => [rowId(row), changesOf(row)] as const)) };
  }
}

/** Whether the stored item equals this one, section by section. */
function isStored({ stored }: Surroundings, item: ItemRecord): boolean {
  if (stored?.item === undefined || coreJson(stored.item, {}) !== coreJson(item, {})) return false;
  const { digests } = recordRows(item, [], {});
  return ITEM_SECTIONS.every((section) => stored.digests[section] === digests[section]);
}

/** Repeats an attempt until no other writer interferes. */
async function untilNotOvertaken<T>(attempt: () => Promise<T | 'overtaken'>): Promise<T> {
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    const outcome = await attempt();
    if (outcome !== 'overtaken') return outcome;
    await waitWithFullJitter(count);
  }
  throw new Error(`A record was overtaken by other writers ${MAX_ATTEMPTS} times`);
}

/**
 * Returns the item's rows if it is within all limits. One of them is DynamoDB's: the CORE row of one version must fit
 * into 400 kB together with the postings of another version, or the item could be written once and never changed again.
 */
function rowsWithinLimits(item: ItemRecord, words: WordTable): Result<RecordRows, WriteRefusal> {
  const terms = checkLimits(item, words);
  if (!terms.ok) return terms;
  const rows = recordRows(item, terms.value, quantitiesOf(item));
  const bytes = Buffer.byteLength(JSON.stringify(rows.core));
  return bytes <= CORE_LIMIT_BYTES ? succeed(rows) : fail({ kind: 'record_too_large', bytes, limit: CORE_LIMIT_BYTES });
}
