/**
 * How a file is read: the outcome of its rows, its sheet, its target, and the meaning of each column. A change
 * inspects it again, and keeps the focus.
 */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { CatalogData } from '../../../../core/dashboard/views/catalog-data.ts';
import type { PreviewData, UploadData } from '../../../../core/dashboard/views/upload-data.ts';
import { count } from '../../../design/amounts.ts';
import { Badge } from '../../../design/badge.tsx';
import { Button } from '../../../design/button.tsx';
import { Card, KeyValues } from '../../../design/card.tsx';
import { change } from '../../../parts/api.ts';
import { usePage } from '../../../parts/page-context.ts';
import { ColumnMap } from './column-map.tsx';
import type { Reading } from './reading.ts';
import { OutcomeMeter } from '../outcome-meter.tsx';
import { BAR_GROUPS, GROUPS } from '../row-labels.ts';
import { ENCODINGS, fileLabel, recognisedLabel, rowsOf, sheetLabel } from './upload-words.ts';

interface ReadFileProps {
  readonly upload: UploadData;
  readonly lists: readonly CatalogData[];
  /** The catalog that it replaces; empty for a new one. */
  readonly becomes: string;
  readonly onBecomes: (catalogId: string | undefined) => void;
  readonly onAsked: () => Promise<void>;
}

export function ReadFile({ upload, lists, becomes, onBecomes, onAsked }: ReadFileProps) {
  const { reading, fault, isAsking, hasFailed, read } = useReading(upload, onAsked);
  const { preview, problem } = upload;
  const sheets = preview?.sheets ?? (problem?.kind === 'not_understood' ? problem.sheets : []);
  const isWorkbook = sheets.length > 0 || /\.xlsx$/i.test(upload.name);
  const shownSheet = preview?.sheet ?? (problem?.kind === 'not_understood' ? problem.sheet : null);
  const headings = preview?.headings ?? (problem?.kind === 'not_understood' ? problem.headings : []);
  return (
    <>
      <div class="three" aria-busy={isAsking}>
        {preview !== null && <WouldBe preview={preview} />}
        {sheets.length > 1 && (
          <Card title="Sheet" id="sheets">
            <Sheets
              sheets={sheets}
              shown={reading.sheet ?? shownSheet}
              words={preview === null ? 'is read' : sheetLabel(preview)}
              onChange={(sheet) => read({ ...NOTHING_SAID, sheet })}
            />
          </Card>
        )}
        <Card title="How it is read" note={preview === null ? undefined : `${fileLabel(preview)}.`} id="reading">
          <Select
            label="It becomes"
            value={becomes}
            options={[
              ['', 'a new catalog'],
              ...lists.map(({ id, name }) => [id, `the new version of ${name}`] as const),
            ]}
            onChange={(id) => onBecomes(id === '' ? undefined : id)}
          />
          <SkippedRows
            value={reading.skip_rows ?? preview?.rows_above ?? 0}
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
          note="Change a heading if it is wrong. Blue columns are used."
          beside={preview !== null && <Badge look="ok">{recognisedLabel(preview)}</Badge>}
          footer={<span class="small muted">{footWords(preview)}</span>}
          id="columns"
        >
          <ColumnMap
            headings={headings}
            preview={preview}
            said={reading.columns}
            onChange={(columns) => read({ ...reading, columns })}
          />
        </Card>
      )}
    </>
  );
}

const NOTHING_SAID: Reading = { encoding: null, sheet: null, skip_rows: null, columns: [] };

/**
 * Holds the choices about the file. Each change inspects it again, one inspection after another; the latest choice
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
        await change('/uploads/check', { upload_id: upload.id, ...asked });
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

function WouldBe({ preview }: { readonly preview: PreviewData }) {
  const rows = rowsOf(preview);
  const words = { to_decide: 'To decide, with suggestions' } as Readonly<Record<string, string>>;
  return (
    <Card
      title={preview.is_whole ? `All ${count(rows)} rows would be` : `The first ${count(rows)} rows would be`}
      id="would-be"
    >
      <OutcomeMeter label={`${count(preview.groups.matched)} of ${count(rows)} match`} groups={preview.groups} />
      <KeyValues
        rows={BAR_GROUPS.map((group) => {
          const { label, colour } = GROUPS.find((known) => known.group === group)!;
          return { name: words[group] ?? label, value: count(preview.groups[group]), colour };
        })}
      />
    </Card>
  );
}

interface SheetsProps {
  readonly sheets: readonly string[];
  readonly shown: string | null;
  /** Describes what was read of the shown sheet. */
  readonly words: string;
  readonly onChange: (sheet: string) => void;
}

function Sheets({ sheets, shown, words, onChange }: SheetsProps) {
  return (
    <fieldset class="choice">
      <legend class="unseen">Sheet</legend>
      {sheets.map((name) => (
        <label key={name}>
          <input type="radio" name="sheet" value={name} checked={name === shown} onChange={() => onChange(name)} />
          <span>
            <strong>{name}</strong>
            {name === shown && <small>{words}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The file is inspected again when the field loses the focus, or on Enter. */
function SkippedRows({ value, onChange }: { readonly value: number; readonly onChange: (rows: number) => void }) {
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
    </div>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} class="select" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function footWords(preview: PreviewData | null): string {
  if (preview === null) return 'Say what the columns mean: the file is looked at again with each change.';
  const rows = rowsOf(preview);
  if (preview.is_whole && preview.rows.length >= rows) return 'All rows of the file.';
  return preview.is_whole
    ? `First rows of ${count(rows)}. The rest is read the same way.`
    : 'The first rows. The rest is read the same way.';
}
