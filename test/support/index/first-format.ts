/** A record's rows as the first release wrote them: a CORE row without `format`, and a row for each maker of its number. */
import {
  firstFormatRow,
  keyRow,
  postingKey,
  postingName,
} from '../../../adapters/dynamodb/items/product-index-keys.ts';
import { recordRows } from '../../../adapters/dynamodb/items/product-index-rows.ts';
import { rowId, type Row, type RowKey } from '../../../adapters/dynamodb/client/row-key.ts';
import { positionOf } from '../../../core/items/item-position.ts';
import type { ItemRecord } from '../../../core/items/item-record.ts';
import { barcodesOf, makersOf, partKeyOf } from '../../../core/items/item-identity.ts';
import { termsOf } from '../../../core/search/search-terms.ts';
import { signatureOf } from '../../../core/search/term-signature.ts';

/** The rows of all records; items of one key share its row. */
export function firstFormatRows(records: readonly ItemRecord[]): readonly Row[] {
  const keyRows = new Map<string, Row>();
  const file = (row: RowKey, itemId: string, verbatim: string) =>
    keyRows.set(rowId(row), { ...row, ...keyRows.get(rowId(row)), [itemId]: verbatim, changes: 1 });
  const own = records.flatMap((record) => {
    const part = partKeyOf(record);
    const makers = part === undefined ? [] : makersOf(record);
    for (const maker of makers) {
      if (part !== undefined) file(firstFormatRow(maker, part), record.id, (record.mpn ?? '').trim());
    }
    for (const gtin of barcodesOf(record)) file(keyRow({ by: 'gtin', gtin }), record.id, gtin);
    const terms = termsOf(record);
    const { core, sections } = recordRows(record, terms);
    const { format: _format, ...coreOfFirstFormat } = core;
    const sig = signatureOf(terms, []).slice(1);
    const postings = terms.map((term) => ({ ...postingKey(postingName(term, positionOf(record))), sig }));
    return [{ ...coreOfFirstFormat, revision: 'of the first release' }, ...sections.values(), ...postings];
  });
  return [...own, ...keyRows.values()];
}
