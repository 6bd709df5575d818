/**
 * The decisions on the rows that are shown: accept, "It is right", "Not this", and their undo. A row that was decided
 * on stays where it is and is replaced by what the service says of it. Acts run one after another; the focus goes on to
 * the next row that can be decided.
 */
import { useRef, useState } from 'preact/hooks';
import type { CatalogRowData } from '../../../../core/dashboard/views/catalog-data.ts';
import type { AcceptedRowsData, CatalogRowsData } from '../../../api-data.ts';
import { count, countOf } from '../../../design/amounts.ts';
import { change, read } from '../../../parts/api.ts';
import { usePage } from '../../../parts/page-context.ts';

export type DecisionKind = 'accepted' | 'right' | 'not_this' | 'fixed' | 'fixed_once';

interface Decided {
  readonly kind: DecisionKind;
  /** The row before it. */
  readonly before: CatalogRowData;
}

/** The last act on several rows. */
export interface BulkDecision {
  readonly kind: DecisionKind;
  readonly rows: readonly number[];
  /** Whether any of them has a number for which it is remembered. */
  readonly isKept: boolean;
}

interface State {
  /** The page that the rest belongs to; another page begins anew. */
  readonly of: CatalogRowsData;
  readonly now: ReadonlyMap<number, CatalogRowData>;
  readonly head: Pick<CatalogRowsData, 'catalog' | 'allowance'>;
  readonly decided: ReadonlyMap<number, Decided>;
  readonly bulk: BulkDecision | undefined;
  readonly next: number | undefined;
}

export interface Decisions {
  readonly data: CatalogRowsData;
  readonly decided: ReadonlyMap<number, Decided>;
  readonly bulk: BulkDecision | undefined;
  /** The row to decide next, which gets the focus. */
  readonly next: number | undefined;
  readonly busy: ReadonlySet<number>;
  readonly fault: string;
  readonly accept: (rows: readonly CatalogRowData[]) => void;
  readonly confirm: (rows: readonly CatalogRowData[]) => void;
  readonly reject: (row: CatalogRowData) => void;
  readonly undo: (rows: readonly number[]) => void;
  /** Shows rows as they are now, such as after the sheet changed one. */
  readonly refresh: (rows: readonly number[], kind?: DecisionKind) => Promise<void>;
  /** Counts rows of the allowance that the sheet used. */
  readonly use: (rows: number) => void;
}

/** The rows of the page as they are now, with what was decided on them. Another page begins anew. */
function useRowsNow(page: CatalogRowsData) {
  const { reload } = usePage();
  const begun = (): State => ({
    of: page,
    now: new Map(),
    head: page,
    decided: new Map(),
    bulk: undefined,
    next: undefined,
  });
  const [stored, setStored] = useState<State>(begun);
  const state = stored.of === page ? stored : begun();
  // Acts go on after later renders: they read the state from here, not the one of the render that they began in.
  const latest = useRef(state);
  latest.current = state;
  const set = (more: Partial<State>): void => {
    latest.current = { ...latest.current, ...more };
    setStored(latest.current);
  };
  const rowNow = (row: number) => latest.current.now.get(row) ?? page.rows.find((one) => one.row === row);

  /** Reads the rows again. Returns false if another page is shown by now. */
  const look = async (rows: readonly number[]): Promise<boolean> => {
    const found = await read('/catalogs/rows', { catalog_id: page.catalog.id, rows: rows.join(',') });
    if (latest.current.of !== page) return false;
    set({ now: new Map([...latest.current.now, ...found.rows.map((row) => [row.row, row] as const)]), head: found });
    void reload();
    return true;
  };

  /** @param from the row after which the next one is looked for */
  const note = (rows: readonly CatalogRowData[], kind: DecisionKind, from: number): void => {
    const decided = new Map([
      ...latest.current.decided,
      ...rows.map((before) => [before.row, { kind, before }] as const),
    ]);
    const isKept = rows.some(({ remembered_for: number }) => number !== null);
    const bulk = rows.length > 1 ? { kind, rows: rows.map(({ row }) => row), isKept } : undefined;
    set({ decided, bulk, next: nextAfter(from, decided) });
  };

  const nextAfter = (row: number, decided: State['decided']): number => {
    const place = page.rows.findIndex((one) => one.row === row);
    const later = page.rows.slice(place + 1).map((one) => rowNow(one.row) ?? one);
    return later.find((one) => !decided.has(one.row) && isDecidable(one, page.may_name_parts))?.row ?? row;
  };

  return { state, latest, set, rowNow, look, note };
}

/** Acts run one after another; `fault` says what went wrong in the last. */
function useTurns() {
  const { tell } = usePage();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [fault, setFault] = useState('');
  const turn = useRef(Promise.resolve());

  /** Runs an act after those before it; `busy` rows answer no further click. */
  const inTurn = (rows: readonly number[], act: () => Promise<void>): void => {
    setBusy((now) => new Set([...now, ...rows]));
    setFault('');
    turn.current = turn.current.then(act).catch((error: unknown) => setFault(tell(error)));
    void turn.current.then(() => setBusy((now) => new Set([...now].filter((row) => !rows.includes(row)))));
  };

  return { busy, fault, setFault, inTurn };
}

export function useDecisions(page: CatalogRowsData): Decisions {
  const { toast } = usePage();
  const { state, latest, set, rowNow, look, note } = useRowsNow(page);
  const { busy, fault, setFault, inTurn } = useTurns();
  const catalogId = page.catalog.id;

  const undo = (rows: readonly number[]): void => {
    const open = rows.filter((row) => !busy.has(row));
    if (open.length === 0) return;
    inTurn(open, async () => {
      const undone: number[] = [];
      const rest: number[] = [];
      for (const row of open) {
        const was = latest.current.decided.get(row);
        const item = was?.kind === 'not_this' && wasDecided(was.before) ? was.before.item : null;
        if (item !== null) {
          await change('/catalogs/accept', { catalog_id: catalogId, row, item_id: item.id });
          undone.push(row);
        } else rest.push(row);
      }
      if (rest.length > 0) {
        const answer = await change('/catalogs/undo', { catalog_id: catalogId, rows: rest });
        undone.push(...answer.undone);
        if (answer.unchanged.length > 0)
          setFault(`Changed meanwhile, and left as they are: ${rowsIn(answer.unchanged)}.`);
      }
      const decided = new Map([...latest.current.decided].filter(([row]) => !undone.includes(row)));
      if (!(await look(open))) return;
      set({ decided, bulk: undefined, next: open[0] });
    });
  };

  const accept = (meant: readonly CatalogRowData[]): void => {
    const open = meant.filter(({ row }) => !busy.has(row));
    const named = open.map((row) => ({ row: row.row, ...row.candidates[0]! }));
    const from = open[0]?.row;
    if (from === undefined) return;
    inTurn(
      open.map(({ row }) => row),
      async () => {
        const answer = await change('/catalogs/accept-suggestions', { catalog_id: catalogId, rows: named });
        setFault(leftWords(answer));
        if (!(await look(open.map(({ row }) => row)))) return;
        const done = open.filter(({ row }) => answer.accepted.includes(row));
        if (done.length === 0) return;
        note(done, 'accepted', from);
        const [only] = done;
        const words =
          done.length > 1 || only === undefined
            ? `${count(done.length)} rows are matched now`
            : `${nameOf(only)} is ${only.suggestion?.part_number ?? only.candidates[0]?.part_number ?? ''} now`;
        toast(words, () => undo(done.map(({ row }) => row)));
      },
    );
  };

  const confirm = (meant: readonly CatalogRowData[]): void => {
    const open = meant.filter(({ row }) => !busy.has(row));
    const from = open[0]?.row;
    if (from === undefined) return;
    const numbers = open.map(({ row }) => row);
    inTurn(numbers, async () => {
      const answer = await change('/catalogs/right', { catalog_id: catalogId, rows: numbers });
      if (answer.unchanged.length > 0)
        setFault(`Changed meanwhile, and left as they are: ${rowsIn(answer.unchanged)}.`);
      if (!(await look(numbers))) return;
      const done = open.filter(({ row }) => answer.right.includes(row));
      if (done.length === 0) return;
      note(done, 'right', from);
      const words = done.length === 1 ? `${nameOf(done[0]!)} is right` : `${count(done.length)} rows are right`;
      toast(words, () => undo(answer.right));
    });
  };

  const reject = (row: CatalogRowData): void => {
    if (busy.has(row.row)) return;
    inTurn([row.row], async () => {
      await change('/catalogs/not-this', { catalog_id: catalogId, row: row.row });
      if (!(await look([row.row]))) return;
      note([row], 'not_this', row.row);
      toast(`${nameOf(row)} is undecided again; what was remembered is forgotten`, () => undo([row.row]));
    });
  };

  const refresh = async (rows: readonly number[], kind?: DecisionKind): Promise<void> => {
    const before = rows.flatMap((row) => rowNow(row) ?? []);
    if (!(await look(rows)) || kind === undefined || before.length === 0) return;
    note(before, kind, rows.at(-1) ?? 0);
  };

  const use = (rows: number): void => {
    const { head } = latest.current;
    const allowance = { ...head.allowance, rows_used: head.allowance.rows_used + rows };
    set({ head: { ...head, allowance } });
  };

  const rows = page.rows.map((row) => state.now.get(row.row) ?? row);
  const { decided, bulk, next } = state;
  const data = { ...page, ...state.head, rows, may_name_parts: page.may_name_parts, next: page.next };
  return { data, decided, bulk, next, busy, fault, accept, confirm, reject, undo, refresh, use };
}

/** Returns how many rows of the allowance are left in the period. */
export function rowsLeft(allowance: CatalogRowsData['allowance']): number {
  return Math.max(0, allowance.rows_per_period - allowance.rows_used);
}

export function hasOneSuggestion({ group, candidates }: CatalogRowData): boolean {
  return group === 'to_decide' && candidates.length === 1;
}

/** Whether its suggestion may be accepted together with others. */
export function isNearlyAsWritten(row: CatalogRowData): boolean {
  return hasOneSuggestion(row) && row.suggestion?.is_nearly_as_written === true;
}

export function isToCheck({ is_to_check: isToCheck, item }: CatalogRowData): boolean {
  return isToCheck && item !== null;
}

/** Whether the row has its part from an earlier decision of the customer. */
export function isRemembered({ matched_by: by, decided_in: where }: CatalogRowData): boolean {
  return by === 'your_number' || where !== undefined;
}

/** Whether the row has a part or suggestions that a person may refuse. */
export function isRefusable({ group, item }: Pick<CatalogRowData, 'group' | 'item'>): boolean {
  return item !== null || group === 'to_decide';
}

/** Whether a person decided on the row, here or in an earlier file. */
export function wasDecided({ matched_by: by }: Pick<CatalogRowData, 'matched_by'>): boolean {
  return by === 'your_number' || by === 'accepted';
}

function isDecidable(row: CatalogRowData, mayDecide: boolean): boolean {
  return mayDecide && (row.group === 'to_decide' || isToCheck(row));
}

export function nameOf({ your_item_number: own, row }: Pick<CatalogRowData, 'your_item_number' | 'row'>): string {
  return own ?? `Row ${row}`;
}

function leftWords({ changed, gone, refused }: AcceptedRowsData): string {
  return [
    changed.length > 0 && `Changed meanwhile, and left as they are now: ${rowsIn(changed)}.`,
    gone.length > 0 && `The index has the suggested part no longer: ${rowsIn(gone)}.`,
    refused !== null && `Not accepted: ${rowsIn(refused.rows)}. ${refused.why}`,
  ]
    .filter((words) => words !== false)
    .join(' ');
}

function rowsIn(rows: readonly number[]): string {
  return `${rows.length === 1 ? 'row' : 'rows'} ${rows.map(count).join(', ')}`;
}

export function doneWords({ kind, rows }: BulkDecision): string {
  return kind === 'right'
    ? `${countOf(rows.length, 'row is', 'rows are')} right`
    : `${countOf(rows.length, 'row')} accepted just now`;
}
