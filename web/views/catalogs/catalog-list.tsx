/** The catalogs of an account with their results, and the uploads that will become catalogs. */
import { useEffect, useRef } from 'preact/hooks';
import { CATALOG_STATE_LABELS } from '../../../core/catalogs/rows/outcome-labels.ts';
import type { CatalogData } from '../../../core/dashboard/views/catalog-data.ts';
import type { CatalogListData } from '../../api-data.ts';
import type { UploadData } from '../../../core/dashboard/views/upload-data.ts';
import { count, countOf } from '../../design/amounts.ts';
import { Badge, type BadgeLook } from '../../design/badge.tsx';
import { Button, LinkButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Head } from '../../design/head.tsx';
import { Meter } from '../../design/meter.tsx';
import { Actions, Cell, Row, RowHead, Table } from '../../design/table.tsx';
import { When } from '../../design/when.tsx';
import { CopiedId } from '../../parts/copy.tsx';
import { useLoaded } from '../../parts/load.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { useRoute } from '../../parts/route.ts';
import { addressOfCatalog, addressOfCatalogs, addressOfUpload, addressOfRemembered } from './addresses.ts';
import { useBringFile } from './bring-file.ts';
import { CatalogMenu } from './catalog-menu.tsx';
import { DropZone } from './drop-zone.tsx';
import { exampleFile } from './example-file.ts';
import { OutcomeMeter } from './outcome-meter.tsx';
import { importedRows } from './row-labels.ts';
import { useMinutesLeft, useUploads } from './use-uploads.ts';

const DAY_MS = 86_400_000;

export function CatalogList({ files }: { readonly files: Map<string, File> }) {
  const { before } = useRoute().query;
  const loaded = useLoaded('/catalogs', { cursor: before });
  const { data, fault, again } = loaded;
  const { uploads = [], fault: uploadFault } = useUploads();
  const { fault: bringFault, bring } = useBringFile(files);
  useOnEnd(uploads, again);
  const open = uploads.filter(isOpen);
  const waiting =
    before === undefined ? open.filter(({ replaces, catalog_id }) => !isOfCatalog(replaces, catalog_id, data)) : [];
  return (
    <>
      <Head
        title="Catalogs"
        note="Files of parts, each row matched against the index. Assistants read them for free."
        actions={<LinkButton href={addressOfRemembered()}>Remembered matches</LinkButton>}
      />
      <DropZone onFile={(file) => void bring(file)} />
      <p class="wrong-text" role="alert">
        {bringFault || (data === undefined ? '' : fault) || uploadFault}
      </p>
      {data === undefined ? (
        <Card bare label="Catalogs">
          <NotLoaded what="The catalogs" from={loaded} />
        </Card>
      ) : data.catalogs.length + waiting.length === 0 ? (
        <Card bare label="No catalogs">
          <Empty
            icon="catalogs"
            title={before === undefined ? 'No catalogs yet' : 'No older catalogs'}
            actions={
              before === undefined ? (
                <>
                  <Button icon="docs" onClick={() => void bring(exampleFile())}>
                    Try it with an example file
                  </Button>
                  <LinkButton look="ghost" href="/docs/lists">
                    What a file may look like
                  </LinkButton>
                </>
              ) : (
                <LinkButton href={addressOfCatalogs()}>The newest catalogs</LinkButton>
              )
            }
          >
            {before === undefined &&
              'Drop a bill of materials above. Columns are recognised in English, German, French, Spanish and Italian, and you see the first rows before anything is imported.'}
          </Empty>
        </Card>
      ) : (
        <Card bare label="Catalogs" footer={<Allowance data={data} />}>
          <Table
            caption="Catalogs"
            columns={[
              { name: 'Catalog' },
              { name: 'State' },
              { name: 'Rows', right: true },
              { name: 'Matched' },
              { name: 'To decide' },
              { name: 'Uploaded' },
              { name: 'Actions', actions: true },
            ]}
          >
            {waiting.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
            {data.catalogs.map((catalog) => (
              <CatalogRow
                key={catalog.id}
                catalog={catalog}
                upload={open.find((one) => isFor(one, catalog))}
                files={files}
              />
            ))}
          </Table>
        </Card>
      )}
      {data !== undefined && data.next_cursor !== null && (
        <div class="row">
          <LinkButton href={addressOfCatalogs(data.next_cursor)}>Older catalogs</LinkButton>
        </div>
      )}
    </>
  );
}

/** Calls back when an upload ends that was running when the page was loaded. */
function useOnEnd(uploads: readonly UploadData[], onEnd: () => Promise<void>): void {
  const ended = uploads.filter(({ status }) => status === 'ended').length;
  const known = useRef<number | undefined>(undefined);
  const isLoaded = uploads.length > 0;
  useEffect(() => {
    if (!isLoaded) return;
    if (known.current !== undefined && known.current !== ended) void onEnd();
    known.current = ended;
  }, [isLoaded, ended]);
}

/** Whether an upload waits for a member or is being processed. */
function isOpen({ status, created_at }: UploadData): boolean {
  return !['ended', 'abandoned'].includes(status) && Date.now() - Date.parse(created_at) < DAY_MS;
}

function isFor({ replaces, catalog_id }: UploadData, { id }: CatalogData): boolean {
  return replaces === id || catalog_id === id;
}

function isOfCatalog(replaces: string | null, catalogId: string | null, data: CatalogListData | undefined): boolean {
  return data?.catalogs.some(({ id }) => id === replaces || id === catalogId) ?? false;
}

function Allowance({ data: { allowance } }: { readonly data: CatalogListData }) {
  const { rows_used: used, rows_per_period: most } = allowance;
  const share = most === 0 ? 1 : used / most;
  return (
    <>
      <span class="small muted">
        {count(used)} of {count(most)} rows used this period
      </span>
      <Meter
        small
        label={`${Math.floor(100 * share)} per cent of the rows are used`}
        parts={[{ share, colour: share >= 1 ? 'fbad' : share >= 0.75 ? 'fwarn' : 'k1' }]}
      />
    </>
  );
}

interface Told {
  readonly look: BadgeLook;
  readonly label: string;
  readonly action: string;
}

/** The state of an upload, and the action that it offers. */
function toldOf({ status, progress }: UploadData): Told {
  switch (status) {
    case 'receiving':
      return { look: 'warn', label: 'Not wholly sent', action: 'Continue' };
    case 'previewing':
      return { look: 'info', label: 'Being looked at', action: 'Open' };
    case 'previewed':
      return { look: 'warn', label: 'To check', action: 'Check' };
    case 'importing':
      return { look: 'info', label: `Importing, ${progress?.percent ?? 0} %`, action: 'See progress' };
    case 'compared':
      return { look: 'warn', label: 'Needs your yes', action: 'See changes' };
    case 'replacing':
      return { look: 'info', label: 'Being replaced', action: 'Open' };
    default:
      return { look: 'bad', label: 'Not imported', action: 'See why' };
  }
}

const CATALOG_LOOKS: Readonly<Record<CatalogData['status'], BadgeLook>> = {
  complete: 'ok',
  queued: 'info',
  processing: 'info',
  failed: 'bad',
  cancelled: 'quiet',
};

function UploadRow({ upload }: { readonly upload: UploadData }) {
  const { look, label, action } = toldOf(upload);
  return (
    <Row>
      <RowHead sub="not a catalog yet">
        <a href={addressOfUpload(upload.id, upload.replaces ?? undefined)}>{upload.name}</a>
      </RowHead>
      <Cell name="State" state>
        <Badge look={look}>{label}</Badge>
      </Cell>
      <Cell name="Rows" right unknown />
      {upload.status === 'importing' ? (
        <Cell name="Matched">
          <Progress upload={upload} />
        </Cell>
      ) : (
        <Cell name="Matched" unknown />
      )}
      <Cell name="To decide" unknown />
      <Cell name="Uploaded">
        <When at={upload.created_at} />
      </Cell>
      <Actions>
        <LinkButton
          small
          label={`${action}: ${upload.name}`}
          href={addressOfUpload(upload.id, upload.replaces ?? undefined)}
        >
          {action}
        </LinkButton>
      </Actions>
    </Row>
  );
}

interface CatalogRowProps {
  readonly catalog: CatalogData;
  /** The open upload of the catalog: a newer file, or the import itself. */
  readonly upload: UploadData | undefined;
  readonly files: Map<string, File>;
}

function CatalogRow({ catalog, upload, files }: CatalogRowProps) {
  const { id, name, groups } = catalog;
  const own = { look: CATALOG_LOOKS[catalog.status], label: CATALOG_STATE_LABELS[catalog.status], action: 'Open' };
  const told = upload === undefined ? own : toldOf(upload);
  const href = upload === undefined ? addressOfCatalog(id) : addressOfUpload(upload.id, upload.replaces ?? undefined);
  return (
    <Row>
      <RowHead sub={<CopiedId id={id} />}>
        <a href={addressOfCatalog(id)}>{name}</a>
      </RowHead>
      <Cell name="State" state>
        <Badge look={told.look} title={catalog.failure ?? undefined}>
          {told.label}
        </Badge>
      </Cell>
      <Cell name="Rows" right>
        {count(importedRows(catalog))}
      </Cell>
      {upload?.status !== 'importing' && catalog.rows === 0 ? (
        <Cell name="Matched" unknown />
      ) : (
        <Cell name="Matched">
          {upload?.status === 'importing' ? <Progress upload={upload} /> : <Matched catalog={catalog} />}
        </Cell>
      )}
      {groups.to_decide === null ? (
        <Cell name="To decide" unknown />
      ) : (
        <Cell name="To decide">
          {groups.to_decide === 0 ? (
            <span class="faint">none</span>
          ) : (
            <a class="nowrap" href={addressOfCatalog(id, { group: 'to_decide' })}>
              <b>{countOf(groups.to_decide, 'row')}</b>
            </a>
          )}
        </Cell>
      )}
      <Cell name="Uploaded">
        <When at={catalog.created_at} />
      </Cell>
      <Actions>
        <LinkButton
          small
          look={upload?.status === 'compared' ? 'primary' : undefined}
          label={`${told.action}: ${name}`}
          href={href}
        >
          {told.action}
        </LinkButton>
        <CatalogMenu catalog={catalog} files={files} />
      </Actions>
    </Row>
  );
}

function Matched({ catalog }: { readonly catalog: CatalogData }) {
  const { groups, name } = catalog;
  const rows = importedRows(catalog);
  return (
    <span class="row one-line">
      <OutcomeMeter
        small
        label={`${count(groups.matched)} of ${count(rows)} rows of ${name} are matched`}
        groups={groups}
      />
      <span class="num">{Math.floor((100 * groups.matched) / Math.max(1, rows))} %</span>
    </span>
  );
}

function Progress({ upload: { progress, name } }: { readonly upload: UploadData }) {
  const percent = progress?.percent ?? 0;
  const left = useMinutesLeft(progress?.percent);
  return (
    <span class="row one-line">
      <Meter
        small
        label={`${percent} per cent of ${name} are imported`}
        parts={[{ share: percent / 100, colour: 'finfo' }]}
      />
      <span class="num">{left ?? `${count(progress?.rows ?? 0)} rows`}</span>
    </span>
  );
}
