/**
 * Takes back what a person decided on a row: forgets the match that was learned from it, and matches the row again as
 * the file states it, without that decision. It shows nothing that the import would not have shown, so it uses no row
 * of the period's allowance. Safe to repeat.
 */
import { fail, succeed, type Result } from '../../result.ts';
import { NOTHING_NAMED, OWN_NUMBER_ONLY } from '../files/row-warnings.ts';
import { recognizeColumns } from '../files/recognize-columns.ts';
import type { CatalogRow, RowContradiction, RowsKey } from '../rows/catalog.ts';
import type { RowChange } from '../rows/catalog-store.ts';
import type { Statement } from '../rows/learned-matches.ts';
import { describeMiss } from '../rows/miss-reasons.ts';
import { isCorrectable, type RowCorrectionRefusal, type CorrectionPorts, type Corrector } from './correct-row.ts';
import { isDescribed } from './decide-rows.ts';
import { acceptedKey, matchFileRows, numberKey, statementOf, type FileRow } from './match-file-rows.ts';
import type { RowMatch } from './match-rows.ts';
import { MissExplainer } from './explain-misses.ts';
import { contradictionOfRecords, contradictionsOf } from './row-contradictions.ts';

export type UndoRefusal = RowCorrectionRefusal | { readonly kind: 'not_decided' };

/** Undoes Accept, Fix and "None of these", and rejects a match that was remembered. */
export async function undoDecision(
  ports: CorrectionPorts,
  key: RowsKey,
  row: number,
  by: Corrector,
): Promise<Result<CatalogRow, UndoRefusal>> {
  const before = await ports.catalogs.findRow(key, row);
  if (before === undefined) return fail({ kind: 'no_such_row' });
  if (!isDecided(before)) return fail({ kind: 'not_decided' });
  const fromFile = asInFile(before);
  const learned = [acceptedKey(fromFile), numberKey(fromFile)].filter((one) => one !== undefined);
  await ports.catalogs.forgetLearned(key.accountId, learned, by.nowMs);
  const [[again], catalog] = await Promise.all([
    matchFileRows(ports, { accountId: key.accountId, explainer: new MissExplainer(ports.index) }, [fromFile]),
    ports.catalogs.findCatalog(key),
  ]);
  return store(ports, key, undecidedAgain(before, again?.match, catalog?.headings ?? []), by);
}

/** Returns the row as its file states it, with its match without what a person decided. */
export function undecidedAgain(row: CatalogRow, match: RowMatch | undefined, headings: readonly string[]): RowChange {
  const contradictions = contradictionsAgain(row, match, headings);
  const named = statementOf(asInFile(row).named);
  const also = { ...alsoOf(match), ...named, ...UNDECIDED, contradictions };
  const isNothing = match?.kind === 'blank' || (match?.kind === 'names_no_part' && !match.candidates?.length);
  if (isNothing && isOnlyDescribed(row, named, headings)) {
    const reason = row.itemNumber === null ? NOTHING_NAMED : OWN_NUMBER_ONLY;
    return { row, ...UNMATCHED, outcome: 'skipped', also: { ...also, reason } };
  }
  return { row, ...matchedAs(match), also };
}

/** Whether the import skipped the row because it describes a part without naming it. */
function isOnlyDescribed({ itemNumber, cells }: CatalogRow, named: Statement, headings: readonly string[]): boolean {
  const columns = recognizeColumns(headings);
  if (cells === null || !columns.ok) return false;
  const { supplier, partNumber, gtin } = columns.value;
  const naming = [...supplier, ...partNumber, ...gtin];
  return (
    isDescribed(cells, itemNumber) &&
    Object.values(named).every((cell) => cell === null) &&
    naming.every((place) => (cells[place] ?? '').trim() === '')
  );
}

const UNMATCHED = { itemId: null, itemUpdatedAt: null } as const;

/**
 * Leaves a row without the part that the index matched, or without its candidates, because a person said that none is
 * meant. Only this row changes.
 */
export async function rejectMatch(
  ports: CorrectionPorts,
  key: RowsKey,
  row: number,
  by: Corrector,
): Promise<Result<CatalogRow, UndoRefusal>> {
  const before = await ports.catalogs.findRow(key, row);
  if (before === undefined) return fail({ kind: 'no_such_row' });
  if (isLearned(before)) return undoDecision(ports, key, row, by);
  const hadPart = before.itemId !== null;
  if (!hadPart && before.candidates.length === 0) return fail({ kind: 'not_decided' });
  const also = {
    ...UNDECIDED,
    isCorrected: true,
    acceptedBy: by.who,
    matchedBy: null,
    reason: hadPart ? REJECTED : NONE_MEANT,
    candidates: [],
  };
  return store(ports, key, { row: before, outcome: 'not_found', itemId: null, itemUpdatedAt: null, also }, by);
}

/** Returns the row as its file states it. */
export function asInFile(row: CatalogRow): FileRow {
  return { ...row, named: { itemNumber: row.itemNumber, ...(row.stated ?? statementOf(row)) }, stated: null };
}

export function contradictionsAgain(
  { cells }: Pick<CatalogRow, 'cells'>,
  match: RowMatch | undefined,
  headings: readonly string[],
): readonly RowContradiction[] {
  const columns = recognizeColumns(headings);
  if (match?.kind !== 'found') return [];
  const records = contradictionOfRecords(match);
  if (match.wholeItem === undefined || cells === null || !columns.ok) return records;
  return [...records, ...contradictionsOf(cells, headings, columns.value, match.wholeItem)];
}

const REJECTED = 'Not meant: a person said so of the part that was found.';
const NONE_MEANT = 'Not meant: a person said so of each part that was suggested.';
const UNDECIDED = {
  stated: null,
  isCorrected: false,
  acceptedBy: null,
  contradictions: [],
  decidedIn: undefined,
} as const;

/** Whether a person decided on the row, or an earlier decision was applied to it. */
function isDecided(row: Pick<CatalogRow, 'isCorrected' | 'matchedBy'>): boolean {
  return row.isCorrected || isLearned(row);
}

function isLearned({ matchedBy }: Pick<CatalogRow, 'matchedBy'>): boolean {
  return matchedBy === 'your_number' || matchedBy === 'accepted';
}

function matchedAs(match: RowMatch | undefined): Pick<RowChange, 'outcome' | 'itemId' | 'itemUpdatedAt'> {
  if (match?.kind === 'found')
    return { outcome: 'cache_hit', itemId: match.item.id, itemUpdatedAt: match.item.updated_at };
  const isError = match?.kind !== 'missing' || match.why.kind === 'spoiled';
  return { outcome: isError ? 'error' : 'not_found', ...UNMATCHED };
}

function alsoOf(match: RowMatch | undefined): Pick<CatalogRow, 'reason' | 'candidates' | 'matchedBy'> {
  switch (match?.kind) {
    case 'found':
      return { reason: null, candidates: [], matchedBy: match.by };
    case 'missing':
      return { reason: describeMiss(match.why), candidates: match.candidates, matchedBy: null };
    case 'names_no_part':
      return { reason: match.reason, candidates: match.candidates ?? [], matchedBy: null };
    default:
      return { reason: null, candidates: [], matchedBy: null };
  }
}

async function store(
  { catalogs }: CorrectionPorts,
  key: RowsKey,
  change: RowChange,
  { who, nowMs }: Corrector,
): Promise<Result<CatalogRow, UndoRefusal>> {
  const { row, outcome, itemId, itemUpdatedAt, also } = change;
  if (!isCorrectable(row)) return fail({ kind: 'not_correctable', outcome: row.outcome });
  const stored = await catalogs.correctRow(key, change, {
    audit: {
      who,
      what: 'catalog.row_taken_back',
      details: { catalog_id: key.catalogId, row: row.row, outcome, item_id: itemId },
      atMs: nowMs,
    },
    learned: [],
  });
  return stored === 'corrected' ? succeed({ ...row, outcome, itemId, itemUpdatedAt, ...also }) : fail({ kind: stored });
}
