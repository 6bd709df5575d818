/** Catalogs: the list with bars of what matched, the rows of one by outcome, corrections, and the download. */
import { useState } from 'preact/hooks';
import type {
  CatalogExportData,
  CatalogListData,
  CatalogRowData,
  CatalogRowsData,
} from '../../core/dashboard/dashboard-data.ts';
import { Head } from '../design/head.tsx';
import { change, readInTurn } from '../parts/api.ts';
import { usePage } from '../parts/page-context.ts';
import { Choice, Field, Form } from '../parts/form.tsx';
import { downloadText } from '../parts/download.ts';
import { useLoaded } from '../parts/load.ts';
import { Table } from '../parts/table.tsx';
import { count, time } from '../parts/words.ts';
import { Uploads } from './uploads.tsx';

type Catalog = CatalogListData['catalogs'][number];
const OUTCOMES = [
  'not_found',
  'error',
  'cache_hit',
  'enriched',
  'refreshed',
  'duplicate',
  'skipped',
  'cancelled',
] as const;

export function CatalogsView() {
  const [cursor, setCursor] = useState<string>();
  const [open, setOpen] = useState<Catalog>();
  const { data, fault, again } = useLoaded<CatalogListData>('/catalogs', { cursor });
  if (data === undefined) return <p role="status">{fault === '' ? 'Loading…' : fault}</p>;
  const uploads = <Uploads key="uploads" catalogs={data.catalogs} onChanged={again} />;
  if (data.catalogs.length === 0)
    return (
      <>
        <Head title="Catalogs" />
        {uploads}
        <p>
          There are no catalogs yet. <a href="/docs/lists">What a list becomes</a>.
        </p>
      </>
    );
  return (
    <>
      <Head title="Catalogs" />
      {uploads}
      <Table caption="Catalogs, the newest first" heads={['Name', 'State', 'Made', 'Rows', 'Matched', 'Open']}>
        {data.catalogs.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              {one.name}
              <br />
              <code>{one.id}</code>
            </th>
            <td>
              {one.status}
              {one.failure !== null && <p class="refusal">{one.failure}</p>}
            </td>
            <td>{time(one.created_at)}</td>
            <td>{count(one.rows.total)}</td>
            <td>
              <MatchBar catalog={one} />
            </td>
            <td>
              <button type="button" aria-pressed={open?.id === one.id} onClick={() => setOpen(one)}>
                Rows<span class="unseen"> of {one.name}</span>
              </button>
            </td>
          </tr>
        ))}
      </Table>
      {data.next_cursor !== null && (
        <button type="button" onClick={() => setCursor(String(data.next_cursor))}>
          Older ones
        </button>
      )}
      {open !== undefined && <Rows key={open.id} catalog={open} onChanged={again} />}
    </>
  );
}

function MatchBar({ catalog: { name, rows } }: { readonly catalog: Catalog }) {
  const matched = rows.cache_hit + rows.enriched + rows.refreshed;
  if (rows.total === 0) return <>–</>;
  return (
    <>
      <progress aria-label={`Matched rows of ${name}`} max={rows.total} value={matched} />{' '}
      {Math.floor((100 * matched) / rows.total)} %
    </>
  );
}

function Rows({ catalog, onChanged }: { readonly catalog: Catalog; readonly onChanged: () => Promise<void> }) {
  const [outcome, setOutcome] = useState<string>(catalog.rows.not_found > 0 ? 'not_found' : 'all');
  const [cursor, setCursor] = useState<string>();
  const [fixed, setFixed] = useState<CatalogRowData>();
  const [said, setSaid] = useState('');
  const { tell } = usePage();
  const { data, fault, again } = useLoaded<CatalogRowsData>('/catalogs/rows', {
    catalog_id: catalog.id,
    outcome: outcome === 'all' ? undefined : outcome,
    cursor,
  });
  const changed = async (row: number): Promise<void> => {
    setFixed(undefined);
    setSaid(`Row ${row} is changed.`);
    await Promise.all([again(), onChanged()]);
  };
  const accept = async (
    row: CatalogRowData,
    { manufacturer, part_number }: CatalogRowData['candidates'][number],
  ): Promise<void> => {
    try {
      await change('/catalogs/fix', {
        catalog_id: catalog.id,
        row: row.row,
        supplier: manufacturer,
        part_number,
        gtin: null,
      });
      await changed(row.row);
    } catch (error) {
      setSaid(tell(error));
    }
  };
  return (
    <section aria-labelledby="rows">
      <h2 id="rows">Rows of {catalog.name}</h2>
      <p>
        <button type="button" onClick={() => void download(catalog).catch((error: unknown) => setSaid(tell(error)))}>
          Download with results
        </button>
      </p>
      <Choice
        name="outcome"
        label="Outcome"
        value={outcome}
        options={[['all', 'all'], ...OUTCOMES.map((one) => [one, `${one} (${count(catalog.rows[one])})`] as const)]}
        onChange={(value) => {
          setOutcome(value);
          setCursor(undefined);
        }}
      />
      <p role="status">
        {said}
        {fault}
      </p>
      {fixed !== undefined && (
        <FixRow catalog={catalog} row={fixed} onDone={() => changed(fixed.row)} onCancel={() => setFixed(undefined)} />
      )}
      <Table
        caption="Its rows"
        heads={['Row', 'Outcome', 'Your number', 'Supplier', 'Part number', 'Item', 'Why, and what may be meant']}
      >
        {(data?.rows ?? []).map((row) => (
          <tr key={row.row}>
            <th scope="row">{row.row}</th>
            <td>{row.outcome}</td>
            <td>{row.your_item_number}</td>
            <td>{row.supplier}</td>
            <td>{row.supplier_part_number ?? row.gtin}</td>
            <td>
              {row.item === null ? (
                '–'
              ) : (
                <>
                  {row.item.title}
                  <br />
                  <code>{row.item.id}</code>
                </>
              )}
            </td>
            <td>
              {row.message}
              {row.candidates.map((candidate) => (
                <button
                  key={`${candidate.manufacturer} ${candidate.part_number}`}
                  type="button"
                  onClick={() => void accept(row, candidate)}
                >
                  Accept {candidate.manufacturer} {candidate.part_number}
                </button>
              ))}
              {row.outcome !== 'skipped' && row.outcome !== 'cancelled' && (
                <button type="button" onClick={() => setFixed(row)}>
                  Fix<span class="unseen"> row {row.row}</span>
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {data !== undefined && data.next_cursor !== null && (
        <button type="button" onClick={() => setCursor(String(data.next_cursor))}>
          More rows
        </button>
      )}
    </section>
  );
}

function FixRow({
  catalog,
  row,
  onDone,
  onCancel,
}: {
  readonly catalog: Catalog;
  readonly row: CatalogRowData;
  readonly onDone: () => Promise<void>;
  readonly onCancel: () => void;
}) {
  const { tell } = usePage();
  return (
    <section class="dialog" aria-label={`Fix row ${row.row}`}>
      <h3>Row {row.row}</h3>
      <p>A correction takes one of your plan’s catalog rows of the period.</p>
      <Form
        button="Match again"
        tell={tell}
        onSubmit={async (values) => {
          const given = { catalog_id: catalog.id, row: row.row };
          if (values.item_id !== '') await change('/catalogs/accept', { ...given, item_id: values.item_id });
          else
            await change('/catalogs/fix', {
              ...given,
              supplier: values.supplier,
              part_number: values.part_number,
              gtin: values.gtin,
            });
          await onDone();
        }}
      >
        <Field name="supplier" label="Manufacturer" value={row.supplier ?? ''} />
        <Field name="part_number" label="Part number" value={row.supplier_part_number ?? ''} />
        <Field name="gtin" label="Barcode" value={row.gtin ?? ''} />
        <Field name="item_id" label="Or the id of an item" hint="itm_ and eight characters" />
      </Form>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </section>
  );
}

async function download(catalog: Catalog): Promise<void> {
  const parts: string[] = [];
  let next: { readonly cursor?: string; readonly state?: string } | undefined = {};
  while (next !== undefined) {
    const part: CatalogExportData = await readInTurn<CatalogExportData>('/catalogs/export', {
      catalog_id: catalog.id,
      ...next,
    });
    parts.push(part.csv);
    next = part.next_cursor === null ? undefined : { cursor: String(part.next_cursor), state: part.state };
  }
  downloadText(`${catalog.id}.csv`, parts);
}
