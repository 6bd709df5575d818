/**
 * Describes changes of the audit trail: each kind has its own words, with the stored values. Ids are replaced by the
 * account's names for them; an id that no longer has a name is marked as such.
 */
import { permissionsOf } from '../../../../core/access/auth/permissions.ts';
import { SCOPES } from '../../../../core/billing/accounts/scopes.ts';
import { changeLabel } from '../../../../core/dashboard/views/change-labels.ts';
import { ACCOUNT_CHANGES, type AccountChange } from '../../../../core/billing/accounts/audit-line.ts';
import type { TrailData } from '../../../../core/dashboard/views/dashboard-data.ts';
import { centsToNanoUsd, formatUsd } from '../../../../core/money.ts';
import type { NoticeKind } from '../../../../core/access/people/person.ts';
import { count, countOf, dollars } from '../../../design/amounts.ts';
import { dayWords, whenWords } from '../../../design/dates.ts';
import { NOTICE_LABELS, PERMISSION_CHIPS } from '../../../parts/labels.ts';

/** Returns the name of an id; undefined if the dashboard knows none. */
export interface TrailNames {
  readonly person: (personId: string) => string | undefined;
  readonly key: (clientId: string) => string | undefined;
  readonly isSignIn: (clientId: string) => boolean;
  readonly catalog: (catalogId: string) => string | undefined;
  readonly upload: (uploadId: string) => string | undefined;
  readonly nowMs: number;
}

/** The old and the new value, or both in one text. */
export type Detail = string | { readonly name?: string; readonly before: string; readonly after: string };

interface Words {
  /** Absent if changeLabel says enough. */
  readonly title?: string;
  readonly details: readonly Detail[];
}

/** The groups of the filter. One change may belong to several. */
export const TRAIL_KINDS = ['keys', 'members', 'lists', 'money'] as const;
export type TrailKind = (typeof TRAIL_KINDS)[number];

type Value = TrailData['details'][string];
type Line = Pick<TrailData, 'what' | 'details'>;

interface Kind {
  readonly of: readonly TrailKind[];
  readonly words: (values: Values, names: TrailNames) => Words;
}

const KINDS: Readonly<Record<AccountChange, Kind>> = {
  'account.created': { of: ['money'], words: openedWords },
  'account.set': { of: ['money'], words: accountWords },
  'payment.failed': { of: ['money'], words: (values, names) => plain(paymentWords(values, names)) },
  'payment.settled': { of: ['money'], words: (values, names) => plain(paymentWords(values, names)) },
  'usage.doubt_resolved': {
    of: ['money'],
    words: (values) =>
      labelChange(
        values.text('resolution') === 'taken_back' ? 'Charge of a failed call taken back' : 'Charge confirmed',
        [
          `${values.text('period') === 'TRIAL' ? 'Trial' : monthWords(values)}, ${count(values.number('tokens'))} tokens`,
        ],
      ),
  },
  'statement.closed': {
    of: ['money'],
    words: (values) => plain([`${monthWords(values)}, ${centsWords(values.number('total_cents'))}`]),
  },
  'statement.corrected': {
    of: ['money'],
    words: (values) =>
      plain([`${monthWords(values)}, ${centsWords(values.number('amount_cents'))}`, values.text('reason')]),
  },
  'client.created': { of: ['keys'], words: madeWords },
  'client.rotated': { of: ['keys'], words: rotatedWords },
  'client.renamed': {
    of: ['keys'],
    words: (values) => plain([{ before: values.text('name_before'), after: values.text('name_after') }]),
  },
  'client.scopes_set': {
    of: ['keys'],
    words: (values, names) =>
      plain([
        keyName(values, names),
        {
          before: permissionWords(values.text('scopes_before')),
          after: permissionWords(values.text('scopes_after')),
        },
      ]),
  },
  'client.revoked': { of: ['keys'], words: revokedWords },
  'budget.set': {
    of: ['money', 'keys'],
    words: (values, names) => {
      const [before, after] = [values.text('budget_before'), values.text('budget_after')];
      const title = after === '' ? 'Budget removed' : before === '' ? 'Budget set' : 'Budget changed';
      const owner = values.has('all_sign_ins') ? 'Every assistant without one of its own' : keyName(values, names);
      return labelChange(title, [owner, { before: before || 'no budget', after: after || 'no budget' }]);
    },
  },
  'member.invited': { of: ['members'], words: (values, names) => plain([asRole(values, names)]) },
  'member.accepted': {
    of: ['members'],
    words: (values, names) => plain([asRole(values, names)]),
  },
  'member.declined': {
    of: ['members'],
    words: (values, names) => plain([asRole(values, names)]),
  },
  'member.invitation_withdrawn': {
    of: ['members'],
    words: (values, names) => plain([asRole(values, names)]),
  },
  'member.role_set': {
    of: ['members'],
    words: (values, names) =>
      plain([
        { name: personName(values, names), before: values.text('role_before'), after: values.text('role_after') },
      ]),
  },
  'member.notices_set': {
    of: ['members'],
    words: (values, names) => plain(noticeWords(values, names)),
  },
  'member.removed': { of: ['members'], words: (values, names) => plain([asRole(values, names)]) },
  'catalog.import_started': {
    of: ['lists'],
    words: (values, names) => plain([fileLabel(values, names)]),
  },
  'catalog.imported': { of: ['lists'], words: (values, names) => plain([rowsWords(values, names)]) },
  'catalog.cancelled': {
    of: ['lists'],
    words: (values, names) => plain([`${rowsWords(values, names)} until then`]),
  },
  'catalog.replacement_started': {
    of: ['lists'],
    words: (values, names) => plain([`${listName(values, names, 'replaces')}, by ${fileLabel(values, names)}`]),
  },
  'catalog.replaced': { of: ['lists'], words: (values, names) => plain([rowsWords(values, names)]) },
  'catalog.row_accepted': {
    of: ['lists'],
    words: (values, names) => plain([rowLabels(values, names)]),
  },
  'catalog.row_fixed': {
    of: ['lists'],
    words: (values, names) =>
      plain([
        `${rowLabels(values, names)}, ${values.text('outcome') === 'not_found' ? 'still not in the index' : 'matched now'}`,
      ]),
  },
  'catalog.row_taken_back': {
    of: ['lists'],
    words: (values, names) => plain([rowLabels(values, names)]),
  },
  'match.forgotten': { of: ['lists'], words: () => plain([]) },
  'match.restored': { of: ['lists'], words: () => plain([]) },
  'catalog.row_searched': {
    of: ['lists'],
    words: (values, names) => plain([`${rowLabels(values, names)}; it took one row`]),
  },
  'research.asked_for_catalog': {
    of: ['lists', 'money'],
    words: (values, names) => plain([listName(values, names, 'catalog')]),
  },
  'research.retried': { of: ['money'], words: (values) => plain([partName(values)]) },
  'research.cancelled': {
    of: ['money'],
    words: (values) => plain([`${partName(values)}; nothing is charged`]),
  },
};

/** A kind that a later version of the service wrote is shown by its name only. */
export function trailLabels(line: Line, names: TrailNames): Required<Words> {
  const kind = kindOf(line);
  if (kind === undefined) return { title: 'Another change', details: [] };
  const { title = changeLabel(line.what), details } = kind.words(new Values(line.details), names);
  return { title, details: details.filter((detail) => detail !== '') };
}

export function isOfKind(line: Line, kind: TrailKind): boolean {
  return kindOf(line)?.of.includes(kind) ?? false;
}

function kindOf({ what }: Line): Kind | undefined {
  const known = ACCOUNT_CHANGES.find((one) => one === what);
  return known === undefined ? undefined : KINDS[known];
}

/** The stored values by name; a missing one is an empty string. */
class Values {
  readonly all: TrailData['details'];

  constructor(all: TrailData['details']) {
    this.all = all;
  }

  text(name: string): string {
    return String(this.all[name] ?? '');
  }

  number(name: string): number {
    return Number(this.all[name] ?? 0);
  }

  has(name: string): boolean {
    return this.all[name] !== undefined && this.all[name] !== null;
  }
}

/** Says a change by a narrower title than changeLabel's. */
function labelChange(title: string, details: readonly Detail[]): Words {
  return { title, details };
}

function plain(details: readonly Detail[]): Words {
  return { details };
}

// Members.

function personName(values: Values, names: TrailNames): string {
  return names.person(values.text('person_id')) ?? 'a former member';
}

function asRole(values: Values, names: TrailNames): string {
  return `${personName(values, names)}, ${values.text('role') === 'owner' ? 'as an owner' : 'as a member'}`;
}

function noticeWords(values: Values, names: TrailNames): readonly Detail[] {
  const chosen = values.text('notices').split(' ');
  const kinds = Object.keys(NOTICE_LABELS) as readonly NoticeKind[];
  const words = kinds.filter((kind) => chosen.includes(kind)).map((kind) => NOTICE_LABELS[kind]);
  return [personName(values, names), ...(words.length === 0 ? ['No emails'] : words)];
}

// Keys.

function keyName(values: Values, names: TrailNames): string {
  return names.key(values.text('client_id')) ?? values.text('client_id');
}

function madeWords(values: Values): Words {
  const may = permissionWords(values.text('scopes'));
  if (values.all['sign_in'] === true) return labelChange('Assistant signed in', [`${values.text('name')}: ${may}`]);
  return plain([`${values.text('name')}, ${values.text('kind')} key: ${may}`]);
}

function rotatedWords(values: Values, names: TrailNames): Words {
  const until = values.all['old_secret_valid_until'];
  const isOver = typeof until === 'string' && Date.parse(until) <= names.nowMs;
  const old =
    typeof until === 'string'
      ? `the old secret ${isOver ? 'ended' : 'ends'} ${whenWords(until, names.nowMs)}`
      : 'the old secret ended immediately';
  return plain([`${keyName(values, names)}, ${old}`]);
}

const BECAUSE: Readonly<Record<string, string>> = {
  'member removed': 'its member was removed',
  code_used_before: 'a sign-in code was used twice',
  refresh_token_replayed: 'a refresh token was used twice',
  token_revoked: 'the assistant signed out',
};

function revokedWords(values: Values, names: TrailNames): Words {
  const because = values.text('because');
  // An assistant sign-in that ended without a member's wish states the reason.
  const isSignIn = names.isSignIn(values.text('client_id')) || because in BECAUSE;
  const why = because === '' ? '' : `: ${BECAUSE[because] ?? because}`;
  return labelChange(isSignIn ? 'Sign-in ended' : 'Key revoked', [`${keyName(values, names)}${why}`]);
}

/** The permissions of a key, as members chose them. */
function permissionWords(scopes: string): string {
  const known = SCOPES.filter((scope) => scopes.split(' ').includes(scope));
  const chips = permissionsOf(known).map((permission) => PERMISSION_CHIPS[permission].toLowerCase());
  return chips.length === 0 ? 'nothing' : chips.join(', ');
}

// Catalogs.

function listName(values: Values, names: TrailNames, id = 'catalog_id'): string {
  return names.catalog(values.text(id)) ?? `a catalog (${values.text(id)})`;
}

function rowsWords(values: Values, names: TrailNames): string {
  const toCheck = values.has('to_check') ? `, ${count(values.number('to_check'))} to check` : '';
  return `${listName(values, names)}, ${countOf(values.number('rows'), 'row')}${toCheck}`;
}

function rowLabels(values: Values, names: TrailNames): string {
  return `Row ${count(values.number('row'))} of ${listName(values, names)}`;
}

function fileLabel(values: Values, names: TrailNames): string {
  const bytes = values.number('bytes');
  const size = bytes < 1_000 ? countOf(bytes, 'byte') : `${sizeWords(bytes)}`;
  return `${names.upload(values.text('upload_id')) ?? 'a file'}, ${size}`;
}

function sizeWords(bytes: number): string {
  return bytes < 1_000_000 ? `${count(Math.round(bytes / 1_000))} kB` : `${count(Math.round(bytes / 100_000) / 10)} MB`;
}

function partName(values: Values): string {
  return `${values.text('manufacturer')} ${values.text('part_number')}`;
}

// Money and the account.

const MONTHS: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric', timeZone: 'UTC' };

/** A period is named by the month in which it begins. */
function monthWords(values: Values): string {
  return new Date(`${values.text('period')}-01`).toLocaleString('en-GB', MONTHS);
}

function centsWords(cents: number): string {
  return dollars(formatUsd(centsToNanoUsd(cents)));
}

function paymentWords(values: Values, names: TrailNames): readonly Detail[] {
  const until = values.all['grace_ends_at_after'];
  return [
    values.has('invoice') ? `Invoice ${values.text('invoice')}` : '',
    values.text('because'),
    typeof until === 'string' ? `Live keys go on until ${dayWords(until, names.nowMs, 'UTC')}` : '',
    values.text('billing_state_after') === 'past_due' ? 'Live keys are refused' : '',
    values.text('billing_state_after') === 'active' ? 'Live keys go on' : '',
  ];
}

function openedWords(values: Values): Words {
  const rest = Object.keys(ACCOUNT_VALUES).filter((name) => !TOLD_FIRST.includes(name) && values.has(name));
  return plain([
    `${values.text('name')}, ${values.text('plan_name')}, ${capWords(values.all['spending_cap_cents'] ?? null)}`,
    ...rest.map((name) => `${ACCOUNT_VALUES[name]?.name ?? ''}: ${valueWords(name, values.all[name] ?? null)}`),
  ]);
}

const TOLD_FIRST: readonly string[] = ['name', 'plan', 'plan_name', 'spending_cap_cents'];

interface AccountValue {
  readonly name: string;
  /** The title of the change if only this value changed. */
  readonly title?: string;
  readonly say?: (value: Value) => string;
}

const STATUSES: Readonly<Record<string, string>> = {
  no_active_plan: 'no active plan',
  past_due: 'payment missing',
  trial_ended: 'trial used up',
};

/** The values of an account, in the order in which they are shown. */
const ACCOUNT_VALUES: Readonly<Record<string, AccountValue>> = {
  plan_name: { name: 'Plan', title: 'Plan changed' },
  plan: { name: 'Plan', title: 'Plan changed' },
  name: { name: 'Name', title: 'Account renamed' },
  status: { name: 'State', title: 'State of the account changed' },
  billing_state: {
    name: 'Billing',
    title: 'State of billing changed',
    say: (value) => STATUSES[String(value)] ?? String(value),
  },
  grace_ends_at: { name: 'Live keys go on until', say: (value) => dayWords(String(value), 0, 'UTC') },
  payments_missing: { name: 'Payments missing' },
  spending_cap_cents: { name: 'Spending cap', title: 'Spending cap changed', say: capAmount },
  spending_by_sign_in: { name: 'Spending by assistants that sign in', title: 'Spending by assistants changed' },
  monthly_fee_cents: { name: 'Monthly fee', say: (value) => centsWords(Number(value)) },
  tokens_included: { name: 'Tokens included' },
  overage_price: { name: '1,000 tokens beyond', say: (value) => formatUsd(1_000 * Number(value)) },
  requests_per_minute: { name: 'Requests a minute' },
  batch_size: { name: 'Parts in one call' },
  catalog_rows_per_month: { name: 'Rows a period' },
  research_allowed: { name: 'Research' },
  open_parts: { name: 'Parts researched at a time' },
  not_found_parts_per_day: { name: 'Parts not found a day' },
  trial_allowance_items: { name: 'Records of the trial' },
  trial_research_allowed: { name: 'Research in the trial' },
  grace_days: { name: 'Days until a missing payment stops live keys' },
  anchor_day: { name: 'First day of the period' },
  billing_customer: { name: 'Customer number at the billing system', title: 'Billing connected' },
};

function accountWords(values: Values): Words {
  const changed = Object.keys(ACCOUNT_VALUES).filter((name) => `${name}_after` in values.all);
  // The plan's name is shown; its code is for programs.
  const shown = changed.filter((name) => name !== 'plan' || !changed.includes('plan_name'));
  const [first] = shown;
  const title = first === undefined ? undefined : ACCOUNT_VALUES[first]?.title;
  const isTold = title !== undefined && (shown.length === 1 || first === 'plan_name');
  return labelChange(
    isTold ? title : 'Account changed',
    shown.map((name, place) => ({
      ...(!(isTold && place === 0) && { name: ACCOUNT_VALUES[name]?.name ?? '' }),
      before: valueWords(name, values.all[`${name}_before`] ?? null),
      after: valueWords(name, values.all[`${name}_after`] ?? null),
    })),
  );
}

function valueWords(name: string, value: Value): string {
  if (name === 'spending_cap_cents') return capAmount(value);
  if (value === null) return name === 'monthly_fee_cents' ? 'on request' : 'none';
  const say = ACCOUNT_VALUES[name]?.say;
  if (say !== undefined) return say(value);
  if (typeof value === 'boolean') return value ? 'allowed' : 'not allowed';
  return typeof value === 'number' ? count(value) : value;
}

function capAmount(value: Value): string {
  return value === null ? 'no cap' : centsWords(Number(value));
}

function capWords(value: Value): string {
  return value === null ? 'no spending cap' : `a spending cap of ${capAmount(value)}`;
}
