/** Exports the filtered changes as a CSV file, in the words of the dashboard and with ids. */
import { CSV_BEGINNING, csvLine } from '../../../../core/csv-text.ts';
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
