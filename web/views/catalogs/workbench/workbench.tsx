/**
 * The workbench of a catalog: its outcomes, with the rows to decide first, candidates accepted one by one or many at
 * a time, rows fixed in a sheet, missing parts researched, and the export. Filter, page and open sheet are in the
 * address.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CatalogRowsData } from '../../../api-data.ts';
import { count, countOf } from '../../../design/amounts.ts';
import { Banner } from '../../../design/banner.tsx';
import { Button, LinkButton } from '../../../design/button.tsx';
import { Card } from '../../../design/card.tsx';
import { Empty } from '../../../design/empty.tsx';
import { Tabs } from '../../../design/filters.tsx';
import { Head } from '../../../design/head.tsx';
import { Icon } from '../../../design/icon.tsx';
import { useServiceName } from '../../../design/service-name.ts';
import { When } from '../../../design/when.tsx';
import { useLoaded } from '../../../parts/load.ts';
import { NotLoaded } from '../../../parts/not-loaded.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { go, useRoute } from '../../../parts/route.ts';
import { addressOfCatalog, addressOfCatalogs, type ShownGroup } from '../addresses.ts';
import { useBringFile } from '../bring-file.ts';
import { downloadCatalog } from '../download.ts';
import { OutcomeMeter } from '../outcome-meter.tsx';
import { GROUPS, importedRows } from '../row-labels.ts';
import { BulkBar } from './bulk-bar.tsx';
import { FixSheet } from './fix-sheet.tsx';
import { ResearchDialog } from './research-dialog.tsx';
import { RowTable } from './row-table.tsx';
import { StatesLine } from './states-line.tsx';
import {
  hasOneSuggestion,
  isNearlyAsWritten,
  isToCheck,
  rowsLeft,
  useDecisions,
  type Decisions,
} from './use-decisions.ts';
import { useFollowing } from './use-following.ts';

interface WorkbenchProps {
  readonly catalogId: string;
  readonly files: Map<string, File>;
}

export function Workbench({ catalogId, files }: WorkbenchProps) {
  const { query } = useRoute();
  const group = GROUPS.find((known) => known.group === query.show)?.group;
  const after = query.after;
  const loaded = useLoaded('/catalogs/rows', { catalog_id: catalogId, group, after });
  const { data, isCurrent, fault } = loaded;
  if (data === undefined) {
    return (
      <>
        <Head title="Catalog" crumbs={<a href={addressOfCatalogs()}>Catalogs</a>} />
        <Card bare label="Rows">
          <NotLoaded what="The rows" from={loaded} />
        </Card>
      </>
    );
  }
  return <Bench page={data} isCurrent={isCurrent} fault={fault} files={files} group={group} after={after} />;
}

interface BenchProps {
  readonly page: CatalogRowsData;
  /** False while other rows than the shown ones are being loaded. */
  readonly isCurrent: boolean;
  readonly fault: string;
  readonly files: Map<string, File>;
  readonly group: ShownGroup | undefined;
  readonly after: string | undefined;
}

function Bench({ page, isCurrent, fault, files, group, after }: BenchProps) {
  const { query } = useRoute();
  const decisions = useDecisions(page);
  const { data } = decisions;
  const { catalog } = data;
  const shownRows = page.rows.map(({ row }) => row);
  const lookAgain = () => (shownRows.length === 0 ? Promise.resolve() : decisions.refresh(shownRows));
  const following = useFollowing(catalog, lookAgain);
  const fixed = Number(query.fix);
  const leave = () => go(addressOfCatalog(catalog.id, { group, after }));
  return (
    <>
      <WorkbenchHead data={data} files={files} group={group} />
      <p class="wrong-text" role="alert">
        {fault}
      </p>
      {catalog.status === 'failed' && (
        <Banner look="bad" title="The import ended early">
          {catalog.failure ?? 'Upload the same file again to continue it.'}
        </Banner>
      )}
      {!data.may_name_parts && catalog.groups.to_decide !== 0 && (
        <Banner
          look="warn"
          title="Suggestions are not shown"
          actions={<LinkButton href="/dashboard/settings">Plan and cap</LinkButton>}
        >
          They are parts of the index, which this account cannot be billed for now. Rows stay as they are.
        </Banner>
      )}
      <Rows
        key={`${group ?? 'all'} ${after ?? ''}`}
        decisions={decisions}
        isCurrent={isCurrent}
        group={group}
        after={after}
        following={following}
      />
      {Number.isInteger(fixed) && fixed > 0 && (
        <FixSheet
          key={fixed}
          data={data}
          rowNumber={fixed}
          onDone={decisions.refresh}
          onUsed={decisions.use}
          onClose={leave}
        />
      )}
      {query.ask === 'research' && <ResearchDialog catalog={catalog} onAsked={lookAgain} onClose={leave} />}
    </>
  );
}

interface HeadProps {
  readonly data: CatalogRowsData;
  readonly files: Map<string, File>;
  readonly group: ShownGroup | undefined;
}

function WorkbenchHead({ data: { catalog }, files, group }: HeadProps) {
  const { fault, bring } = useBringFile(files, catalog.id);
  const chooser = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const serviceName = useServiceName();
  useEffect(() => {
    document.title = `${catalog.name} – ${serviceName}`;
    heading.current?.focus();
  }, [catalog.id]);
  const { groups, created_by: by } = catalog;
  const unmatched = groups.not_in_index;
  return (
    <>
      <Head
        title={catalog.name}
        headingRef={heading}
        note={
          <>
            {countOf(importedRows(catalog), 'row')}
            {groups.left_out === 0 ? '' : `, ${countOf(groups.left_out, 'line')} left out`}, uploaded{' '}
            <When at={catalog.created_at} />
            {by === null ? '' : ` by ${by}`}
          </>
        }
        crumbs={
          <>
            <a href={addressOfCatalogs()}>Catalogs</a>
            <Icon name="next" />
            <span>{catalog.name}</span>
          </>
        }
        actions={
          <>
            <input
              ref={chooser}
              class="unseen"
              type="file"
              tabIndex={-1}
              aria-label="The new version of the file"
              onChange={(event) => void bring(event.currentTarget.files?.[0])}
            />
            <Button icon="swap" label="Replace this catalog by a new file" onClick={() => chooser.current?.click()}>
              Replace
            </Button>
            <ExportButton catalog={catalog}>Export</ExportButton>
            {unmatched > 0 && (
              <LinkButton icon="research" href={addressOfCatalog(catalog.id, { group, isResearchOpen: true })}>
                Research {countOf(unmatched, 'part')}
              </LinkButton>
            )}
          </>
        }
      />
      <p class="wrong-text" role="alert">
        {fault}
      </p>
    </>
  );
}

interface ExportButtonProps {
  readonly catalog: CatalogRowsData['catalog'];
  /** The rows to export; all without it. */
  readonly group?: ShownGroup | undefined;
  readonly small?: boolean;
  readonly children: string;
}

function ExportButton({ catalog, group, small = false, children }: ExportButtonProps) {
  const { tell } = usePage();
  const [isExporting, setExporting] = useState(false);
  const [fault, setFault] = useState('');
  const exported = async (): Promise<void> => {
    if (isExporting) return;
    setExporting(true);
    setFault('');
    await downloadCatalog(catalog, group).catch((error: unknown) => setFault(tell(error)));
    setExporting(false);
  };
  return (
    <>
      <Button icon="download" small={small} busy={isExporting} onClick={() => void exported()}>
        {isExporting ? 'One moment…' : children}
      </Button>
      {fault !== '' && (
        <span class="wrong-text" role="alert">
          {fault}
        </span>
      )}
    </>
  );
}

interface RowsProps {
  readonly decisions: Decisions;
  readonly group: ShownGroup | undefined;
  readonly after: string | undefined;
  readonly isCurrent: boolean;
  readonly following: string;
}

function Rows({ decisions, isCurrent, group, after, following }: RowsProps) {
  const { data, decided, bulk, busy } = decisions;
  const { catalog } = data;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const isCheck = group === 'check';
  const isSelectable = isCheck ? isToCheck : isNearlyAsWritten;
  const open = data.may_name_parts ? data.rows.filter((row) => !decided.has(row.row)) : [];
  const selectable = open.filter(isSelectable);
  const chosen = selectable.filter(({ row }) => selected.has(row));
  // The bar stays while the page is shown, so that no row moves when the last one is decided.
  const hasBulk = useRef(false);
  hasBulk.current ||= selectable.length > 0;
  const shownRows = group === undefined ? 0 : ((isCheck ? catalog.to_check : catalog.groups[group]) ?? 0);
  const hrefOf = (row: number) => addressOfCatalog(catalog.id, { group, after, fix: row });
  // A chosen filter is drawn anew, and keeps the focus.
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.stick [aria-current]')?.focus({ preventScroll: true });
  }, []);
  return (
    <Card bare label="Rows" look={hasBulk.current ? 'bench has-bulk' : 'bench'}>
      <div class="body stack">
        <OutcomeMeter
          label={`${count(catalog.groups.matched)} of ${count(importedRows(catalog))} rows are matched`}
          groups={catalog.groups}
        />
        {data.may_name_parts && <StatesLine key={catalog.id} catalog={catalog} />}
        {following !== '' && <p role="status">{following}</p>}
      </div>
      <div class="stick">
        <GroupTabs data={data} group={group} />
        {hasBulk.current && (
          <BulkBar
            selectable={selectable}
            suggested={open.filter(hasOneSuggestion).length}
            chosen={chosen}
            allowance={data.allowance}
            bulk={bulk}
            isCheck={isCheck}
            busy={busy.size > 0}
            onSelect={(rows) => setSelected(new Set(rows))}
            onDecide={() => {
              if (isCheck) decisions.confirm(chosen);
              else decisions.accept(chosen);
              setSelected(new Set());
            }}
            onUndo={decisions.undo}
          />
        )}
      </div>
      <p class="wrong-text told" role="alert">
        {decisions.fault}
      </p>
      {data.rows.length === 0 && data.next === null ? (
        <Empty
          icon="catalogs"
          title={isCheck ? 'Nothing to check' : group === undefined ? 'No rows' : 'No such rows'}
          actions={group !== undefined && <LinkButton href={addressOfCatalog(catalog.id)}>All rows</LinkButton>}
        >
          {isCheck ? 'No row’s own words contradict the part found.' : undefined}
        </Empty>
      ) : (
        <RowTable
          decisions={decisions}
          selected={selected}
          hrefOfFix={hrefOf}
          onSelect={(row, isSelected) => {
            const rows = new Set(selected);
            if (isSelected) rows.add(row);
            else rows.delete(row);
            setSelected(rows);
          }}
        />
      )}
      <footer>
        <span class="small muted" role="status">
          {isCurrent ? footWords(data, group, decided.size) : 'Loading…'}
        </span>
        <div class="row">
          {group !== undefined && shownRows > 0 && (
            <ExportButton small catalog={catalog} group={group}>{`Export ${countOf(shownRows, 'row')}`}</ExportButton>
          )}
          {after !== undefined && (
            <LinkButton small href={addressOfCatalog(catalog.id, { group })}>
              First rows
            </LinkButton>
          )}
          {data.next !== null && (
            <LinkButton small href={addressOfCatalog(catalog.id, { group, after: data.next })}>
              Next rows
            </LinkButton>
          )}
        </div>
      </footer>
    </Card>
  );
}

function footWords(data: CatalogRowsData, group: ShownGroup | undefined, decided: number): string {
  const { catalog, rows, allowance } = data;
  if (group === undefined) {
    const cost = ` Each Accept uses 1 of ${countOf(rowsLeft(allowance), 'row')} left this period.`;
    return `${count(rows.length)} of ${countOf(importedRows(catalog), 'row')}, those to decide first.${data.may_name_parts ? cost : ''}`;
  }
  if (rows.length === 0) return '';
  if (group === 'check')
    return `${countOf(rows.length, 'row')}. The part was found by its number; your words say something else, or that it is not fitted.`;
  const left = catalog.groups[group] ?? rows.length;
  if (group === 'to_decide' && decided > 0)
    return `${countOf(left, 'row is', 'rows are')} left to decide. The ${countOf(decided, 'row')} decided here ${decided === 1 ? 'leaves' : 'leave'} this filter when you go on.`;
  return `${countOf(rows.length, 'row')} of ${count(left)}`;
}

function GroupTabs({
  data: { catalog },
  group,
}: {
  readonly data: CatalogRowsData;
  readonly group: ShownGroup | undefined;
}) {
  const all = {
    href: addressOfCatalog(catalog.id),
    name: 'All',
    isCurrent: group === undefined,
    count: importedRows(catalog),
  };
  const choices = GROUPS.map(({ group: of, label, colour }) => {
    const rows = of === 'check' ? catalog.to_check : catalog.groups[of];
    return {
      href: addressOfCatalog(catalog.id, { group: of }),
      name: label,
      ...(colour !== undefined && { colour }),
      isCurrent: of === group,
      ...(rows !== null && { count: rows }),
    };
  });
  return <Tabs label="Rows by outcome" choices={[all, ...choices]} />;
}
