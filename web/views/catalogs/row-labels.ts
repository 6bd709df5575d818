/**
 * Describes catalog rows in plain words: their state, how a row was matched or why not, and whether its part is still
 * made.
 */
import type { CatalogData, CatalogRowData } from '../../../core/dashboard/views/catalog-data.ts';
import type { StateCountsData } from '../../api-data.ts';
import type { MatchWay, RowOutcome } from '../../../core/catalogs/rows/catalog.ts';
import { OUTCOME_LABELS } from '../../../core/catalogs/rows/outcome-labels.ts';
import type { RowGroup } from '../../../core/catalogs/rows/row-groups.ts';
import type { BadgeLook } from '../../design/badge.tsx';
import type { ShownGroup } from './addresses.ts';

interface Words {
  readonly label: string;
  readonly look: BadgeLook;
  readonly title: string;
}

const TO_DECIDE: Words = {
  label: 'To decide',
  look: 'warn',
  title: 'Parts are known that may be meant: accept or fix',
};

const NOT_MEANT: Words = {
  label: 'Not meant',
  look: 'quiet',
  title: 'A person said that no part found or suggested is meant',
};

const CHECK: Words = {
  label: 'Check this',
  look: 'info',
  title: 'The row’s own words say something else than the part that was found, or that it is not fitted',
};

const OUTCOME_LOOKS: Readonly<Record<RowOutcome, Omit<Words, 'label'>>> = {
  cache_hit: {
    look: 'ok',
    title: 'The index has this part, by manufacturer and part number unless it says otherwise',
  },
  enriched: { look: 'ok', title: 'Research found it' },
  refreshed: { look: 'ok', title: 'The record is newer than the catalog' },
  not_found: { look: 'quiet', title: 'The index has no such part' },
  error: { look: 'bad', title: 'Names no part' },
  duplicate: { look: 'quiet', title: 'The same part as another row' },
  skipped: { look: 'quiet', title: 'Blank, a heading or a total' },
  cancelled: { look: 'quiet', title: 'The import was stopped before it' },
};

interface LabelledRow {
  readonly group: RowGroup;
  readonly outcome: string;
  readonly is_to_check?: boolean;
  readonly is_not_meant?: boolean;
}

export function rowLabels({ group, outcome, is_to_check: isToCheck, is_not_meant: isNotMeant }: LabelledRow): Words {
  if (isNotMeant === true) return NOT_MEANT;
  if (isToCheck === true) return CHECK;
  if (group === 'to_decide') return TO_DECIDE;
  return { label: OUTCOME_LABELS[outcome as RowOutcome], ...OUTCOME_LOOKS[outcome as RowOutcome] };
}

export const GROUPS: readonly {
  readonly group: ShownGroup;
  readonly label: string;
  readonly colour: string | undefined;
}[] = [
  { group: 'to_decide', label: 'To decide', colour: 'fwarn' },
  { group: 'check', label: 'Check these', colour: 'finfo' },
  { group: 'matched', label: 'Matched', colour: 'fok' },
  { group: 'not_in_index', label: 'Not in the index', colour: 'fquiet' },
  { group: 'unusable', label: 'Unusable', colour: 'fbad' },
  { group: 'duplicate', label: 'Duplicate', colour: 'k3' },
  { group: 'left_out', label: 'Left out', colour: undefined },
];

/** In the order of the bar: matched rows first. */
export const BAR_GROUPS: readonly RowGroup[] = [
  'matched',
  'to_decide',
  'not_in_index',
  'unusable',
  'duplicate',
  'left_out',
];

/** The rows of a catalog that are no blank lines, headings or totals. */
export function importedRows({ rows, groups }: Pick<CatalogData, 'rows' | 'groups'>): number {
  return rows - groups.left_out;
}

export function colourOf(group: RowGroup): string {
  return GROUPS.find((known) => known.group === group)?.colour ?? 'k3';
}

/** The ways of matching that are worth a word; a plain match has none. */
const MATCH_WORDS: Readonly<Record<Exclude<MatchWay, 'accepted'>, string>> = {
  exact: '',
  other_spelling: 'Another spelling',
  barcode: 'By the barcode',
  your_number: 'By your number, as in an earlier file',
  research: 'Found by research',
};

export function matchLabel({ matched_by, accepted_by }: Pick<CatalogRowData, 'matched_by' | 'accepted_by'>): string {
  if (matched_by === null) return '';
  return matched_by === 'accepted' ? `Accepted by ${accepted_by ?? 'a person'}` : MATCH_WORDS[matched_by];
}

type State = keyof StateCountsData['states'];

export const STATE_LABELS: Readonly<Record<State, { readonly label: string; readonly look: BadgeLook }>> = {
  obsolete: { label: 'Obsolete', look: 'bad' },
  last_time_buy: { label: 'Last time buy', look: 'warn' },
  nrnd: { label: 'Not for new designs', look: 'warn' },
  preview: { label: 'Not yet in production', look: 'info' },
  active: { label: 'Active', look: 'ok' },
  unknown: { label: 'State unknown', look: 'quiet' },
};
