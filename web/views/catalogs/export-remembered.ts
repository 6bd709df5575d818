/** Downloads the remembered matches that a search and a filter find, as CSV. */
import type { LearnedListData } from '../../../core/dashboard/views/learned-data.ts';
import { CSV_BEGINNING, csvLine } from '../../../core/csv-text.ts';
import { readInTurn } from '../../parts/api.ts';
import { downloadText } from '../../parts/download.ts';

/** @throws {ApiError} */
export async function exportRemembered(find: string, look: string | undefined): Promise<void> {
  const lines: string[] = [
    CSV_BEGINNING,
    csvLine([
      'Your number',
      'Manufacturer',
      'Part number',
      'Barcode',
      'Means manufacturer',
      'Means part number',
      'Decided',
      'File',
      'Person',
      'Later files',
    ]),
  ];
  for (let after: number | null = 0; after !== null;) {
    const page: LearnedListData = await readInTurn('/catalogs/learned', {
      find: find === '' ? undefined : find,
      look,
      after: String(after),
    });
    for (const { your_item_number: own, stated, item, at, file, learned_by: by, later_files: later } of page.learned)
      lines.push(
        csvLine(
          [
            own,
            stated.supplier,
            stated.supplier_part_number,
            stated.gtin,
            item?.manufacturer,
            item?.mpn,
            at,
            file,
            by,
            String(later),
          ].map((text) => text ?? ''),
        ),
      );
    after = page.next;
  }
  downloadText('remembered-matches.csv', lines);
}
