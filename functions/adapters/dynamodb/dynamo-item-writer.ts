/**
 * Writing records to DynamoDB: read what is there, plan the change, carry it out, and begin anew when another writer was quicker.
 * Any number of writers may run at once and be killed anywhere (docs/decisions/0032-one-transaction-a-record.md).
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { decideFind } from '../../core/products/find-part.ts';
import { ITEM_SECTIONS, type ItemRecord } from '../../core/products/item-record.ts';
import type { InsertedItem, ItemWriter, WriteRefusal } from '../../core/products/item-writer.ts';
import { checkLimits, KEY_LIMIT } from '../../core/products/record-limits.ts';
import { termsOf } from '../../core/products/search-terms.ts';
import { SIGNATURE_BITS, type SignatureBits } from '../../core/products/term-signature.ts';
import { fail, succeed, type Result } from '../../core/result.ts';
import { batchGet } from './batch-get.ts';
import { carryOutPlan } from './carry-out-plan.ts';
import { DynamoProductIndex, keyEntries } from './dynamo-product-index.ts';
import { waitWithFullJitter } from './full-jitter.ts';
import { filingsOf } from './product-index-key-updates.ts';
import { coreKey, indexKeyRow } from './product-index-keys.ts';
import { planDelete, planWrite, type PlanSettings, type WritePlan } from './product-index-plan.ts';
import { readCore, recordRows, type RecordRows, type StoredCore } from './product-index-rows.ts';
import { rowId, type Row } from './row-key.ts';

/** Each attempt is lost to another writer's success, so this many losses in a row mean that something is wrong. */
const MAX_ATTEMPTS = 30;

/** Of 400 kB; the postings of 256 terms of 400 bytes each have some 110. */
const CORE_LIMIT_BYTES = 280_000;

/** What a change is decided from: the record's CORE row and the rows of its keys, as they are now. */
interface Surroundings {
  readonly stored: StoredCore | undefined;
  readonly keyRows: ReadonlyMap<string, Row>;
}

const CONSISTENT = { consistent: true };

export class DynamoItemWriter implements ItemWriter {
  readonly #client: DynamoDBDocumentClient;
  readonly #reader: DynamoProductIndex;
  readonly #settings: PlanSettings;

  /** @param settings.signatureBits of the postings; fewer only for tests */
  constructor(client: DynamoDBDocumentClient, tableName: string, settings: { signatureBits?: SignatureBits } = {}) {
    this.#client = client;
    this.#reader = new DynamoProductIndex(client, tableName);
    this.#settings = { tableName, signatureBits: settings.signatureBits ?? SIGNATURE_BITS };
  }

  async writeItem(record: ItemRecord): Promise<Result<'written' | 'unchanged', WriteRefusal>> {
    const rows = rowsWithinLimits(record);
    if (!rows.ok) return rows;
    return untilNotOvertaken(async () => {
      const { stored, keyRows } = await this.#look(record);
      const full = fullKey(record, keyRows);
      if (full !== undefined) return fail(full);
      const plan = planWrite(stored, record, rows.value, this.#settings);
      if (plan === undefined) return succeed('unchanged');
      return (await this.#carryOut(plan)) ? succeed('written') : 'overtaken';
    });
  }

  async deleteItem(itemId: string): Promise<boolean> {
    return untilNotOvertaken(async () => {
      const stored = await this.#readCore(itemId);
      if (stored === undefined) return false;
      const wasThere = stored.record !== undefined;
      return (await this.#carryOut(planDelete(itemId, stored, this.#settings))) ? wasThere : 'overtaken';
    });
  }

  async insertItem(record: ItemRecord): Promise<Result<InsertedItem, WriteRefusal>> {
    const rows = rowsWithinLimits(record);
    if (!rows.ok) return rows;
    return untilNotOvertaken(async () => {
      const { stored, keyRows } = await this.#look(record);
      const existing = await this.#findSamePart(record, keyRows);
      if (existing !== undefined) return succeed({ inserted: false, record: existing });
      if (stored?.record !== undefined) throw new Error('A new record was given the id of another one');
      const full = fullKey(record, keyRows);
      if (full !== undefined) return fail(full);
      const plan = planWrite(stored, record, rows.value, { ...this.#settings, seen: changesSeen(record, keyRows) });
      if (plan === undefined) throw new Error('A record that is not there cannot be unchanged');
      return (await this.#carryOut(plan)) ? succeed({ inserted: true, record }) : 'overtaken';
    });
  }

  async repairItem(itemId: string): Promise<boolean> {
    return untilNotOvertaken(async () => {
      const stored = await this.#readCore(itemId);
      if (stored === undefined) return false;
      const record = (await this.#reader.readItems([itemId], ITEM_SECTIONS, CONSISTENT)).get(itemId);
      const settings = { ...this.#settings, rewrite: true };
      const plan =
        record === undefined
          ? planDelete(itemId, stored, settings)
          : planWrite(stored, record, recordRows(record, termsOf(record)), settings);
      if (plan !== undefined && !(await this.#carryOut(plan))) return 'overtaken';
      return record !== undefined;
    });
  }

  #carryOut(plan: WritePlan): Promise<boolean> {
    return carryOutPlan({ client: this.#client, tableName: this.#settings.tableName }, plan);
  }

  async #look(record: ItemRecord): Promise<Surroundings> {
    const keys = [coreKey(record.id), ...filingsOf(record).map(({ key }) => indexKeyRow(key))];
    const keyRows = await batchGet(this.#client, this.#settings.tableName, keys, CONSISTENT);
    const core = keyRows.get(rowId(coreKey(record.id)));
    return { stored: core && readCore(record.id, core), keyRows };
  }

  async #readCore(itemId: string): Promise<StoredCore | undefined> {
    const rows = await batchGet(this.#client, this.#settings.tableName, [coreKey(itemId)], CONSISTENT);
    const row = rows.get(rowId(coreKey(itemId)));
    return row && readCore(itemId, row);
  }

  /** The record that a look-up of this one's maker and number would find, whole. */
  async #findSamePart(record: ItemRecord, keyRows: Surroundings['keyRows']): Promise<ItemRecord | undefined> {
    const verbatim = record.mpn ?? '';
    for (const { key } of filingsOf(record)) {
      if (key.by === 'gtin') continue;
      const entries = keyEntries(keyRows.get(rowId(indexKeyRow(key))));
      const itemIds = entries.map(({ itemId }) => itemId);
      const records = await this.#reader.readItems(itemIds, ITEM_SECTIONS, CONSISTENT);
      const { found } = decideFind({ ...key, verbatim }, entries, records);
      if (found !== null) return found;
    }
    return undefined;
  }
}

/** Runs an attempt until no other writer came in between. */
async function untilNotOvertaken<T>(attempt: () => Promise<T | 'overtaken'>): Promise<T> {
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    const outcome = await attempt();
    if (outcome !== 'overtaken') return outcome;
    await waitWithFullJitter(count);
  }
  throw new Error(`A record was overtaken by other writers ${MAX_ATTEMPTS} times`);
}

/**
 * The record's rows, when it is within all limits, this technology's among them: 400 kB must hold the CORE row of one version of the record
 * together with the postings of another, or it could be written once and never be changed again.
 */
function rowsWithinLimits(record: ItemRecord): Result<RecordRows, WriteRefusal> {
  const terms = checkLimits(record);
  if (!terms.ok) return terms;
  const rows = recordRows(record, terms.value);
  const bytes = Buffer.byteLength(JSON.stringify(rows.core));
  return bytes <= CORE_LIMIT_BYTES ? succeed(rows) : fail({ kind: 'record_too_large', bytes, limit: CORE_LIMIT_BYTES });
}

/** Two writers at the limit may both pass it; it only keeps key rows small. */
function fullKey(record: ItemRecord, keyRows: Surroundings['keyRows']): WriteRefusal | undefined {
  const full = filingsOf(record).find(({ key }) => {
    const itemIds = keyEntries(keyRows.get(rowId(indexKeyRow(key)))).map(({ itemId }) => itemId);
    return itemIds.length >= KEY_LIMIT && !itemIds.includes(record.id);
  });
  return full && { kind: 'key_full', key: full.key.by, limit: KEY_LIMIT };
}

function changesSeen(record: ItemRecord, keyRows: Surroundings['keyRows']): Map<string, number | undefined> {
  const ids = filingsOf(record).flatMap(({ key }) => (key.by === 'part' ? [rowId(indexKeyRow(key))] : []));
  return new Map(ids.map((id) => [id, keyRows.get(id)?.['changes'] as number | undefined]));
}
