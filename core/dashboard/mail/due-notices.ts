/**
 * Decides, purely from stored data, which notices an account's owners get: usage of the included tokens, the spending
 * cap and budgets (80 and 100 %, each once), missing payments, statements, and imports and research that ended. Each
 * event has a name, so that only one email about it is sent.
 */
import { numberText } from '../../number-text.ts';
import { formatUsd, centsToNanoUsd, RESEARCH_PRICE_NANO_USD, type NanoUsd } from '../../money.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { PeriodUsage } from '../../billing/accounts/usage.ts';
import { capStanding, type CapStanding } from '../../billing/meter/cap-standing.ts';
import { periodAt } from '../../billing/meter/periods.ts';
import { cleanText } from '../../clean-text.ts';
import { totalRows, type Catalog } from '../../catalogs/rows/catalog.ts';
import { countGroups } from '../../catalogs/rows/row-groups.ts';
import { isOpen, type EnrichmentRequest } from '../../sourcing/enrichment/enrichment-request.ts';
import { researchCostNanoUsd } from '../../sourcing/enrichment/enrichment-cost.ts';
import { budgetNotices, type BudgetFacts, type BudgetMarks } from './budget-notices.ts';
import type { Notice, ReportedShare } from './notice.ts';
import type { NoticeKind } from '../../access/people/person.ts';
import type { Statement } from '../../billing/statements/statement.ts';
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '../../time.ts';

/** The events that were already reported. */
export interface NoticeMarks {
  readonly tokens: ReportedShare | null;
  readonly cap: ReportedShare | null;
  readonly budgets: BudgetMarks;
  /** `of` is the end of the grace period; 80 percent means that it runs, 100 that it is over. */
  readonly payment: ReportedShare | null;
  /** Events up to this time were reported. */
  readonly importsUntilMs: number;
  readonly researchUntilMs: number;
  readonly statementsUntilMs: number;
}

export interface AccountFacts extends BudgetFacts {
  /** Only the latest catalogs. */
  readonly catalogs: readonly Catalog[];
  readonly requests: readonly EnrichmentRequest[];
  readonly statements: readonly Statement[];
}

interface DueNotices {
  readonly notices: readonly Notice[];
  /** The marks once the notices are sent. */
  readonly marks: NoticeMarks;
}

/** An owner who switches emails on gets none about older events. */
const LOOK_BACK_MS = DAY_MS;
/** Very recent events wait for the next run, because a write in progress may have an earlier time. */
const SETTLED_MS = MINUTE_MS;
/** Research is reported when no request is open, or after this time at the latest. */
const GATHER_MS = HOUR_MS;

/** @param wanted the events that owners chose; other events are neither reported nor marked as reported */
export function dueNotices(
  wanted: ReadonlySet<NoticeKind>,
  marks: NoticeMarks,
  facts: AccountFacts,
  nowMs: number,
): DueNotices {
  const tokens = wanted.has('tokens') ? tokensNotice(marks.tokens, facts, nowMs) : undefined;
  const cap = wanted.has('cap') ? capNotice(marks.cap, facts, nowMs) : undefined;
  const payment = wanted.has('payment') ? paymentNotice(marks.payment, facts, nowMs) : undefined;
  const budgets = wanted.has('budget')
    ? budgetNotices(marks.budgets, facts, nowMs)
    : { notices: [], marks: marks.budgets };
  const untilMs = nowMs - SETTLED_MS;
  const imports = wanted.has('import_ended')
    ? importNotices(facts.catalogs, after(marks.importsUntilMs, nowMs), untilMs)
    : [];
  const research = wanted.has('research_ended')
    ? researchNotice(facts.requests, after(marks.researchUntilMs, nowMs), untilMs)
    : [];
  const statements = wanted.has('statement')
    ? statementNotices(facts.statements, after(marks.statementsUntilMs, nowMs), untilMs)
    : [];
  const shares = [tokens, cap, payment].flatMap((crossing) => crossing?.notices ?? []);
  return {
    notices: [...shares, ...budgets.notices, ...imports, ...research, ...statements],
    marks: {
      tokens: tokens?.told ?? marks.tokens,
      cap: cap?.told ?? marks.cap,
      payment: payment?.told ?? marks.payment,
      budgets: budgets.marks,
      importsUntilMs: imports.length > 0 ? untilMs : marks.importsUntilMs,
      researchUntilMs: research.length > 0 ? untilMs : marks.researchUntilMs,
      statementsUntilMs: statements.length > 0 ? untilMs : marks.statementsUntilMs,
    },
  };
}

function after(markMs: number, nowMs: number): number {
  return Math.max(markMs, nowMs - LOOK_BACK_MS);
}

interface Crossed {
  readonly notices: readonly Notice[];
  readonly told: ReportedShare;
}

/** Reports only the highest share reached; a lower one is not reported afterwards. */
function crossed(
  before: ReportedShare | null,
  reached: { readonly about: 'tokens' | 'cap' | 'payment'; readonly of: string; readonly percent: 80 | 100 },
  sentence: string,
): Crossed | undefined {
  const { about, of, percent } = reached;
  if (before?.of === of && before.percent >= percent) return undefined;
  return { notices: [{ about, event: `${about}:${of}:${percent}`, sentence }], told: { of, percent } };
}

function tokensNotice(before: ReportedShare | null, facts: AccountFacts, nowMs: number): Crossed | undefined {
  const { account } = facts;
  const period = periodAt(account.anchorDay, nowMs);
  const used = facts.usage.periods.get(period.key);
  if (used === undefined || used.tokensIncluded === 0) return undefined;
  const standing = capStanding(facts, nowMs);
  const percent = tokensReached(used, standing);
  if (percent === undefined) return undefined;
  const included = numberText(used.tokensIncluded);
  const sentence =
    percent === 80
      ? `80 % of the included tokens are used: ${numberText(used.tokens)} of ${included}.\nThe period ends on ${dayOf(period.endMs)}.`
      : `The included tokens are used up: ${numberText(used.tokens)} of ${included}.\n${whatFollows(account, used, standing)}`;
  return crossed(before, { about: 'tokens', of: `${period.key}:${used.tokensIncluded}`, percent }, sentence);
}

/** If the cap allows no overage, the included tokens count as used up when less than one item is left. */
function tokensReached(used: PeriodUsage, { leftNanoUsd }: CapStanding): 80 | 100 | undefined {
  const left = used.tokensIncluded - used.tokens;
  if (left <= 0 || (leftNanoUsd === 0 && left < tokensOfRecord(used))) return 100;
  return used.tokens >= (used.tokensIncluded / 5) * 4 ? 80 : undefined;
}

function whatFollows(account: Account, used: PeriodUsage, { leftNanoUsd, resetsAtMs }: CapStanding): string {
  const price = formatUsd(1_000 * used.priceNanoUsdPerToken);
  const until = `until ${dayOf(resetsAtMs)}`;
  if (leftNanoUsd === null) return `Further tokens cost ${price} a thousand ${until}; there is no spending cap.`;
  const cap = formatUsd(centsToNanoUsd(account.spendingCapCents ?? 0));
  if (leftNanoUsd === 0)
    return `The spending cap of ${cap} leaves nothing: calls that cost tokens are refused ${until}.`;
  return `Further tokens cost ${price} a thousand ${until}; the spending cap of ${cap} leaves ${formatUsd(leftNanoUsd)}.`;
}

/** A cap of 0 is not reported, because the included tokens are. */
function capNotice(before: ReportedShare | null, facts: AccountFacts, nowMs: number): Crossed | undefined {
  const standing = capStanding(facts, nowMs);
  const { capNanoUsd, leftNanoUsd, spentNanoUsd, reservedNanoUsd, resetsAtMs } = standing;
  if (capNanoUsd === null || leftNanoUsd === null || capNanoUsd === 0) return undefined;
  const usedNanoUsd = spentNanoUsd + reservedNanoUsd;
  if (usedNanoUsd < (capNanoUsd / 5) * 4) return undefined;
  const { key } = periodAt(facts.account.anchorDay, nowMs);
  const isReached = leftNanoUsd < nextCost(facts.usage.periods.get(key));
  const used = `${formatUsd(usedNanoUsd)} of ${formatUsd(capNanoUsd)}`;
  const reserved = reservedNanoUsd === 0 ? '' : ` ${formatUsd(reservedNanoUsd)} of it is reserved for research.`;
  const sentence = isReached
    ? `The spending cap is reached: ${used}.\nWhat would pass it is refused until ${dayOf(resetsAtMs)}, or until the cap is raised.${reserved}`
    : `80 % of the spending cap is used: ${used}.\nThe period ends on ${dayOf(resetsAtMs)}.${reserved}`;
  const of = `${key}:${facts.account.spendingCapCents ?? 0}`;
  return crossed(before, { about: 'cap', of, percent: isReached ? 100 : 80 }, sentence);
}

/**
 * Returns the price of the next billed call: an item of average size, or research while included tokens are left. A cap
 * is never used to the last cent, because a call that would exceed it is refused entirely.
 */
function nextCost(used: PeriodUsage | undefined): NanoUsd {
  if (used === undefined || used.tokens < used.tokensIncluded) return RESEARCH_PRICE_NANO_USD;
  return Math.max(1, tokensOfRecord(used) * used.priceNanoUsdPerToken);
}

function tokensOfRecord({ tokens, items }: PeriodUsage): number {
  return items === 0 ? 0 : Math.ceil(tokens / items);
}

/**
 * Reports a failed payment once when its grace period starts and once when it ends. The second is not sent if the
 * payment is settled in time.
 */
function paymentNotice(before: ReportedShare | null, { account }: AccountFacts, nowMs: number): Crossed | undefined {
  const { graceEndsAtMs } = account;
  if (graceEndsAtMs === undefined) return undefined;
  const isOver = graceEndsAtMs <= nowMs;
  const sentence = isOver
    ? 'A payment is still missing: calls that return item data are refused.\nThey work again as soon as it is settled.'
    : `A payment failed.\nUnless it is settled, calls that return item data are refused from ${dayOf(graceEndsAtMs)} on.`;
  return crossed(before, { about: 'payment', of: String(graceEndsAtMs), percent: isOver ? 100 : 80 }, sentence);
}

function statementNotices(statements: readonly Statement[], fromMs: number, untilMs: number): readonly Notice[] {
  return statements
    .filter(({ closedAtMs: at }) => at > fromMs && at <= untilMs)
    .map(({ periodKey, totalCents, tokens, partsFound }) => ({
      about: 'statement' as const,
      event: `statement:${periodKey}`,
      sentence: `The statement of ${periodKey} is written: ${formatUsd(centsToNanoUsd(totalCents))}.\n${numberText(tokens)} tokens, ${numberText(partsFound)} parts found by research.`,
    }));
}

function importNotices(catalogs: readonly Catalog[], fromMs: number, untilMs: number): readonly Notice[] {
  return catalogs
    .filter(({ completedAtMs: at }) => at !== null && at > fromMs && at <= untilMs)
    .map((catalog) => {
      const { catalogId, name, status, completedAtMs, toCheck = 0 } = catalog;
      const rows = totalRows(catalog.counts);
      const groups = countGroups(catalog);
      const toDecide = groups.to_decide ?? 0;
      const end = `${cleanText(name, FILE_CHARACTERS)} ${ENDS[status] ?? 'ended'}`;
      const left = toDecide === 0 ? '' : `: ${numberText(toDecide)} to decide`;
      return {
        about: 'import_ended' as const,
        event: `import:${catalogId}:${completedAtMs ?? 0}`,
        sentence: `${end}${left}\n${numberText(groups.matched)} of ${numberText(rows)} rows are matched.`,
        facts: [
          ['File', cleanText(name, FILE_CHARACTERS)],
          ['Matched', numberText(groups.matched)],
          ['To decide', numberText(toDecide)],
          ['Not in the index', numberText(groups.not_in_index)],
          ['Unusable', numberText(groups.unusable)],
          ['Duplicate', numberText(groups.duplicate)],
          ['Left out', numberText(groups.left_out)],
          ...(toCheck > 0 ? [['Check these', numberText(toCheck)] as [string, string]] : []),
        ],
      };
    });
}

const ENDS: Readonly<Partial<Record<Catalog['status'], string>>> = {
  complete: 'is imported',
  failed: 'was not imported to its end',
  cancelled: 'was cancelled',
};

/** The most characters of the name of a file. */
const FILE_CHARACTERS = 80;

/** Reports all research that ended since the last email. */
function researchNotice(requests: readonly EnrichmentRequest[], fromMs: number, untilMs: number): readonly Notice[] {
  const ended = requests.filter(({ settledAtMs: at }) => at !== null && at > fromMs && at <= untilMs);
  const oldestMs = Math.min(...ended.map(({ settledAtMs }) => settledAtMs ?? Infinity));
  if (ended.length === 0 || (requests.some(isOpen) && oldestMs > untilMs - GATHER_MS)) return [];
  const inState = (state: EnrichmentRequest['state']) => numberText(ended.filter((one) => one.state === state).length);
  const cost = ended.reduce((sum, request) => sum + researchCostNanoUsd(request), 0);
  return [
    {
      about: 'research_ended',
      event: `research:${untilMs}`,
      sentence: `Research of ${ended.length === 1 ? '1 part' : `${numberText(ended.length)} parts`} ended: ${inState('found')} found, ${inState('not_found')} not found.\nWithout a result: ${inState('failed')}. Cost: ${formatUsd(cost)}.`,
    },
  ];
}
