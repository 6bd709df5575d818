/**
 * A file on its way to a catalog: it is sent in parts, previewed, corrected where it was misread, imported, and
 * confirmed if it replaces another. The service keeps everything except the file itself, so a reload loses nothing; if
 * parts are still missing, the member chooses the same file again.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CatalogListData } from '../../../api-data.ts';
import type { PreviewData, UploadData } from '../../../../core/dashboard/views/upload-data.ts';
import { count, countOf } from '../../../design/amounts.ts';
import { Banner } from '../../../design/banner.tsx';
import { Button, LinkButton } from '../../../design/button.tsx';
import { Card } from '../../../design/card.tsx';
import { Empty } from '../../../design/empty.tsx';
import { Meter } from '../../../design/meter.tsx';
import { ApiError, change } from '../../../parts/api.ts';
import { useLoaded, useRetry } from '../../../parts/load.ts';
import { NotLoaded, RequestId } from '../../../parts/not-loaded.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { go, useRoute } from '../../../parts/route.ts';
import { sendFile } from '../../../parts/send-file.ts';
import { addressOfCatalog, addressOfCatalogs, addressOfUpload } from '../addresses.ts';
import { Comparison } from './comparison.tsx';
import { FileInput } from '../drop-zone.tsx';
import { ReadFile } from './read-file.tsx';
import { AbandonUpload, Frame, useStep, type StepProps } from './step.tsx';
import { SpoiledNumbers } from './spoiled-numbers.tsx';
import { isSpoiled, problemLabel } from './upload-labels.ts';
import { namesNoMaker } from './whose-parts.tsx';
import { useMinutesLeft, useUploads } from '../use-uploads.ts';

/** After this time without progress, the member may start the work again. */
const STILL_MS = 60_000;

interface UploadStepsProps {
  readonly uploadId: string;
  readonly files: Map<string, File>;
}

export function UploadSteps({ uploadId, files }: UploadStepsProps) {
  const loaded = useUploads();
  const { uploads, partBytes, fault, again } = loaded;
  const { data: lists } = useLoaded('/catalogs');
  const found = uploads?.find(({ id }) => id === uploadId);
  useOpenFile(found);
  const upload = useLastPreview(found);
  if (uploads === undefined)
    return (
      <Card bare label="File">
        <NotLoaded what="The file" from={loaded} />
      </Card>
    );
  if (upload === undefined)
    return (
      <Card bare label="No such file">
        <Empty
          icon="file"
          title="This file is here no longer"
          actions={<LinkButton href={addressOfCatalogs()}>Catalogs</LinkButton>}
        >
          Files that were not imported are kept for a day.
        </Empty>
      </Card>
    );
  const steps = { upload, files, partBytes, lists, onStep: again };
  return (
    <>
      <Step {...steps} />
      <p class="wrong-text" role="alert">
        {fault}
      </p>
    </>
  );
}

/** Keeps the earlier preview while a file is previewed again, so that a changed column does not move the layout. */
function useLastPreview(upload: UploadData | undefined): UploadData | undefined {
  const last = useRef<UploadData | undefined>(undefined);
  if (upload?.status === 'previewed') last.current = upload;
  return upload?.status === 'previewing' && last.current !== undefined ? last.current : upload;
}

/** Opens the rows of the catalog when the import of the open file ends. */
function useOpenFile(upload: UploadData | undefined): void {
  const { toast } = usePage();
  const before = useRef(upload);
  useEffect(() => {
    const { id, status } = before.current ?? {};
    before.current = upload;
    // A short import can end before this view has seen it run.
    const endedHere = id === upload?.id && status !== 'ended' && upload?.status === 'ended';
    if (!endedHere || upload.end === 'same_file') return;
    toast(upload.end === 'replaced' ? 'The new rows are in place' : `${upload.name} is imported`);
    go(addressOfCatalog(upload.replaces ?? upload.catalog_id ?? ''), 'replace');
  }, [upload?.status]);
}

function Step(props: StepProps) {
  const { upload, onStep } = props;
  switch (upload.status) {
    case 'receiving':
      return <Receiving {...props} />;
    case 'previewing':
      return (
        <Frame upload={upload} step={2} title={`Checking ${upload.name}`} note="We read the first rows of it.">
          <Card label="Progress">
            <p role="status">Looking at the file…</p>
          </Card>
        </Frame>
      );
    case 'previewed':
      return <Previewed {...props} />;
    case 'importing':
      return <Importing {...props} />;
    case 'compared':
    case 'replacing':
      return <Agreeing {...props} />;
    case 'failed':
      return <Failed upload={upload} onStep={onStep} lists={props.lists} />;
    case 'ended':
      return <Ended upload={upload} />;
    case 'abandoned':
      return (
        <Frame upload={upload} step={2} title={upload.name} note="Discarded. Nothing of it was imported.">
          <div class="row">
            <LinkButton href={addressOfCatalogs()}>Catalogs</LinkButton>
          </div>
        </Frame>
      );
  }
}

/** Sends what is missing if the file is available; otherwise asks for it. */
function Receiving(props: StepProps) {
  const { upload, files, partBytes, onStep } = props;
  const { tell } = usePage();
  const [sent, setSent] = useState(0);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const [requestId, setRequestId] = useState('');
  const send = async (file: File): Promise<void> => {
    setSending(true);
    setFault('');
    setRequestId('');
    try {
      await sendFile(upload, file, partBytes, setSent);
      const asDetected = { encoding: null, sheet: null, skip_rows: null, manufacturer: null, columns: [] };
      await change('/uploads/preview', { upload_id: upload.id, ...asDetected });
    } catch (error) {
      setFault(tell(error));
      setRequestId(error instanceof ApiError ? error.requestId : '');
    }
    setSending(false);
    await onStep();
  };
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size !== upload.bytes) setFault(`Choose the same file again: ${count(upload.bytes)} bytes.`);
    else {
      files.set(upload.id, file);
      await send(file);
    }
  };
  const file = files.get(upload.id);
  const isAway = fault !== '' && requestId === '' && file !== undefined && !isSending;
  const retry = useRetry(isAway, async () => file && (await send(file)));
  useEffect(() => {
    if (file !== undefined) void send(file);
  }, [upload.id]);
  return (
    <Frame
      upload={upload}
      step={1}
      title={isSending ? `Sending ${upload.name}` : `Send ${upload.name}`}
      note="Nothing is imported yet."
      actions={!isSending && <AbandonUpload upload={upload} onStep={onStep} />}
    >
      <Card label="Sending">
        {isSending ? (
          <>
            <Meter label={`Sent of ${upload.name}`} parts={[{ share: sent / upload.bytes, colour: 'finfo' }]} />
            <p role="status">{Math.floor((100 * sent) / upload.bytes)} % sent</p>
          </>
        ) : (
          <>
            <p class="wrong-text" role="alert">
              {fault}
            </p>
            {file === undefined ? (
              <>
                <p>
                  The file was not sent to its end. Choose the same one again: parts that were sent are not sent again.
                </p>
                <FileInput label="The same file again" onFile={(chosen) => void choose(chosen)} />
              </>
            ) : (
              <>
                {fault !== '' && <p>What was sent is kept, and not sent again. {retry.words}</p>}
                <div class="row">
                  <Button look="primary" icon="retry" onClick={() => void send(file)}>
                    Try again: send the rest
                  </Button>
                </div>
              </>
            )}
            <RequestId id={requestId} />
          </>
        )}
      </Card>
    </Frame>
  );
}

function Previewed(props: StepProps) {
  const { upload, lists, onStep } = props;
  const { query } = useRoute();
  const { fault, busy, take } = useStep(props);
  const becomes = query.becomes ?? upload.replaces ?? '';
  const preview = upload.preview;
  return (
    <Frame
      upload={upload}
      step={2}
      title={`Check ${upload.name}`}
      note={`Nothing is imported yet. This is how we read it.${preview === null ? '' : usedWords(preview, lists)}`}
      actions={
        <>
          <AbandonUpload upload={upload} onStep={onStep} />
          {preview !== null && (
            <Button
              look="primary"
              busy={busy}
              onClick={() => void take('/uploads/start', { replaces: becomes === '' ? null : becomes })}
            >
              {importWords(preview)}
            </Button>
          )}
        </>
      }
    >
      <p class="wrong-text" role="alert">
        {fault}
      </p>
      {upload.problem !== null && (
        <Banner look="bad" title="We cannot read it yet">
          {problemLabel(upload.problem)}
        </Banner>
      )}
      {preview !== null && <Doubts preview={preview} files={props.files} replaces={becomes === '' ? null : becomes} />}
      <ReadFile
        upload={upload}
        lists={lists?.catalogs ?? []}
        becomes={becomes}
        group={query.rows}
        onBecomes={(id) => go(addressOfUpload(upload.id, id), 'replace')}
        onAsked={onStep}
      />
    </Frame>
  );
}

interface DoubtsProps {
  readonly preview: PreviewData;
  readonly files: Map<string, File>;
  readonly replaces: string | null;
}

/** The most serious doubt about the file: numbers that are not in it any more, or no manufacturer. */
function Doubts({ preview, files, replaces }: DoubtsProps) {
  if (isSpoiled(preview)) return <SpoiledNumbers preview={preview} files={files} replaces={replaces} />;
  const { to_decide: toDecide, matched } = preview.groups;
  if (!namesNoMaker(preview) || matched > 0) return null;
  return (
    <Banner look="warn" title="No column names the manufacturer">
      You can import. A number alone does not say whose part it is, so no row is matched by itself:{' '}
      {countOf(toDecide, 'row')} {toDecide === 1 ? 'comes' : 'come'} to you with suggestions.
    </Banner>
  );
}

/** Rows that are left out are not imported, and use nothing. */
function importedRows({ groups }: PreviewData): number {
  return Object.entries(groups).reduce((sum, [group, rows]) => (group === 'left_out' ? sum : sum + rows), 0);
}

function importWords(preview: PreviewData): string {
  if (!preview.is_whole)
    return hasAllCounted(preview) ? `Import up to ${countOf(preview.in_file!.rows, 'row')}` : 'Import the file';
  const { to_decide: toDecide, unusable } = preview.groups;
  const rows = countOf(importedRows(preview), 'row');
  if (toDecide > 0) return `Import ${rows}, ${count(toDecide)} to decide`;
  return unusable > 0 ? `Import ${rows}, ${count(unusable)} unusable` : `Import ${rows}`;
}

function hasAllCounted({ in_file: inFile }: PreviewData): boolean {
  return inFile !== null && !inFile.has_more;
}

function usedWords(preview: PreviewData, lists: CatalogListData | undefined): string {
  if (lists === undefined || !(preview.is_whole || hasAllCounted(preview))) return '';
  const { rows_used: used, rows_per_period: most } = lists.allowance;
  const uses = preview.is_whole ? count(importedRows(preview)) : `up to ${count(preview.in_file!.rows)}`;
  return ` Importing it uses ${uses} of the ${countOf(Math.max(0, most - used), 'row')} left this period.`;
}

function Importing(props: StepProps) {
  const { upload } = props;
  const { fault, busy, take } = useStep(props);
  const { rows = 0, percent = 0 } = upload.progress ?? {};
  const left = useMinutesLeft(upload.progress?.percent);
  const [isStill, setStill] = useState(false);
  useEffect(() => {
    setStill(false);
    const timer = setTimeout(() => setStill(true), STILL_MS);
    return () => clearTimeout(timer);
  }, [rows]);
  return (
    <Frame
      upload={upload}
      step={3}
      title={`Importing ${upload.name}`}
      note="You may leave this page: the import continues."
    >
      <Card label="Progress">
        <Meter label={`Imported of ${upload.name}`} parts={[{ share: percent / 100, colour: 'finfo' }]} />
        <p role="status">
          {countOf(rows, 'row')}, {percent} %{left === undefined ? '' : `, ${left}`}
        </p>
        {isStill && (
          <div class="row">
            <Button busy={busy} onClick={() => void take('/uploads/start')}>
              It does not move: ask again
            </Button>
          </div>
        )}
        <p class="wrong-text" role="alert">
          {fault}
        </p>
      </Card>
    </Frame>
  );
}

function Agreeing(props: StepProps) {
  const { upload, lists, onStep } = props;
  const { fault, busy, take } = useStep(props);
  const replaced = lists?.catalogs.find(({ id }) => id === upload.replaces)?.name ?? 'the catalog';
  const isReplacing = upload.status === 'replacing';
  return (
    <Frame
      upload={upload}
      step={3}
      title={`Replace ${replaced}?`}
      note={`The rows of ${upload.name} are ready, and are not shown yet.`}
      actions={
        !isReplacing && (
          <>
            <AbandonUpload upload={upload} onStep={onStep} />
            <Button look="primary" busy={busy} onClick={() => void take('/uploads/agree')}>
              Put the new rows in place
            </Button>
          </>
        )
      }
    >
      <p class="wrong-text" role="alert">
        {fault}
      </p>
      {isReplacing && <p role="status">The new rows are put in place…</p>}
      {upload.comparison !== null && <Comparison comparison={upload.comparison} />}
    </Frame>
  );
}

function Failed({ upload, onStep, lists }: Pick<StepProps, 'upload' | 'onStep' | 'lists'>) {
  const problem = upload.problem;
  // The catalog failed together with the upload.
  const holdsRows =
    upload.catalog_id !== null &&
    upload.replaces === null &&
    ['unreadable', 'not_finished', 'account_not_active'].includes(problem?.kind ?? '');
  return (
    <Frame
      upload={upload}
      step={upload.catalog_id === null ? 2 : 3}
      title={`${upload.name} was not imported`}
      note={holdsRows ? 'Discarding it removes the rows that came in, too.' : 'What is below says why.'}
      actions={<AbandonUpload upload={upload} onStep={onStep} />}
    >
      {problem !== null && (
        <Banner look="bad" title="The import ended early">
          {problemLabel(problem)}
          {holdsRows && ' To continue it, upload the same file again.'}
        </Banner>
      )}
      {upload.catalog_id === null && (
        <ReadFile
          upload={upload}
          lists={lists?.catalogs ?? []}
          becomes={upload.replaces ?? ''}
          onBecomes={() => undefined}
          onAsked={onStep}
        />
      )}
    </Frame>
  );
}

const END_WORDS: Readonly<Record<NonNullable<UploadData['end']>, string>> = {
  complete: 'All rows came in.',
  cancelled: 'The import was cancelled; what came in before is kept.',
  replaced: 'The new rows are in place.',
  same_file: 'The catalog is of this very file already: nothing was changed.',
};

function Ended({ upload }: { readonly upload: UploadData }) {
  return (
    <Frame
      upload={upload}
      step={3}
      title={upload.name}
      note={END_WORDS[upload.end ?? 'complete']}
      actions={
        <LinkButton look="primary" href={addressOfCatalog(upload.replaces ?? upload.catalog_id ?? '')}>
          Open the catalog
        </LinkButton>
      }
    />
  );
}
