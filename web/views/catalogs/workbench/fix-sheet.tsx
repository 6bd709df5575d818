/**
 * Chooses the part of a row: one that may be meant, one that a search finds, or none. Opening the sheet counts as a
 * search if it shows suggestions, once a row and day; nothing is chosen or searched before the member does it.
 */
import { useEffect, useState } from 'preact/hooks';
import type { CatalogRowsData, FullRowData, PartChoicesData, SuggestionsData } from '../../../api-data.ts';
import { count, countOf } from '../../../design/amounts.ts';
import { Badge } from '../../../design/badge.tsx';
import { Button } from '../../../design/button.tsx';
import { change } from '../../../parts/api.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { useLoaded } from '../../../parts/load.ts';
import { usePage } from '../../../parts/page-context.ts';
import { Marked } from './own-words.tsx';
import { FoundParts, NoPart, PartOption, Remember, SearchBox } from './part-options.tsx';
import { isRefusable, isToCheck, nameOf, rowsLeft, wasDecided, type DecisionKind } from './use-decisions.ts';
import { partWords, researchWords } from './row-table.tsx';

interface FixSheetProps {
  readonly data: CatalogRowsData;
  readonly rowNumber: number;
  readonly onDone: (rows: readonly number[], kind: DecisionKind) => Promise<void>;
  /** Rows of the allowance were used. */
  readonly onUsed: (rows: number) => void;
  readonly onClose: () => void;
}

export function FixSheet({ data, rowNumber, onDone, onUsed, onClose }: FixSheetProps) {
  const { catalog, allowance } = data;
  const { data: row, fault } = useLoaded('/catalogs/row', { catalog_id: catalog.id, row: String(rowNumber) });
  const suggested = useSuggestions(catalog.id, rowNumber, onUsed);
  useFocusReturn(rowNumber);
  const left = rowsLeft(allowance);
  const isReady = row !== undefined && suggested.data !== undefined;
  return (
    <Dialog
      kind="sheet"
      title={`Which part is ${row === undefined ? `row ${rowNumber}` : nameOf(row)}?`}
      onClose={onClose}
    >
      {isReady && data.may_name_parts ? (
        <Fixing
          catalog={catalog}
          row={row}
          suggested={suggested.data ?? NOTHING}
          left={left}
          onDone={onDone}
          onUsed={onUsed}
          onClose={onClose}
        />
      ) : (
        <div class="body">
          {row !== undefined && <Cells file={catalog.name} row={row} />}
          <Waiting
            fault={fault || suggested.fault}
            refusal={data.may_name_parts ? null : (suggested.data?.why_not ?? null)}
          />
        </div>
      )}
    </Dialog>
  );
}

const NOTHING: SuggestionsData = { suggestions: [], took_row: false, why_not: null };

function Waiting({ fault, refusal }: { readonly fault: string; readonly refusal: string | null }) {
  if (fault !== '') return <p role="alert">{fault}</p>;
  return <p role="status">{refusal ?? 'Loading…'}</p>;
}

function useSuggestions(catalogId: string, row: number, onUsed: (rows: number) => void) {
  const { tell } = usePage();
  const [data, setData] = useState<SuggestionsData>();
  const [fault, setFault] = useState('');
  useEffect(() => {
    change('/catalogs/suggestions', { catalog_id: catalogId, row })
      .then((found) => {
        setData(found);
        if (found.took_row) onUsed(1);
      })
      .catch((error: unknown) => setFault(tell(error)));
  }, [catalogId, row]);
  return { data, fault };
}

/** After a reload the sheet was opened by no button: the focus goes to the one of its row. */
function useFocusReturn(row: number): void {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.querySelector('.bench')?.contains(document.activeElement) === true) return;
        document.querySelector<HTMLElement>(`tr[data-row="${row}"] .actions a`)?.focus();
      });
    },
    [row],
  );
}

interface FixingProps extends Pick<FixSheetProps, 'onDone' | 'onUsed' | 'onClose'> {
  readonly catalog: CatalogRowsData['catalog'];
  readonly row: FullRowData;
  readonly suggested: SuggestionsData;
  /** The number of catalog rows left in the period. */
  readonly left: number;
}

/** The choice of no part: it refuses what was found or suggested, or leaves a row without either as it is. */
const NONE = 'none';

function Fixing({ catalog, row, suggested, left, onDone, onUsed, onClose }: FixingProps) {
  const { tell, toast, overview } = usePage();
  const [found, setFound] = useState<PartChoicesData>();
  const isMatched = row.item !== null;
  const [chosen, setChosen] = useState<string>();
  const [remember, setRemember] = useState(row.remembered_for !== null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const of = { catalog_id: catalog.id, row: row.row };
  const { suggestions: parts } = suggested;
  const above = new Set([row.item?.id, ...parts.map(({ item_id: id }) => id)]);
  const others = (found?.parts ?? []).filter(({ item_id: id }) => !above.has(id));
  const part = [...parts, ...others].find(({ item_id: id }) => id === chosen);
  const act = async (run: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFault('');
    await run().catch((error: unknown) => setFault(tell(error)));
    setBusy(false);
  };
  const search = (query: string) =>
    act(async () => {
      const answer = await change('/catalogs/search', { ...of, query });
      setFound(answer);
      if (answer.parts.length > 0) onUsed(1);
    });
  const decide = (): void => {
    const isKept = chosen === row.item?.id;
    if ((isKept && !isToCheck(row)) || (chosen === NONE && !isRefusable(row))) return onClose();
    if (isKept)
      return void act(async () => {
        await change('/catalogs/right', { catalog_id: catalog.id, rows: [row.row] });
        await onDone([row.row], 'right');
        onClose();
        toast(`${nameOf(row)} is right`);
      });
    if (chosen === NONE)
      return void act(async () => {
        await change('/catalogs/not-this', of);
        await onDone([row.row], 'not_this');
        onClose();
        toast(`${nameOf(row)} ${wasDecided(row) ? 'is as before the decision' : 'has no part: not meant'}`);
      });
    if (part === undefined) return undefined;
    return void act(async () => {
      await change('/catalogs/accept', { ...of, item_id: part.item_id, remember });
      await onDone([row.row], remember ? 'fixed' : 'fixed_once');
      onClose();
      toast(`${nameOf(row)} is ${part.part_number ?? partWords(part)} now`);
    });
  };
  const why = isMatched ? row.contradictions.map(({ words }) => words) : [row.reason];
  const notFitted = row.not_fitted === null ? null : `The row says that it is not fitted: “${row.not_fitted}”.`;
  const reason = [notFitted, ...why, researchWords(row, overview.account)].filter(Boolean).join(' ');
  const options = { chosen, onChoose: setChosen };
  return (
    <>
      <div class="body">
        <Cells file={catalog.name} row={row} />
        {reason !== '' && <p>{reason}</p>}
        {row.item !== null && <MatchedPart {...options} row={row} item={row.item} />}
        {suggested.why_not !== null && <p class="hint">{suggested.why_not}</p>}
        {parts.length > 0 && (
          <fieldset class="choice">
            <legend class="label">
              {isMatched ? 'It may be, by the words of the row' : countOf(parts.length, 'suggestion')}
            </legend>
            {parts.map((each) => (
              <PartOption key={each.item_id} {...options} part={each} />
            ))}
          </fieldset>
        )}
        <SearchBox words={searchWords(row)} left={left} found={found} busy={isBusy} onSearch={search} />
        {found !== undefined && <FoundParts {...options} found={found} others={others} />}
        <fieldset class="choice">
          <legend class="unseen">Or no part</legend>
          <NoPart {...options} value={NONE} row={row} />
        </fieldset>
        {part !== undefined && <Remember row={row} isOn={remember} onChange={setRemember} />}
        <p class="wrong-text" role="alert">
          {fault}
        </p>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" busy={isBusy} disabled={chosen === undefined} onClick={decide}>
          {decideWords(row, chosen, part)}
        </Button>
      </div>
    </>
  );
}

interface MatchedPartProps {
  readonly row: FullRowData;
  readonly item: NonNullable<FullRowData['item']>;
  readonly chosen: string | undefined;
  readonly onChoose: (chosen: string) => void;
}

/** The part that the row is matched with now, which can be kept. */
function MatchedPart({ row, item, chosen, onChoose }: MatchedPartProps) {
  return (
    <fieldset class="choice">
      <legend class="label">Matched with</legend>
      <PartOption
        chosen={chosen}
        onChoose={onChoose}
        part={{
          item_id: item.id,
          manufacturer: item.manufacturer,
          part_number: item.mpn,
          title: item.title,
          confidence: item.confidence,
          gtin: item.gtin,
          state: row.state,
          why: null,
        }}
        isNow
        values={row.contradictions.map(({ part: value }) => value)}
      />
    </fieldset>
  );
}

/** What the button says that the choice will do to the row. */
function decideWords(
  row: FullRowData,
  chosen: string | undefined,
  part: PartChoicesData['parts'][number] | undefined,
): string {
  if (chosen === NONE) return !isRefusable(row) ? 'Leave it' : wasDecided(row) ? 'Take it back' : 'Not meant';
  if (chosen !== undefined && chosen === row.item?.id) return isToCheck(row) ? 'It is right' : 'Keep it';
  return `Use ${part?.part_number ?? 'this part'}`;
}

/** What a member would search for: manufacturer, number and words of the row, without what cannot be used. */
function searchWords({ said, item }: FullRowData): string {
  const cells = item === null ? [said.supplier, said.supplier_part_number] : [said.supplier];
  const used = cells.flatMap((cell) => (cell?.is_used === true ? [cell.text] : []));
  return [...used, said.description].filter(Boolean).join(' ').slice(0, 200);
}

/** The customer's own cells, under their own headings. */
function Cells({ file, row }: { readonly file: string; readonly row: FullRowData }) {
  const { said } = row;
  const marked = [...row.contradictions.map(({ says }) => says), row.not_fitted];
  const numbers = [said.supplier_part_number, said.gtin].map((cell) => cell?.text);
  const unusable = [said.supplier, said.supplier_part_number, said.gtin].flatMap((cell) =>
    cell?.is_used === false ? [cell.text] : [],
  );
  return (
    <dl class="cells">
      <dt>Row</dt>
      <dd>
        {count(row.row)} of {file}
      </dd>
      {row.cells.map(({ heading, text }, place) => {
        const words = text.trim();
        if (words === '') return null;
        return [
          <dt key={`dt ${place}`}>{heading.trim() === '' ? `Column ${place + 1}` : heading}</dt>,
          <dd key={`dd ${place}`}>
            {unusable.includes(words) ? (
              <>
                <s>{words}</s> <Badge look="quiet">not used</Badge>
              </>
            ) : numbers.includes(words) ? (
              <code>{words}</code>
            ) : (
              <Marked text={words} values={marked} />
            )}
          </dd>,
        ];
      })}
    </dl>
  );
}
