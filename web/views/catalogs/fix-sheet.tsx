/**
 * Chooses the part of a row: by a search of the index, or by correcting the row. Searching and deciding
 * each use a row of the period.
 */
import { useId, useState } from 'preact/hooks';
import type { CatalogRowsData, FullRowData, PartChoicesData } from '../../../core/dashboard/views/catalog-data.ts';
import { count, countOf } from '../../design/amounts.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { change } from '../../parts/api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Form } from '../../parts/form.tsx';
import { useLoaded } from '../../parts/load.ts';
import { usePage } from '../../parts/page-context.ts';
import { partWords } from './row-table.tsx';
import { rowLabels } from './row-labels.ts';
import { nameOf } from './use-accepting.ts';

interface FixSheetProps {
  readonly data: CatalogRowsData;
  readonly rowNumber: number;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

export function FixSheet({
  data: { catalog, allowance, may_name_parts: mayFix },
  rowNumber,
  onDone,
  onClose,
}: FixSheetProps) {
  const query = { catalog_id: catalog.id, row: String(rowNumber) };
  const { data: row, fault } = useLoaded('/catalogs/row', query);
  const left = Math.max(0, allowance.rows_per_period - allowance.rows_used);
  return (
    <Dialog
      kind="sheet"
      title={`Which part is ${row === undefined ? `row ${rowNumber}` : nameOf(row)}?`}
      onClose={onClose}
    >
      {row === undefined || !mayFix ? (
        <div class="body">
          <p role={fault === '' ? 'status' : 'alert'}>
            {row !== undefined
              ? 'This account cannot be billed now: rows are not corrected.'
              : fault === ''
                ? 'Loading…'
                : fault}
          </p>
        </div>
      ) : (
        <Fixing catalogId={catalog.id} row={row} left={left} onDone={onDone} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FixingProps {
  readonly catalogId: string;
  readonly row: FullRowData;
  /** The number of catalog rows left in the period. */
  readonly left: number;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

function Fixing({ catalogId, row, left, onDone, onClose }: FixingProps) {
  const { tell, toast } = usePage();
  const [parts, setParts] = useState<PartChoicesData['parts']>();
  const [searches, setSearches] = useState(0);
  const [chosen, setChosen] = useState<string>();
  const [remember, setRemember] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const of = { catalog_id: catalogId, row: row.row };
  const done = async (words: string): Promise<void> => {
    await onDone();
    onClose();
    toast(words);
  };
  const search = async (query: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFault('');
    try {
      const found = await change('/catalogs/search', { ...of, query });
      setParts(found.parts);
      setChosen(undefined);
      setSearches(searches + 1);
    } catch (error) {
      setFault(tell(error));
    }
    setBusy(false);
  };
  const use = async (): Promise<void> => {
    const part = parts?.find(({ item_id }) => item_id === chosen);
    if (isBusy || part === undefined) return;
    setBusy(true);
    setFault('');
    try {
      await change('/catalogs/accept', { ...of, item_id: part.item_id, remember });
      await done(`${nameOf(row)} is ${part.part_number ?? part.item_id} now`);
    } catch (error) {
      setFault(tell(error));
      setBusy(false);
    }
  };
  return (
    <>
      <div class="body">
        <Cells row={row} />
        <SearchBox left={left - searches} busy={isBusy} onSearch={search} />
        <p class="wrong-text" role="alert">
          {fault}
        </p>
        {parts !== undefined && <Parts parts={parts} chosen={chosen} onChoose={setChosen} />}
        {chosen !== undefined && (
          <label class="check">
            <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
            <span>
              {row.your_item_number === null
                ? 'Remember for rows that say the same'
                : `Remember for my number ${row.your_item_number}`}
              <span class="sub">The next list with it is matched by itself.</span>
            </span>
          </label>
        )}
        <details class="small">
          <summary>None of these: correct the row instead</summary>
          <Form
            button="Match again"
            tell={tell}
            onSubmit={async ({ supplier, part_number, gtin }) => {
              const fixed = await change('/catalogs/fix', {
                ...of,
                supplier,
                part_number,
                gtin,
              });
              const isFound = fixed.outcome === 'cache_hit';
              await done(
                isFound ? `${nameOf(row)} is matched now` : `${nameOf(row)} is changed, and still not in the index`,
              );
            }}
          >
            <Field name="supplier" label="Manufacturer" value={row.supplier ?? ''} />
            <Field name="part_number" label="Part number" value={row.supplier_part_number ?? ''} />
            <Field
              name="gtin"
              label="Barcode"
              value={row.gtin ?? ''}
              hint="A correction takes one list row of the period."
            />
          </Form>
        </details>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" busy={isBusy} disabled={chosen === undefined} onClick={() => void use()}>
          Use this part
        </Button>
      </div>
    </>
  );
}

/** The customer's own cells, under their own headings. */
function Cells({ row }: { readonly row: FullRowData }) {
  const { label, look } = rowLabels(row);
  return (
    <dl class="cells">
      <dt>Row</dt>
      <dd>
        {row.row} <Badge look={look}>{label}</Badge>
      </dd>
      {row.cells.map(({ heading, text }, place) => (
        <Cell key={place} heading={heading.trim() === '' ? `Column ${place + 1}` : heading} text={text} />
      ))}
    </dl>
  );
}

function Cell({ heading, text }: { readonly heading: string; readonly text: string }) {
  return (
    <>
      <dt>{heading}</dt>
      {text.trim() === '' ? <dd class="faint">empty</dd> : <dd>{text}</dd>}
    </>
  );
}

interface SearchBoxProps {
  readonly left: number;
  readonly busy: boolean;
  readonly onSearch: (query: string) => Promise<void>;
}

function SearchBox({ left, busy, onSearch }: SearchBoxProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  return (
    <form
      class="field"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void onSearch(query);
      }}
    >
      <label for={id}>Search the index</label>
      <div class="row">
        <div class="searchbox grow">
          <Icon name="search" />
          <input
            id={id}
            class="input search"
            type="search"
            maxLength={200}
            value={query}
            aria-describedby={`${id}-hint`}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
        </div>
        <Button type="submit" busy={busy} disabled={query.trim().length < 2}>
          Search
        </Button>
      </div>
      <span class="hint" id={`${id}-hint`}>
        By words, part number, barcode or item id. A search takes one of the {count(Math.max(0, left))} list rows left
        this period; so does using a part.
      </span>
    </form>
  );
}

interface PartsProps {
  readonly parts: PartChoicesData['parts'];
  readonly chosen: string | undefined;
  readonly onChoose: (itemId: string) => void;
}

function Parts({ parts, chosen, onChoose }: PartsProps) {
  if (parts.length === 0) return <p role="status">Nothing was found. Try fewer words, or the part number alone.</p>;
  return (
    <fieldset class="choice">
      <legend class="label">{countOf(parts.length, 'part')}</legend>
      {parts.map(({ item_id: itemId, manufacturer, part_number: number }) => (
        <label key={itemId}>
          <input
            type="radio"
            name="part"
            value={itemId}
            checked={itemId === chosen}
            onChange={() => onChoose(itemId)}
          />
          <span>
            <strong>{partWords({ manufacturer, part_number: number }) || itemId}</strong>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
