/** Writes calls as a CSV file that spreadsheets open safely: the dashboard's columns and the key's id. */
import { CSV_BEGINNING, csvLine } from '../../csv-text.ts';
import type { RequestLineData } from './request-data.ts';

const HEADING = [
  'time',
  'request_id',
  'interface',
  'tool',
  'arguments',
  'key',
  'client_id',
  'outcome',
  'tokens',
  'fix',
];

/** @param names the names of keys and assistants, by client id */
export function requestsCsv(requests: readonly RequestLineData[], names: ReadonlyMap<string, string>): string {
  const lines = requests.map((one) =>
    csvLine([
      one.at,
      one.request_id,
      one.interface,
      one.tool ?? '',
      one.sizes ?? '',
      names.get(one.client_id ?? '') ?? '',
      one.client_id ?? '',
      one.outcome,
      String(one.tokens),
      one.refusal?.fix ?? '',
    ]),
  );
  return CSV_BEGINNING + csvLine(HEADING) + lines.join('');
}
