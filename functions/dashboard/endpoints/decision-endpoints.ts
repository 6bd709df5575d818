/**
 * Endpoints that show suggestions, confirm and take back decisions on rows, and list, forget and restore remembered
 * matches. All are limited to the session's account.
 */
import * as z from 'zod/mini';
import { confirmItem } from '../../../core/catalogs/import/correct-row.ts';
import { rejectMatch, undoDecision, type UndoRefusal } from '../../../core/catalogs/import/undo-decision.ts';
import { rematchUses, type RematchPlace } from '../../../core/catalogs/import/rematch-uses.ts';
import type { CatalogRow } from '../../../core/catalogs/rows/catalog.ts';
import type { LearnedKey } from '../../../core/catalogs/rows/learned-matches.ts';
import { listDecisions } from '../../../core/dashboard/views/learned-data.ts';
import { describeBillingRefusal } from '../../../core/billing/meter/billing-refusal.ts';
import type { Result } from '../../../core/result.ts';
import { dayOf } from '../../../core/time.ts';
import {
  correctorOf,
  correctedData,
  orRefuse,
  requireBillableCatalog,
  requireOwnCatalog,
  catalogIdInput,
  placeInput,
  rowInput,
  usedAllowanceWords,
} from './catalog-access.ts';
import { billingRefusal } from '../../../core/access/administration/billing-standing.ts';
import { rowAllowanceAt } from '../../../core/catalogs/rows/row-allowance.ts';
import { partChoice, type PartChoice } from '../../../core/dashboard/views/part-choice.ts';
import { readMeantParts } from '../../../core/dashboard/views/suggested-parts.ts';
import { endpoint } from './define-endpoint.ts';
import { refuse } from '../../../core/api/refusals/http-refusal.ts';
import type { CatalogCall } from './catalog-access.ts';
import type { Account } from '../../../core/billing/accounts/account.ts';
import type { DashboardDependencies } from '../dependencies.ts';

const MAX_ROWS = 50;
const LEARNED_A_PAGE = 50;
const rowsInput = z.strictObject({
  catalog_id: catalogIdInput,
  rows: z.array(rowInput).check(z.minLength(1), z.maxLength(MAX_ROWS)),
});
const learnedKeyInput = z.pipe(
  z.string().check(z.regex(/^(?:NUMBER|STATED)#[A-Za-z0-9_-]{43}$/)),
  z.transform((key) => key as LearnedKey),
);

/**
 * "It is right", "They are right": keeps the parts that the rows' words contradict. Uses no row of the allowance. A row
 * without a part, or that changed meanwhile, stays as it is.
 */
export const confirmRows = endpoint({
  method: 'POST',
  path: '/catalogs/right',
  access: 'member',
  input: rowsInput,
  async handle(call) {
    const catalog = await requireBillableCatalog(call);
    const { who, nowMs, onlyByNumber = false } = correctorOf(call);
    const corrector = { who, nowMs, onlyByNumber };
    const [right, unchanged] = await eachRow(call, (row) => confirmItem(call.dependencies, catalog, row, corrector));
    return { data: { right, unchanged } };
  },
});

/**
 * Takes back the decisions on up to fifty rows. A row without a decision, or that changed meanwhile, stays as it is.
 */
export const undoRows = endpoint({
  method: 'POST',
  path: '/catalogs/undo',
  access: 'member',
  input: rowsInput,
  async handle(call) {
    const catalog = await requireBillableCatalog(call);
    const corrector = correctorOf(call);
    const [undone, unchanged] = await eachRow(call, (row) => undoDecision(call.dependencies, catalog, row, corrector));
    return { data: { undone, unchanged } };
  },
});

/**
 * "Not this" and "None of these": forgets a remembered match, or leaves the row without the part that the index
 * matched.
 */
export const rejectRow = endpoint({
  method: 'POST',
  path: '/catalogs/not-this',
  access: 'member',
  input: z.strictObject({ catalog_id: catalogIdInput, row: rowInput }),
  async handle(call) {
    const catalog = await requireBillableCatalog(call);
    const rejected = await rejectMatch(call.dependencies, catalog, call.input.row, correctorOf(call));
    return { data: correctedData(decidedOrRefuse(rejected, call)) };
  },
});

/**
 * Lists the matches that people decided on, fifty a page, newest first: all, or those that the index now has another
 * part for.
 */
export const learnedMatches = endpoint({
  method: 'GET',
  path: '/catalogs/learned',
  readsMuch: true,
  access: 'member',
  input: z.strictObject({
    find: z._default(z.string().check(z.maxLength(100)), ''),
    look: z.optional(z.literal('again')),
    after: placeInput,
  }),
  async handle({ dependencies, signedIn: { account }, input: { find, look, after = 0 } }) {
    const { accountId } = account;
    const members = await dependencies.reports.listMembers(accountId);
    const query = { find, isToLookAt: look === 'again', after, limit: LEARNED_A_PAGE };
    return { data: await listDecisions(dependencies, accountId, members, query) };
  },
});

/** The keys of matches, and where an earlier request of the same keys left their rows. */
const learnedKeysInput = z.strictObject({
  keys: z.array(learnedKeyInput).check(z.minLength(1), z.maxLength(MAX_ROWS)),
  after: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[0-9]{1,2}:(?:(?:cat|rep)_[A-Za-z0-9]{14}#[0-9]{9})?$/)),
      z.transform((place): RematchPlace => ({
        key: Number.parseInt(place, 10),
        after: place.replace(/^[0-9]+:/, '') || null,
      })),
    ),
  ),
});

/** Returns the place as `after` takes it; null if no row is left. */
function placeData(next: RematchPlace | null): string | null {
  return next === null ? null : `${next.key}:${next.after ?? ''}`;
}

interface Rematch {
  readonly keys: readonly LearnedKey[];
  readonly is: 'forgotten' | 'restored';
  readonly after: RematchPlace | undefined;
}

/** Leaves the rows of an account that may not be billed as they are: no row shows an item that its import did not. */
async function rematchIfBillable(
  dependencies: DashboardDependencies,
  account: Account,
  { keys, is, after }: Rematch,
  nowMs: number,
): ReturnType<typeof rematchUses> {
  const refusal = await billingRefusal(dependencies.reports, account, nowMs);
  if (refusal !== undefined) return { changed: 0, next: null };
  return rematchUses(dependencies, account.accountId, keys, is, after);
}

/**
 * Forgets remembered matches: later files are matched without them, and rows of every catalog that got their part by
 * them alone are undecided at once. A request does few of these rows and says where the next one goes on.
 */
export const forgetLearned = endpoint({
  method: 'POST',
  path: '/catalogs/learned/forget',
  access: 'member',
  input: learnedKeysInput,
  async handle({ dependencies, signedIn: { account, member }, input: { keys, after }, nowMs }) {
    const line = { who: member.personId, what: 'match.forgotten', details: {}, atMs: nowMs } as const;
    const all = [...new Set(keys)];
    if (after === undefined) await dependencies.catalogs.forgetLearned(account.accountId, all, nowMs, line);
    const { changed, next } = await rematchIfBillable(
      dependencies,
      account,
      { keys: all, is: 'forgotten', after },
      nowMs,
    );
    if (next === null) await dependencies.catalogs.endForgetting(account.accountId, all);
    return { data: { forgotten: all.length, undecided: changed, next: placeData(next) } };
  },
});

/**
 * Undoes `forgetLearned` for a week: returns the keys that are remembered again, and gives the rows their part again
 * unless a person decided since.
 */
export const restoreLearned = endpoint({
  method: 'POST',
  path: '/catalogs/learned/restore',
  access: 'member',
  input: learnedKeysInput,
  async handle({ dependencies, signedIn: { account, member }, input: { keys, after }, nowMs }) {
    const line = { who: member.personId, what: 'match.restored', details: {}, atMs: nowMs } as const;
    const all = [...new Set(keys)];
    const restored =
      after === undefined ? await dependencies.catalogs.restoreLearned(account.accountId, all, line) : [];
    const { changed, next } = await rematchIfBillable(
      dependencies,
      account,
      { keys: all, is: 'restored', after },
      nowMs,
    );
    return { data: { restored, matched: changed, next: placeData(next) } };
  },
});

/**
 * Returns the parts that a row may mean, with title and confidence. They count as a search: one row of the period's
 * allowance, once a row and day, and nothing if there are none. An account that may not be billed gets none and the
 * reason.
 */
export const suggestRow = endpoint({
  method: 'POST',
  path: '/catalogs/suggestions',
  access: 'member',
  input: z.strictObject({ catalog_id: catalogIdInput, row: rowInput }),
  async handle(call) {
    const { dependencies, signedIn, input, nowMs } = call;
    const [catalog, refusal] = await Promise.all([
      requireOwnCatalog(call),
      billingRefusal(dependencies.reports, signedIn.account, nowMs),
    ]);
    const row = await dependencies.catalogs.findRow(catalog, input.row);
    if (row === undefined) return refuse('not_found', 'The catalog has no such row.', 'row');
    const nothing = (why_not: string | null) => ({ suggestions: [] as PartChoice[], took_row: false, why_not });
    if (refusal !== undefined) return { data: nothing(describeBillingRefusal(refusal, dependencies.settings).message) };
    const parts = await readMeantParts(dependencies.index, row, catalog.headings);
    if (parts.length === 0) return { data: nothing(null) };
    const taken = await dependencies.catalogs.takeRowOnce(
      catalog,
      { row: row.row, day: dayOf(nowMs) },
      rowAllowanceAt(signedIn.account, nowMs),
      {
        who: signedIn.member.personId,
        what: 'catalog.row_searched',
        details: { catalog_id: catalog.catalogId, row: row.row },
        atMs: nowMs,
      },
    );
    if (taken === 'allowance_used') return { data: nothing(usedAllowanceWords(call, 'a look at suggestions')) };
    return {
      data: {
        suggestions: parts.map(({ item, why }) => partChoice(item, { nowMs, writtenGtin: row.gtin, why })),
        /** Whether a row of the allowance was used now. */
        took_row: taken === 'taken',
        /** Why nothing is shown although the row may have suggestions; null if something is, or there is nothing. */
        why_not: null,
      },
    };
  },
});

/**
 * Changes rows one after another, because each write changes the catalog's own row.
 * @returns the rows that changed, and those that did not
 */
async function eachRow(
  { input: { rows } }: { readonly input: { readonly rows: readonly number[] } },
  change: (row: number) => Promise<Result<unknown, unknown>>,
): Promise<[number[], number[]]> {
  const [changed, unchanged]: [number[], number[]] = [[], []];
  for (const row of new Set(rows)) {
    const result = await change(row);
    (result.ok ? changed : unchanged).push(row);
  }
  return [changed, unchanged];
}

function decidedOrRefuse(result: Result<CatalogRow, UndoRefusal>, call: CatalogCall): CatalogRow {
  if (!result.ok && result.reason.kind === 'not_decided')
    return refuse('conflict', 'The row has no part to reject.', 'row');
  return orRefuse(result as Result<CatalogRow, Exclude<UndoRefusal, { kind: 'not_decided' }>>, call);
}
