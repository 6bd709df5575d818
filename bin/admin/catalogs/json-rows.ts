/** The rows of a JSON Lines file: one object a line, whose members are recognised like the columns of a table. */
import { nameCells, recogniseColumns, type ChosenColumn } from '../../../functions/core/catalogs/recognise-columns.ts';
import type { NamedRow } from '../../../functions/core/catalogs/catalog.ts';
import type { SourceRow } from '../../../functions/core/catalogs/import-catalog.ts';
import { FILE_START, readSlices } from '../import/read-lines.ts';
import { MAX_RECORD_BYTES } from './csv-records.ts';

/** A line a slice: each row says where it ends. */
const LINE_BY_LINE = { maxLineBytes: MAX_RECORD_BYTES, sliceLines: 1, sliceBytes: 1 };
const BLANK: NamedRow = { itemNumber: null, supplier: null, partNumber: null, gtin: null };

/** @param from a byte behind a line, or 0 */
export async function* readJsonRows(
  path: string,
  chosen: readonly ChosenColumn[],
  from: number,
): AsyncGenerator<SourceRow> {
  const start = { ...FILE_START, offset: from, line: from === 0 ? 0 : 1 };
  for await (const { lines, end } of readSlices(path, start, LINE_BY_LINE)) {
    for (const { bytes } of lines) yield { ...readLine(bytes, chosen), endBytes: end.offset };
  }
}

type ReadLine =
  { readonly kind: 'named'; readonly named: NamedRow } | { readonly kind: 'broken'; readonly reason: string };

function readLine(bytes: Buffer | undefined, chosen: readonly ChosenColumn[]): ReadLine {
  if (bytes === undefined) return broken(`the line is longer than ${MAX_RECORD_BYTES} bytes`);
  const text = bytes.toString('utf8').trim();
  if (text === '') return { kind: 'named', named: BLANK };
  const value = parseJson(text);
  if (value === undefined) return broken('the line is not JSON');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return broken('the line is not a JSON object');
  const members = Object.entries(value);
  const names = members.map(([name]) => name);
  // A member that only some rows have is no fault of those without it.
  const here = chosen.filter((one) => !isAbsent(recogniseColumns(names, [one])));
  const columns = recogniseColumns(names, here);
  if (!columns.ok) return broken('two members of the object have the same meaning');
  const used = Object.values(columns.value).flat();
  if (used.some((place) => !isCell(members[place]?.[1])))
    return broken('a member that names the part is neither text nor number');
  return {
    kind: 'named',
    named: nameCells(
      members.map(([, member]) => cellText(member)),
      columns.value,
    ),
  };
}

function isAbsent(columns: ReturnType<typeof recogniseColumns>): boolean {
  return !columns.ok && columns.reason.kind === 'no_such_column';
}

function broken(reason: string): ReadLine {
  return { kind: 'broken', reason };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isCell(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

function cellText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
