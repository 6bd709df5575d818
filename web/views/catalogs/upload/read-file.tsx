/**
 * How a file is read: the outcome of its rows, its sheet, its target, and the meaning of each column. A change
 * previews it again, and keeps the focus.
 */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { CatalogData } from '../../../../core/dashboard/views/catalog-data.ts';
import type { PreviewData, UploadData } from '../../../../core/dashboard/views/upload-data.ts';
import { count, countOf } from '../../../design/amounts.ts';
import { Badge } from '../../../design/badge.tsx';
import { Button } from '../../../design/button.tsx';
import { Card } from '../../../design/card.tsx';
import { whenWords } from '../../../design/dates.ts';
import { change } from '../../../parts/api.ts';
import { usePage } from '../../../parts/page-context.ts';
import { addressOfUpload } from '../addresses.ts';
import { importedRows } from '../row-labels.ts';
import { ColumnMap } from './column-map.tsx';
import { Examples, shownExamples } from './examples.tsx';
import type { Reading } from './reading.ts';
import { Select } from './select.tsx';
import { Sheets } from './sheets.tsx';
import { KeepNumbers } from './spoiled-numbers.tsx';
import { ENCODINGS, fileLabel, isSpoiled, recognisedLabel, rowsOf } from './upload-labels.ts';
import { namesNoMaker, WhoseParts } from './whose-parts.tsx';

interface ReadFileProps {
  readonly upload: UploadData;
  readonly lists: readonly CatalogData[];
  /** The catalog that it replaces; empty for a new one. */
  readonly becomes: string;
  /** The group whose example rows are shown; a few of each without it. */
  readonly group?: string | undefined;
  readonly onBecomes: (catalogId: string | undefined) => void;
  readonly onAsked: () => Promise<void>;
}

export function ReadFile({ upload, lists, becomes, group, onBecomes, onAsked }: ReadFileProps) {
  const { reading, fault, isAsking, hasFailed, read } = useReading(upload, onAsked);
  const { preview, problem } = upload;
  const sheets = preview?.sheets ?? (problem?.kind === 'not_understood' ? problem.sheets : []);
  const isWorkbook = sheets.length > 0 || /\.xlsx$/i.test(upload.name);
  const shownSheet = preview?.sheet ?? (problem?.kind === 'not_understood' ? problem.sheet : null);
  const shown = preview === null ? [] : shownExamples(preview, group);
  const headings = preview?.headings ?? (problem?.kind === 'not_understood' ? problem.headings : []);
  return (
    <>
      <div class="three" aria-busy={isAsking}>
        {preview !== null && (
          <Examples preview={preview} group={group} addressOf={(of) => addressOfUpload(upload.id, becomes, of)} />
        )}
        {sheets.length > 1 && (
          <Sheets
            sheets={sheets}
            shown={reading.sheet ?? shownSheet}
            preview={preview ?? undefined}
            onChange={(sheet) => read({ ...NOTHING_SAID, sheet })}
          />
        )}
        {preview !== null && namesNoMaker(preview) && <WhoseParts preview={preview} reading={reading} onRead={read} />}
        {preview !== null && isSpoiled(preview) && <KeepNumbers />}
        <Card title="How it is read" note={preview === null ? undefined : `${fileLabel(preview)}.`} id="reading">
          <Select
            label="It becomes"
            value={becomes}
            options={[
              ['', 'a new catalog'],
              ...lists.map((list) => [list.id, `the new version of ${nameAmong(lists, list)}`] as const),
            ]}
            onChange={(id) => onBecomes(id === '' ? undefined : id)}
          />
          <SkippedRows
            value={reading.skip_rows ?? preview?.rows_above ?? 0}
            found={preview === null ? undefined : preview.rows_above + 1}
            onChange={(skip_rows) => read({ ...reading, skip_rows, columns: [] })}
          />
          {!isWorkbook && (
            <Select
              label="Encoding"
              value={reading.encoding ?? ''}
              options={[
                ['', `as found${typeof preview?.encoding === 'string' ? `: ${preview.encoding}` : ''}`],
                ...ENCODINGS.map((one) => [one, one] as const),
              ]}
              onChange={(encoding) => read({ ...reading, encoding: encoding === '' ? null : encoding })}
            />
          )}
        </Card>
      </div>
      <p class="wrong-text" role="alert">
        {fault}
      </p>
      {hasFailed && (
        <div class="row">
          <Button busy={isAsking} onClick={() => read(reading)}>
            Look again
          </Button>
        </div>
      )}
      {headings.length > 0 && (
        <Card
          bare
          title="What the columns mean"
          note="Change a heading if it is wrong. Blue columns name the part."
          beside={
            preview !== null && <Badge look={namesNoMaker(preview) ? 'warn' : 'ok'}>{recognisedLabel(preview)}</Badge>
          }
          footer={<span class="small muted">{footWords(preview, shown.length)}</span>}
          id="columns"
        >
          <ColumnMap
            headings={headings}
            preview={preview}
            rows={shown}
            said={reading.columns}
            onChange={(columns) => read({ ...reading, columns })}
          />
        </Card>
      )}
    </>
  );
}

/** The name of a catalog; one that several have is followed by when it was uploaded and its rows. */
function nameAmong(lists: readonly CatalogData[], list: CatalogData): string {
  const isShared = lists.some(({ id, name }) => id !== list.id && name === list.name);
  if (!isShared) return list.name;
  return `${list.name} (${whenWords(list.created_at, Date.now())}, ${countOf(importedRows(list), 'row')})`;
}

const NOTHING_SAID: Reading = { encoding: null, sheet: null, skip_rows: null, manufacturer: null, columns: [] };

/**
 * Holds the choices about the file. Each change previews it again, one preview after another; the latest choice
 * wins.
 */
function useReading(upload: UploadData, onAsked: () => Promise<void>) {
  const { tell } = usePage();
  const [reading, setReading] = useState<Reading>(upload.options);
  const [fault, setFault] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const wanted = useRef<Reading | undefined>(undefined);
  const ask = async (): Promise<void> => {
    setAsking(true);
    while (wanted.current !== undefined) {
      const asked = wanted.current;
      wanted.current = undefined;
      try {
        setFault('');
        setFailed(false);
        await change('/uploads/preview', { upload_id: upload.id, ...asked });
        await onAsked();
      } catch (error) {
        setFault(tell(error));
        setFailed(true);
      }
    }
    setAsking(false);
  };
  const read = (said: Reading): void => {
    setReading(said);
    wanted.current = said;
    if (!isAsking) void ask();
  };
  return { reading, fault, isAsking, hasFailed, read };
}

interface SkippedRowsProps {
  readonly value: number;
  /** The row of the heading; undefined before it is known. */
  readonly found: number | undefined;
  readonly onChange: (rows: number) => void;
}

/** The file is previewed again when the field loses the focus, or on Enter. */
function SkippedRows({ value, found, onChange }: SkippedRowsProps) {
  const id = useId();
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const isWrong = !/^\d{1,4}$/.test(text.trim());
  const commit = () => {
    if (!isWrong && Number(text) !== value) onChange(Number(text));
  };
  return (
    <div class={isWrong ? 'field wrong' : 'field'}>
      <label for={id}>Rows above the heading</label>
      <input
        id={id}
        class="input"
        inputMode="numeric"
        value={text}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {isWrong && (
        <span class="wrong-text" id={`${id}-wrong`}>
          Write a number such as 0 or 2.
        </span>
      )}
      {found !== undefined && <span class="hint">Found: the heading is row {count(found)}.</span>}
    </div>
  );
}

function footWords(preview: PreviewData | null, shown: number): string {
  if (preview === null) return 'Say what the columns mean: the file is looked at again with each change.';
  const rows = preview.in_file?.rows ?? rowsOf(preview);
  if (shown >= rows) return 'All rows of the file.';
  const others = `${preview.in_file?.has_more === true ? 'The other rows' : `The other ${countOf(rows - shown, 'row')}`}`;
  return `${others} are read the same way. Columns that are not used stay in the export.`;
}
