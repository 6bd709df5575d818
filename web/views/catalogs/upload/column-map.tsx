/** The first rows as they are understood, with a choice above each column, and the outcome of each row. */
import type { PreviewData, RowPreviewData } from '../../../../core/dashboard/views/upload-data.ts';
import { Badge } from '../../../design/badge.tsx';
import { NotFitted } from '../state-badge.tsx';
import type { ColumnMeaning, Reading } from './reading.ts';
import { matchLabel, rowLabels } from '../row-labels.ts';
import { FIELD_LABELS, FIELDS } from './upload-labels.ts';

/** The most columns that are offered; files have the columns used for matching further left. */
const MAX_COLUMNS = 40;

interface ColumnMapProps {
  readonly headings: readonly string[];
  /** Null if the file is not understood; then its columns are known only by their headings. */
  readonly preview: PreviewData | null;
  readonly rows: readonly RowPreviewData[];
  readonly said: Reading['columns'];
  readonly onChange: (columns: Reading['columns']) => void;
}

export function ColumnMap({ headings, preview, rows, said, onChange }: ColumnMapProps) {
  const columns = headings.slice(0, MAX_COLUMNS).map((heading, index) => {
    const place = index + 1;
    const named = heading.trim() === '' ? `Column ${place}` : heading;
    return { place, named, field: meaningOf(place, preview, said) };
  });
  const choose = (place: number, field: ColumnMeaning): void => {
    const others = said.filter((one) => one.place !== place);
    onChange(field === 'description' ? others : [...others, { place, field }].toSorted((a, b) => a.place - b.place));
  };
  return (
    <div class="map" role="region" aria-label="The first rows, as they are understood" tabIndex={0}>
      <table class="table top">
        <caption>The first rows, as they are understood</caption>
        <thead>
          <tr>
            {preview !== null && (
              <th scope="col" class="first">
                Row
              </th>
            )}
            {preview !== null && (
              <th scope="col" class="would">
                <strong>Would be</strong>
              </th>
            )}
            {columns.map(({ place, named, field }) => (
              <th key={place} scope="col" class={classOf(field)}>
                <strong>{named}</strong>
                <select
                  class="select"
                  aria-label={`What ${named} means`}
                  value={field}
                  onChange={(event) => choose(place, event.currentTarget.value as ColumnMeaning)}
                >
                  {FIELDS.map((one) => (
                    <option key={one} value={one} selected={one === field}>
                      {FIELD_LABELS[one]}
                    </option>
                  ))}
                  {place === preview?.description ? (
                    <option value="description" selected={field === 'description'}>
                      Description
                    </option>
                  ) : (
                    <option value="none" selected={field === 'none'}>
                      Not used
                    </option>
                  )}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <th scope="row" class="first faint">
                {row.row}
              </th>
              <td class="would">
                <WouldBe row={row} />
              </td>
              {columns.map(({ place, named, field }) => (
                <td
                  key={place}
                  class={classOf(field)}
                  data-name={named}
                  title={isNamed(field) ? undefined : row.cells[place - 1]}
                >
                  <CellText
                    text={row.cells[place - 1] ?? ''}
                    isCode={field === 'supplier_part_number' || field === 'gtin'}
                    isStruck={row.struck.includes(place)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The member's choice wins over the heading; of the columns that neither of them names, one may be the description. */
function meaningOf(place: number, preview: PreviewData | null, said: Reading['columns']): ColumnMeaning {
  const own = said.find((one) => one.place === place)?.field;
  const field = own ?? preview?.columns.find((column) => column.place === place)?.field ?? 'none';
  return field === 'none' && place === preview?.description ? 'description' : field;
}

function isNamed(field: ColumnMeaning): boolean {
  return field !== 'none' && field !== 'description';
}

function classOf(field: ColumnMeaning): string {
  return isNamed(field) ? 'used' : 'off';
}

interface CellTextProps {
  readonly text: string;
  readonly isCode: boolean;
  readonly isStruck: boolean;
}

function CellText({ text, isCode, isStruck }: CellTextProps) {
  if (text.trim() === '') return <span class="faint">–</span>;
  const shown = isStruck ? <s>{text}</s> : <bdi>{text}</bdi>;
  return isCode ? <code>{shown}</code> : shown;
}

function WouldBe({ row }: { readonly row: RowPreviewData }) {
  const { label, look, title } = rowLabels(row);
  const why = row.group === 'not_in_index' ? [] : [...row.contradictions, row.reason].filter(Boolean);
  const way = [row.part, matchLabel({ ...row, accepted_by: null })].filter(Boolean).join(' · ');
  return (
    <>
      <Badge look={look} title={title}>
        {label}
      </Badge>
      <NotFitted said={row.not_fitted} />
      {way !== '' && <span class="sub">{way}</span>}
      {why.length > 0 && <span class="sub">{why.join(' ')}</span>}
    </>
  );
}
