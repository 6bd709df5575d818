/** Every change in an audit trail is shown in words: no stored name, no id that has a name, no value for programs. */
import { describe, expect, test } from 'vitest';
import { ACCOUNT_CHANGES, type AccountChange } from '../../core/billing/accounts/audit-line.ts';
import type { Account } from '../../core/billing/accounts/account.ts';
import { accountValues, changedValues } from '../../core/access/administration/account-values.ts';
import type { TrailData } from '../../core/dashboard/views/dashboard-data.ts';
import { callerIn } from '../support/fixtures/callers.ts';
import { detailText, shownLine } from '../../web/views/dashboard/trail/shown-line.ts';
import { trailCsv } from '../../web/views/dashboard/trail/trail-csv.ts';
import { isOfKind, TRAIL_KINDS, trailLabels, type TrailNames } from '../../web/views/dashboard/trail/trail-labels.ts';

const NAMES: TrailNames = {
  person: (id) => (id === 'per_0000000000000mia' ? 'mia@nordhafen.example' : undefined),
  key: (id) => (id === 'cli_live_1_erp' ? 'ERP nightly sync' : undefined),
  isSignIn: (id) => id === 'cli_live_1_claude',
  catalog: (id) => (id === 'cat_000001a2QTnFYM' ? 'Stückliste Löwe' : undefined),
  upload: (id) => (id === 'upl_1' ? 'stueckliste.csv' : undefined),
  nowMs: Date.parse('2026-11-23T14:03:00.000Z'),
};
const ERP = { client_id: 'cli_live_1_erp' };
const MIA = { person_id: 'per_0000000000000mia' };
const LIST = { upload_id: 'upl_1', catalog_id: 'cat_000001a2QTnFYM', rows: 19 };
const ROW = { catalog_id: 'cat_000001a2QTnFYM', row: 12, outcome: 'cache_hit', item_id: 'itm_0000000000000000' };
const { account: before } = callerIn();
const OTHER: Account = {
  ...before,
  name: 'Löwe GmbH',
  status: 'suspended',
  billingState: 'past_due',
  graceEndsAtMs: Date.parse('2026-11-27T00:00:00.000Z'),
  billingCustomer: 'cus_1',
  unpaid: [{ invoice: 'in_1', failedAtMs: NAMES.nowMs }] as unknown as NonNullable<Account['unpaid']>,
  terms: {
    code: 'enterprise',
    name: 'Enterprise',
    tokensIncluded: 1,
    requestsPerMinute: 2,
    batchSize: 3,
    overagePriceNanoUsdPerToken: 24_500,
    researchAllowed: !before.terms.researchAllowed,
    openParts: 4,
    notFoundPartsPerDay: 5,
    catalogRowsPerMonth: 6,
    monthlyFeeCents: 9_900,
    graceDays: 7,
  },
  spendingCapCents: 2_500,
  anchorDay: 28,
  trialAllowanceItems: 9,
  trialResearchAllowed: !before.trialResearchAllowed,
  spendingBySignIn: !before.spendingBySignIn,
};

const SAID: Readonly<Record<AccountChange, readonly [TrailData['details'], string]>> = {
  'account.created': [
    accountValues({ ...before, name: 'Löwe GmbH', spendingCapCents: 1_000 }),
    'Account opened: Löwe GmbH, Growth, a spending cap of $10.00',
  ],
  'account.set': [
    changedValues({ ...before, spendingCapCents: 1_000 }, { ...before, spendingCapCents: 2_500 }),
    'Spending cap changed: $10.00 → $25.00',
  ],
  'payment.failed': [
    { invoice: 'in_1', event: 'evt_1', grace_ends_at_before: null, grace_ends_at_after: '2026-11-27T00:00:00.000Z' },
    'Payment failed: Invoice in_1; Live keys go on until 27 Nov',
  ],
  'payment.settled': [
    { invoice: 'in_1', event: 'evt_1', billing_state_before: 'past_due', billing_state_after: 'active' },
    'Payment settled: Invoice in_1; Live keys go on',
  ],
  'usage.doubt_resolved': [
    { period: '2026-10', debit: 7, tokens: 1_200, resolution: 'taken_back' },
    'Charge of a failed call taken back: October 2026, 1,200 tokens',
  ],
  'statement.closed': [
    { period: '2026-10', total_nano_usd: 12_386_400_000, total_cents: 1_239 },
    'Statement written: October 2026, $12.39',
  ],
  'statement.corrected': [
    { period: '2026-10', amount_cents: -300, reason: 'A double import', correction_id: 'cor_1' },
    'Statement corrected: October 2026, -$3.00; A double import',
  ],
  'client.created': [
    { ...ERP, kind: 'live', name: 'ERP nightly sync', scopes: 'items:read items:search usage:read' },
    'Key made: ERP nightly sync, live key: look up, usage',
  ],
  'client.rotated': [
    { ...ERP, overlap_ms: 86_400_000, old_secret_valid_until: '2026-11-22T12:00:00.000Z' },
    'Key rotated: ERP nightly sync, the old secret ended yesterday, 12:00',
  ],
  'client.renamed': [
    { ...ERP, name_before: 'ERP', name_after: 'ERP nightly sync' },
    'Key renamed: ERP → ERP nightly sync',
  ],
  'client.scopes_set': [
    { ...ERP, scopes_before: 'items:read items:search', scopes_after: 'items:read items:search catalogs:read' },
    'Permissions of a key changed: ERP nightly sync; look up → look up, catalogs',
  ],
  'client.revoked': [{ ...ERP, revoked_before: false, revoked_after: true }, 'Key revoked: ERP nightly sync'],
  'budget.set': [
    { ...ERP, budget_before: null, budget_after: '50,000 tokens each day' },
    'Budget set: ERP nightly sync; no budget → 50,000 tokens each day',
  ],
  'member.invited': [{ ...MIA, role: 'member' }, 'Member invited: mia@nordhafen.example, as a member'],
  'member.accepted': [{ ...MIA, role: 'owner' }, 'Invitation accepted: mia@nordhafen.example, as an owner'],
  'member.declined': [{ ...MIA, role: 'member' }, 'Invitation declined: mia@nordhafen.example, as a member'],
  'member.invitation_withdrawn': [
    { ...MIA, role: 'member' },
    'Invitation withdrawn: mia@nordhafen.example, as a member',
  ],
  'member.role_set': [
    { ...MIA, role_before: 'member', role_after: 'owner' },
    'Role changed: mia@nordhafen.example: member → owner',
  ],
  'member.notices_set': [
    { ...MIA, notices: 'tokens statement' },
    'Emails chosen: mia@nordhafen.example; 80 % or all of the included tokens are used; A statement is written',
  ],
  'member.removed': [{ ...MIA, role: 'member' }, 'Member removed: mia@nordhafen.example, as a member'],
  'catalog.import_started': [{ upload_id: 'upl_1', bytes: 934 }, 'Import started: stueckliste.csv, 934 bytes'],
  'catalog.imported': [LIST, 'Catalog imported: Stückliste Löwe, 19 rows'],
  'catalog.cancelled': [LIST, 'Import cancelled: Stückliste Löwe, 19 rows until then'],
  'catalog.replacement_started': [
    { upload_id: 'upl_1', replaces: 'cat_000001a2QTnFYM', bytes: 1_234_567 },
    'Replacement started: Stückliste Löwe, by stueckliste.csv, 1.2 MB',
  ],
  'catalog.replaced': [LIST, 'Catalog replaced: Stückliste Löwe, 19 rows'],
  'catalog.row_accepted': [ROW, 'Part chosen for a row: Row 12 of Stückliste Löwe'],
  'catalog.row_fixed': [
    { ...ROW, outcome: 'not_found', item_id: null },
    'Row corrected: Row 12 of Stückliste Löwe, still not in the index',
  ],
  'catalog.row_taken_back': [ROW, 'Decision on a row taken back: Row 12 of Stückliste Löwe'],
  'match.forgotten': [{}, 'Remembered match forgotten'],
  'match.restored': [{}, 'Forgotten match remembered again'],
  'catalog.row_searched': [ROW, 'Index searched for a row: Row 12 of Stückliste Löwe; it took one row'],
  'research.asked_for_catalog': [{ catalog: 'cat_000001a2QTnFYM' }, 'Research of a catalog started: Stückliste Löwe'],
  'research.retried': [
    { manufacturer: 'Bourns', part_number: 'CRM2512', state: 'failed', attempt: 'a1' },
    'Research repeated: Bourns CRM2512',
  ],
  'research.cancelled': [
    { manufacturer: 'Bourns', part_number: 'CRM2512', state: 'queued', attempt: 'a1' },
    'Research cancelled: Bourns CRM2512; nothing is charged',
  ],
};

function lineOf(what: string, details: TrailData['details'], who = 'per_0000000000000mia'): TrailData {
  return { at: '2026-11-23T09:29:00.000Z', who, what, details };
}

function wordsOf(what: string, details: TrailData['details']): string {
  const words = trailLabels(lineOf(what, details), NAMES);
  const said = words.details.map(detailText).join('; ').replaceAll('\u00A0', ' ');
  return said === '' ? words.title : `${words.title}: ${said}`;
}

describe('a change in the audit trail', () => {
  test.each(ACCOUNT_CHANGES)('of the kind %s is shown in words, and belongs to a group of the filter', (what) => {
    const [details, words] = SAID[what];
    const all = wordsOf(what, details);
    expect(what === 'account.created' ? all.slice(0, words.length) : all).toBe(words);
    expect(TRAIL_KINDS.some((kind) => isOfKind(lineOf(what, details), kind))).toBe(true);
  });

  test('of an account names each value that can change, in words', () => {
    for (const details of [changedValues(before, OTHER), changedValues(OTHER, before)]) {
      const words = wordsOf('account.set', details);
      const names = Object.keys(details).flatMap((name) => name.replace(/_(before|after)$/, ''));
      // The plan's code is shown as its name.
      expect(new Set(names).size - 1).toBe(words.split('; ').length);
      expect(words).not.toMatch(/[a-z]_[a-z]|true|false|undefined|null|NaN|: →/);
      expect(words).toContain('Billing: ');
    }
    expect(wordsOf('account.set', changedValues(before, OTHER))).toContain('1,000 tokens beyond: $0.03 → $0.0245');
    const plan = { ...before, terms: { ...before.terms, code: 'scale', name: 'Scale' } };
    expect(wordsOf('account.set', changedValues(before, plan as Account))).toBe('Plan changed: Growth → Scale');
    expect(wordsOf('account.created', accountValues(OTHER))).not.toMatch(/[a-z]_[a-z]|true|false|undefined|null|NaN/);
  });

  test('says why a sign-in ended, and marks what no longer has a name', () => {
    const revoked = { client_id: 'cli_live_1_claude', revoked_before: false, revoked_after: true };
    expect(wordsOf('client.revoked', { ...revoked, because: 'refresh_token_replayed' })).toBe(
      'Sign-in ended: cli_live_1_claude: a refresh token was used twice',
    );
    expect(wordsOf('client.rotated', { ...ERP, overlap_ms: 0, old_secret_valid_until: null })).toBe(
      'Key rotated: ERP nightly sync, the old secret ended immediately',
    );
    expect(wordsOf('member.removed', { person_id: 'per_0000000000gone00', role: 'owner' })).toBe(
      'Member removed: a former member, as an owner',
    );
    expect(wordsOf('catalog.imported', { ...LIST, to_check: 2 })).toContain('19 rows, 2 to check');
    expect(wordsOf('catalog.imported', { ...LIST, catalog_id: 'cat_000001Zz81KmTf' })).toContain(
      'a catalog (cat_000001Zz81KmTf)',
    );
  });

  test('of a kind that a later version wrote is shown without its stored name', () => {
    expect(wordsOf('galaxy.moved', { star_id: 'x' })).toBe('Another change');
    expect(TRAIL_KINDS.some((kind) => isOfKind(lineOf('galaxy.moved', {}), kind))).toBe(false);
  });

  test.each([
    ['per_0000000000000mia', 'mia@nordhafen.example', false],
    ['per_0000000000gone00', 'a former member', false],
    ['olga', 'olga', true],
    ['billing system', 'the billing system', false],
    ['statement close', 'the system', false],
    ['token endpoint', 'the system', false],
  ])('shows the actor %s as %s', (who, name, isOperator) => {
    expect(shownLine(lineOf('client.revoked', ERP, who), NAMES).who).toEqual({ name, isOperator });
  });

  test('is found by its words, its members and its ids, and is exported without formulas', () => {
    const details = { ...ERP, name_before: '=HYPERLINK("x")', name_after: 'ERP "new"' };
    const line = shownLine(lineOf('client.renamed', details, 'olga'), NAMES);
    for (const word of ['Key renamed', 'olga', 'ERP "new"', 'cli_live_1_erp']) expect(line.text).toContain(word);
    expect(trailCsv([line]).join('')).toBe(
      '\uFEFFWhen,Who,What,Details,Ids\r\n2026-11-23T09:29:00.000Z,olga (operator),Key renamed,"\'=HYPERLINK(""x"") → ERP ""new""",cli_live_1_erp\r\n',
    );
  });
});
