/**
 * Lists brought in by the page: chosen, sent in parts, looked at, imported, and agreed to where they replace a catalog. All but the chosen file is
 * kept by the service, so that a reload loses nothing; for parts that are missing then, the same file is chosen again.
 */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { CatalogListData } from '../../core/dashboard/dashboard-data.ts';
import type { ComparisonData, NamedRowData, UploadData, UploadListData } from '../../core/dashboard/upload-data.ts';
import { change } from '../parts/api.ts';
import { Choice, Form } from '../parts/form.tsx';
import { useLoaded } from '../parts/load.ts';
import { usePage } from '../parts/page-context.ts';
import { sendFile } from '../parts/send-file.ts';
import { Table } from '../parts/table.tsx';
import { problemWords } from '../parts/upload-words.ts';
import { count } from '../parts/words.ts';
import { ReadOtherwise, UploadPreview } from './upload-preview.tsx';

type Catalog = CatalogListData['catalogs'][number];

const LOOK_EVERY_MS = 1_500;
/** Without a step in this time, the work may be asked for again. */
const STILL_MS = 60_000;
const DAY_MS = 86_400_000;
const WORKING = ['checking', 'importing', 'replacing'];

interface UploadsProps {
  readonly catalogs: readonly Catalog[];
  /** A catalog is there that was not, or has other rows. */
  readonly onChanged: () => Promise<void>;
}

export function Uploads({ catalogs, onChanged }: UploadsProps) {
  const { data, fault, again } = useLoaded<UploadListData>('/uploads');
  /** The files that were chosen in this tab, by their upload. */
  const files = useRef(new Map<string, File>());
  const uploads = data?.uploads ?? [];
  const isWorking = uploads.some(({ status }) => WORKING.includes(status));
  useEffect(() => {
    if (!isWorking) return undefined;
    const timer = setInterval(() => void again(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWorking, again]);
  const ended = uploads.filter(({ status }) => status === 'ended').length;
  const known = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (data === undefined) return;
    if (known.current !== undefined && known.current !== ended) void onChanged();
    known.current = ended;
  }, [data, ended]);
  const partBytes = data?.part_bytes;
  const shown = uploads.filter(
    ({ status, created_at }) => status !== 'given_up' && Date.now() - Date.parse(created_at) < DAY_MS,
  );
  return (
    <section aria-labelledby="upload">
      <h2 id="upload">Upload a list</h2>
      <ChooseFile
        catalogs={catalogs}
        onChosen={(upload, file) => {
          files.current.set(upload.id, file);
          return again();
        }}
      />
      <p role="status">{fault}</p>
      {partBytes !== undefined &&
        shown.map((upload) => (
          <UploadCard key={upload.id} upload={upload} files={files.current} partBytes={partBytes} onStep={again} />
        ))}
    </section>
  );
}

interface ChooseFileProps {
  readonly catalogs: readonly Catalog[];
  readonly onChosen: (upload: UploadData, file: File) => Promise<void>;
}

function ChooseFile({ catalogs, onChosen }: ChooseFileProps) {
  const { tell } = usePage();
  return (
    <Form
      button="Upload"
      tell={tell}
      onSubmit={async (values, form) => {
        const file = chosenFile(form);
        if (file === undefined) throw new Error('Choose a file first.');
        const announced = { name: file.name, bytes: file.size, replaces: values.replaces || null };
        const upload = await change<UploadData>('/uploads', announced);
        form.reset();
        await onChosen(upload, file);
      }}
    >
      <FileField label="File" hint="CSV, Excel workbook (.xlsx) or JSON Lines, up to 50 MB; gzip too" />
      {catalogs.length > 0 && (
        <Choice
          name="replaces"
          label="It becomes"
          value=""
          options={[['', 'a new catalog'], ...catalogs.map(({ id, name }) => [id, `the new rows of ${name}`] as const)]}
        />
      )}
    </Form>
  );
}

function FileField({ label, hint }: { readonly label: string; readonly hint: string }) {
  const id = useId();
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input id={id} type="file" name="file" aria-describedby={`${id}-hint`} />
      <small id={`${id}-hint`}>{hint}</small>
    </p>
  );
}

function chosenFile(form: HTMLFormElement): File | undefined {
  return form.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0];
}

interface CardProps {
  readonly upload: UploadData;
  readonly files: Map<string, File>;
  readonly partBytes: number;
  readonly onStep: () => Promise<void>;
}

function UploadCard(props: CardProps) {
  const { upload, onStep } = props;
  const id = useId();
  const { tell } = usePage();
  const step = (path: string) => async () => {
    await change(path, { upload_id: upload.id });
    await onStep();
  };
  // Its catalog ended as an error with it.
  const isRemovable =
    upload.status === 'failed' &&
    upload.catalog_id !== null &&
    upload.replaces === null &&
    ['unreadable', 'not_finished', 'account_not_active'].includes(upload.problem?.kind ?? '');
  const mayGiveUp = ['receiving', 'checked', 'compared', 'failed'].includes(upload.status);
  return (
    <article class="dialog" aria-labelledby={id}>
      <h3 id={id}>{upload.name}</h3>
      {upload.status === 'receiving' && <Receiving {...props} />}
      {upload.status === 'checking' && <p role="status">The list is being looked at…</p>}
      {upload.status === 'checked' && (
        <>
          {upload.problem !== null && <p class="refusal">{problemWords(upload.problem)}</p>}
          {upload.preview !== null && <UploadPreview preview={upload.preview} />}
          {upload.preview !== null && <Form button="Import it" tell={tell} onSubmit={step('/uploads/start')} />}
          <ReadOtherwise upload={upload} onAsked={onStep} />
        </>
      )}
      {upload.status === 'importing' && <Importing upload={upload} onStep={onStep} />}
      {upload.status === 'compared' && upload.comparison !== null && (
        <>
          <Comparison comparison={upload.comparison} />
          <Form button="Put the new rows in place" tell={tell} onSubmit={step('/uploads/agree')} />
        </>
      )}
      {upload.status === 'replacing' && <p role="status">The new rows are put in place…</p>}
      {upload.status === 'ended' && <p>{END_WORDS[upload.end ?? 'complete']}</p>}
      {upload.status === 'failed' && upload.problem !== null && <p class="refusal">{problemWords(upload.problem)}</p>}
      {upload.status === 'failed' && upload.catalog_id === null && <ReadOtherwise upload={upload} onAsked={onStep} />}
      {isRemovable && <p>To continue it, upload the same file again.</p>}
      {mayGiveUp && (
        <Form
          button={isRemovable ? 'Remove it, with the rows that came in' : 'Leave it'}
          danger
          tell={tell}
          onSubmit={step('/uploads/give-up')}
        />
      )}
    </article>
  );
}

const END_WORDS: Readonly<Record<NonNullable<UploadData['end']>, string>> = {
  complete: 'All rows came in: the catalog is in the list below.',
  cancelled: 'The import was cancelled; what came in before is in the list below.',
  replaced: 'The new rows are in place.',
  same_file: 'The catalog is of this very file already: nothing was changed.',
};

/** Sends what is missing, when the file is at hand; else asks for it. */
function Receiving({ upload, files, partBytes, onStep }: CardProps) {
  const { tell } = usePage();
  const [sent, setSent] = useState(0);
  const [state, setState] = useState<'waiting' | 'sending'>('waiting');
  const [said, setSaid] = useState('');
  const send = async (file: File): Promise<void> => {
    setState('sending');
    setSaid('');
    try {
      await sendFile(upload, file, partBytes, setSent);
      await change('/uploads/check', {
        upload_id: upload.id,
        encoding: null,
        sheet: null,
        skip_rows: null,
        columns: [],
      });
    } catch (error) {
      setSaid(tell(error));
    }
    setState('waiting');
    await onStep();
  };
  const file = files.get(upload.id);
  useEffect(() => {
    if (file !== undefined) void send(file);
  }, [upload.id]);
  if (state === 'sending')
    return (
      <p role="status">
        <progress aria-label={`Sent of ${upload.name}`} max={upload.bytes} value={sent} /> sending…
      </p>
    );
  return (
    <>
      <p role="status">{said}</p>
      <Form
        button="Continue"
        tell={tell}
        onSubmit={async (_, form) => {
          const chosen = file ?? chosenFile(form);
          if (chosen?.size !== upload.bytes)
            throw new Error(`Choose the same file again: ${count(upload.bytes)} bytes.`);
          files.set(upload.id, chosen);
          await send(chosen);
        }}
      >
        {file === undefined && <FileField label="The same file again" hint="Parts that were sent are not sent again" />}
      </Form>
    </>
  );
}

function Importing({ upload, onStep }: Pick<CardProps, 'upload' | 'onStep'>) {
  const { tell } = usePage();
  const { rows = 0, percent = 0 } = upload.progress ?? {};
  const [isStill, setStill] = useState(false);
  useEffect(() => {
    setStill(false);
    const timer = setTimeout(() => setStill(true), STILL_MS);
    return () => clearTimeout(timer);
  }, [rows]);
  return (
    <>
      <p role="status">
        <progress aria-label={`Imported of ${upload.name}`} max={100} value={percent} /> {count(rows)} rows, {percent} %
      </p>
      <p>You may leave this page: the import continues.</p>
      {isStill && (
        <Form
          button="It does not move: ask again"
          tell={tell}
          onSubmit={async () => {
            await change('/uploads/start', { upload_id: upload.id });
            await onStep();
          }}
        />
      )}
    </>
  );
}

function Comparison({ comparison: { counts, changes } }: { readonly comparison: ComparisonData }) {
  const told = Object.entries(counts).map(([what, rows]) => `${count(rows)} ${what.replaceAll('_', ' ')}`);
  return (
    <>
      <p>The new rows are ready, and are not shown yet. Against those that are there: {told.join(', ')}.</p>
      <Table caption="The first changes" heads={['Row', 'Change', 'Your number', 'Before', 'Now']}>
        {changes.map(({ kind, now, before }, index) => (
          <tr key={index}>
            <th scope="row">{(now ?? before)?.row}</th>
            <td>{kind}</td>
            <td>{(now ?? before)?.your_item_number}</td>
            <td>{rowWords(before)}</td>
            <td>{rowWords(now)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function rowWords(row: NamedRowData | null): string {
  if (row === null) return '–';
  const name = [row.supplier, row.supplier_part_number, row.gtin].filter((cell) => cell !== null).join(' ');
  return `${name} (${row.outcome})`;
}
