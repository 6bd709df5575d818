/** What was understood of an uploaded list: its first rows, how the first hundred would match, and what a person may say otherwise. */
import type { FieldName, PreviewData, UploadData } from '../../core/dashboard/upload-data.ts';
import { change } from '../parts/api.ts';
import { Choice, Field, Form } from '../parts/form.tsx';
import { usePage } from '../parts/page-context.ts';
import { Table } from '../parts/table.tsx';
import { columnWords, ENCODINGS, FIELD_WORDS, fileWords } from '../parts/upload-words.ts';
import { count } from '../parts/words.ts';

/** Columns that are offered; what a list is matched by stands further left. */
const MAX_COLUMNS = 40;

export function UploadPreview({ preview }: { readonly preview: PreviewData }) {
  const outcomes = Object.entries(preview.outcomes).map(([outcome, rows]) => `${count(rows)} ${outcome}`);
  return (
    <>
      <p>{fileWords(preview)}.</p>
      {preview.rows_above > 0 && <p>{count(preview.rows_above)} rows above the heading are left out.</p>}
      <p>{columnWords(preview)}</p>
      <Table
        caption="The first rows, as they are understood"
        heads={['Row', 'Your number', 'Manufacturer', 'Part number', 'Barcode', 'Would be', 'Why']}
      >
        {preview.rows.map((row) => (
          <tr key={row.row}>
            <th scope="row">{row.row}</th>
            <td>{row.your_item_number}</td>
            <td>{row.supplier}</td>
            <td>{row.supplier_part_number}</td>
            <td>{row.gtin}</td>
            <td>{row.outcome}</td>
            <td>{row.message}</td>
          </tr>
        ))}
      </Table>
      <p>The first 100 rows would be: {outcomes.join(', ') || 'none'}. Nothing is imported yet.</p>
    </>
  );
}

interface ReadOtherwiseProps {
  readonly upload: UploadData;
  readonly onAsked: () => Promise<void>;
}

/** Says how the file is to be read, and lets it be looked at again. */
export function ReadOtherwise({ upload, onAsked }: ReadOtherwiseProps) {
  const { tell } = usePage();
  const { options, preview, problem } = upload;
  const headings = preview?.headings ?? (problem?.kind === 'not_understood' ? problem.headings : []);
  const isWorkbook = preview?.format === 'xlsx' || /\.xlsx$/i.test(upload.name);
  return (
    <details open={preview === null}>
      <summary>Read it otherwise</summary>
      <Form
        button="Look again"
        tell={tell}
        onSubmit={async (values) => {
          await change('/uploads/check', {
            upload_id: upload.id,
            encoding: values.encoding || null,
            sheet: values.sheet?.trim() || null,
            skip_rows: wholeNumber(values.skip_rows ?? ''),
            columns: headings.slice(0, MAX_COLUMNS).flatMap((_, index) => {
              const field = values[`column-${index + 1}`];
              return field === undefined || field === '' ? [] : [{ place: index + 1, field }];
            }),
          });
          await onAsked();
        }}
      >
        {isWorkbook ? (
          <SheetChoice sheets={preview?.sheets ?? []} value={options.sheet ?? ''} />
        ) : (
          <Choice
            name="encoding"
            label="Encoding"
            value={options.encoding ?? ''}
            options={[['', 'as detected'], ...ENCODINGS.map((one) => [one, one] as const)]}
          />
        )}
        <Field
          name="skip_rows"
          label="Rows above the heading"
          inputMode="decimal"
          value={options.skip_rows === null ? '' : String(options.skip_rows)}
          hint="A number; empty: the heading is found"
        />
        {headings.length > 0 && (
          <fieldset>
            <legend>What the columns mean</legend>
            {headings.slice(0, MAX_COLUMNS).map((heading, index) => (
              <ColumnChoice key={index} place={index + 1} heading={heading} upload={upload} />
            ))}
          </fieldset>
        )}
      </Form>
    </details>
  );
}

function SheetChoice({ sheets, value }: { readonly sheets: readonly string[]; readonly value: string }) {
  if (sheets.length === 0)
    return <Field name="sheet" label="Sheet" value={value} hint="Its name, or its place from 1; empty: the first" />;
  return (
    <Choice
      name="sheet"
      label="Sheet"
      value={value}
      options={[['', 'the first that is visible'], ...sheets.map((one) => [one, one] as const)]}
    />
  );
}

interface ColumnChoiceProps {
  readonly place: number;
  readonly heading: string;
  readonly upload: UploadData;
}

function ColumnChoice({ place, heading, upload: { options, preview } }: ColumnChoiceProps) {
  const understood = preview?.columns.find((column) => column.place === place)?.field;
  const said = options.columns.find((column) => column.place === place)?.field ?? '';
  return (
    <Choice
      name={`column-${place}`}
      label={heading.trim() === '' ? `Column ${place}` : heading}
      value={said}
      options={[
        ['', understood === undefined ? 'not used' : `understood: ${FIELD_WORDS[understood]}`],
        ...(Object.keys(FIELD_WORDS) as FieldName[]).map((field) => [field, FIELD_WORDS[field]] as const),
        ['none', 'none of these'],
      ]}
    />
  );
}

/** Text that is not a number is sent unchanged, and is refused with its field. */
function wholeNumber(text: string): number | string | null {
  if (text.trim() === '') return null;
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : text;
}
