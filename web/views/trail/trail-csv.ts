/** The changes that fit the filter as a CSV file, in the words of the page and with what identifies them. */
import { CSV_BEGINNING, csvLine } from '../../../core/catalogs/csv-text.ts';
import { detailText, type ShownLine } from './shown-line.ts';

export function trailCsv(lines: readonly ShownLine[]): readonly string[] {
  return [
    CSV_BEGINNING,
    csvLine(['When', 'Who', 'What', 'Details', 'Ids']),
    ...lines.map(({ line, who, title, details, ids }) =>
      csvLine([
        line.at,
        who.isOperator ? `${who.name} (operator)` : who.name,
        title,
        details.map(detailText).join('; '),
        ids.join(' '),
      ]),
    ),
  ];
}
