/**
 * The workbench of a catalog: its outcomes, with the rows to decide first, candidates accepted one by one or many at
 * a time, rows fixed in a sheet, missing parts researched, and the export. Filter, page and open sheet are in the
 * address.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CatalogRowsData, CatalogRowData } from '../../../core/dashboard/views/catalog-data.ts';
import type { RowGroup } from '../../../core/catalogs/rows/row-groups.ts';
import { count, countOf } from '../../design/amounts.ts';
import { Banner } from '../../design/banner.tsx';
import { Button, LinkButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Tabs } from '../../design/filters.tsx';
import { Head } from '../../design/head.tsx';
import { Icon } from '../../design/icon.tsx';
import { When } from '../../design/when.tsx';
import { useLoaded } from '../../parts/load.ts';
import { usePage } from '../../parts/page-context.ts';
import { go, useRoute } from '../../parts/route.ts';
import { addressOfCatalog, addressOfCatalogs } from './addresses.ts';
import { useBringFile } from './bring-file.ts';
import { BulkBar } from './bulk-bar.tsx';
import { downloadCatalog } from './download.ts';
import { FixSheet } from './fix-sheet.tsx';
import { OutcomeMeter } from './outcome-meter.tsx';
import { ResearchDialog } from './research-dialog.tsx';
import { RowTable } from './row-table.tsx';
import { GROUPS } from './row-labels.ts';
import { StatesLine } from './states-line.tsx';
import { useAccepting } from './use-accepting.ts';
import { useFollowing } from './use-following.ts';

interface WorkbenchProps {
  readonly catalogId: string;
  readonly files: Map<string, File>;
}

export function Workbench({ catalogId, files }: WorkbenchProps) {
  const { query } = useRoute();
  const group = GROUPS.find((known) => known.group === query.show)?.group;
  const after = query.after;
  const { data, isCurrent, fault, again } = useLoaded('/catalogs/rows', {
    catalog_id: catalogId,
    group,
    after,
  });
  const shown = { group, after };
  const fixed = Number(query.fix);
  const following = useFollowing(data?.catalog, again);
  if (data === undefined) {
    if (fault === '') return <p role="status">Loading…</p>;
    return (
      <Card bare label="No such list">
        <Empty icon="catalogs" title={fault} actions={<LinkButton href={addressOfCatalogs()}>Your lists</LinkButton>} />
      </Card>
    );
  }
  const { catalog } = data;
  const leave = () => go(addressOfCatalog(catalogId, shown));
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
        data={data}
        isCurrent={isCurrent}
        group={group}
        after={after}
        onChanged={again}
        following={following}
      />
      {Number.isInteger(fixed) && fixed > 0 && (
        <FixSheet key={fixed} data={data} rowNumber={fixed} onDone={again} onClose={leave} />
      )}
      {query.ask === 'research' && <ResearchDialog catalog={catalog} onAsked={again} onClose={leave} />}
    </>
  );
}

interface HeadProps {
  readonly data: CatalogRowsData;
  readonly files: Map<string, File>;
  readonly group: RowGroup | undefined;
}

function WorkbenchHead({ data: { catalog }, files, group }: HeadProps) {
  const { tell } = usePage();
  const [isExporting, setExporting] = useState(false);
  const [fault, setFault] = useState('');
  const { fault: bringFault, bring } = useBringFile(files, catalog.id);
  const chooser = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${catalog.name} – Product Data`;
    heading.current?.focus();
  }, [catalog.id]);
  const { groups, created_by: by } = catalog;
  const unmatched = groups.not_in_index;
  const shownRows = group === undefined ? catalog.rows : (groups[group] ?? 0);
  const exported = async (): Promise<void> => {
    if (isExporting) return;
    setExporting(true);
    setFault('');
    await downloadCatalog(catalog, group).catch((error: unknown) => setFault(tell(error)));
    setExporting(false);
  };
  return (
    <>
      <Head
        title={catalog.name}
        headingRef={heading}
        note={
          <>
            {countOf(catalog.rows, 'row')}, uploaded <When at={catalog.created_at} />
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
              aria-label="The new version of the list"
              onChange={(event) => void bring(event.currentTarget.files?.[0])}
            />
            <Button icon="swap" onClick={() => chooser.current?.click()}>
              Replace list
            </Button>
            <Button icon="download" busy={isExporting} onClick={() => void exported()}>
              {isExporting ? 'One moment…' : group === undefined ? 'Export' : `Export ${countOf(shownRows, 'row')}`}
            </Button>
            {unmatched > 0 && (
              <LinkButton icon="research" href={addressOfCatalog(catalog.id, { group, isResearchOpen: true })}>
                Research {countOf(unmatched, 'part')}
              </LinkButton>
            )}
          </>
        }
      />
      <p class="wrong-text" role="alert">
        {fault || bringFault}
      </p>
    </>
  );
}

interface RowsProps {
  readonly data: CatalogRowsData;
  readonly group: RowGroup | undefined;
  readonly after: string | undefined;
  /** False while other rows than the shown ones are being loaded. */
  readonly isCurrent: boolean;
  readonly onChanged: () => Promise<void>;
  readonly following: string;
}

function Rows({ data, isCurrent, group, after, onChanged, following }: RowsProps) {
  const { catalog } = data;
  const { fault, busy, accept } = useAccepting(data, onChanged);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const selectable = data.may_name_parts ? data.rows.filter(hasOneSuggestion) : [];
  const chosen = selectable.filter(({ row }) => selected.has(row));
  const acceptRows = async (rows: readonly CatalogRowData[], place = 0): Promise<void> => {
    await accept(rows.map((row) => ({ row, part: row.candidates[place]! })));
    setSelected(new Set());
  };
  const hrefOf = (row: number) => addressOfCatalog(catalog.id, { group, after, fix: row });
  return (
    <Card bare label="Rows">
      <div class="body stack">
        <OutcomeMeter
          label={`${count(catalog.groups.matched)} of ${count(catalog.rows)} rows are matched`}
          groups={catalog.groups}
        />
        {data.may_name_parts && <StatesLine key={catalog.id} catalog={catalog} />}
        {following !== '' && <p role="status">{following}</p>}
      </div>
      <GroupTabs data={data} group={group} />
      {selectable.length > 0 && (
        <BulkBar
          selectable={selectable}
          chosen={chosen}
          allowance={data.allowance}
          busy={busy}
          onSelect={(rows) => setSelected(new Set(rows))}
          onAccept={() => void acceptRows(chosen)}
        />
      )}
      <p class="wrong-text told" role="alert">
        {fault}
      </p>
      {data.rows.length === 0 && data.next === null ? (
        <Empty
          icon="catalogs"
          title={group === undefined ? 'No rows' : 'No such rows'}
          actions={group !== undefined && <LinkButton href={addressOfCatalog(catalog.id)}>Clear the filter</LinkButton>}
        />
      ) : (
        <RowTable
          rows={data.rows}
          mayDecide={data.may_name_parts}
          selected={selected}
          busy={busy}
          hrefOfFix={hrefOf}
          onSelect={(row, isSelected) => {
            const rows = new Set(selected);
            if (isSelected) rows.add(row);
            else rows.delete(row);
            setSelected(rows);
          }}
          onAccept={(row, place) => void acceptRows([row], place)}
        />
      )}
      <footer>
        <span class="small muted" role="status">
          {isCurrent ? footWords(data, group) : 'Loading…'}
        </span>
        <div class="row">
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

function footWords({ catalog, rows }: CatalogRowsData, group: RowGroup | undefined): string {
  return group === undefined
    ? `${count(rows.length)} of ${countOf(catalog.rows, 'row')}, those to decide first`
    : `${countOf(rows.length, 'row')} of ${count(catalog.groups[group] ?? rows.length)}`;
}

function hasOneSuggestion({ group, candidates }: CatalogRowData): boolean {
  return group === 'to_decide' && candidates.length === 1;
}

function GroupTabs({ data: { catalog }, group }: Pick<RowsProps, 'data' | 'group'>) {
  const all = { href: addressOfCatalog(catalog.id), name: 'All', isCurrent: group === undefined, count: catalog.rows };
  const choices = GROUPS.map(({ group: of, label, colour }) => {
    const rows = catalog.groups[of];
    return {
      href: addressOfCatalog(catalog.id, { group: of }),
      name: label,
      colour,
      isCurrent: of === group,
      ...(rows !== null && { count: rows }),
    };
  });
  return <Tabs label="Rows by outcome" choices={[all, ...choices]} />;
}
