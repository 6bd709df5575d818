/** Answers request_enrichment. Loaded by the first such call of a process. */
import { capStanding } from '../../../billing/meter/cap-standing.ts';
import { figuresAfter } from '../../../billing/meter/meter-call.ts';
import { usageFigures } from '../../../billing/meter/usage-figures.ts';
import {
  describeEnrichmentRefusal,
  isPlanOrBilling,
  withoutItemText,
  type EnrichmentRefusal,
} from '../../../sourcing/enrichment/enrichment-refusal.ts';
import type { EnrichmentRequest } from '../../../sourcing/enrichment/enrichment-request.ts';
import { numberId, numberName } from '../../../sourcing/enrichment/enrichment-request.ts';
import type { ResearchLoad } from '../../../sourcing/enrichment/enrichment-store.ts';
import type {
  EnrichmentPlan,
  PartAnswer,
  PartInCall,
  ResearchPrice,
} from '../../../sourcing/enrichment/plan-enrichment.ts';
import {
  requestEnrichment,
  type EnrichmentRequested,
  type RequestRefusal,
} from '../../../sourcing/enrichment/request-enrichment.ts';
import type { ServiceError } from '../../../errors.ts';
import { randomAlphanumeric } from '../../../identifiers.ts';
import { RESEARCH_PRICE_USD_TEXT } from '../../../money.ts';
import { NOT_FOUND, type PartByNumber } from '../../../index/lookup/find-part.ts';
import type { Candidate } from '../../../index/lookup/candidate.ts';
import { candidatesWrittenAlike } from '../../../index/lookup/candidates-written-alike.ts';
import { decideParts, type PartRows } from '../../../index/lookup/find-parts.ts';
import { selectFields } from '../../../index/items/item-selection.ts';
import { fail, succeed, type Result } from '../../../result.ts';
import { fitsProxyPayload } from '../answer-size.ts';
import { idempotencyKeyOfAnother } from '../failed-call.ts';
import { chargeForItems } from '../../../billing/meter/charge-for-items.ts';
import type { StartedCall, ToolBilling, ToolCall } from '../define-tool.ts';
import { timeText, secondsUntil } from '../../../time.ts';

export interface AskedFor {
  readonly part: PartByNumber;
  readonly manufacturer: string;
  readonly description: string | null;
}

// Types, not interfaces, because tools return them as plain JSON.
type Entry = {
  readonly input_index: number;
  readonly status: 'already_in_index' | 'queued' | 'refused';
  readonly item?: (PartAnswer & { readonly kind: 'already_in_index' })['item'] | null;
  readonly enrich_price?: string | null;
  readonly charged_only_if_found?: boolean | null;
  readonly check_back_after?: string | null;
  readonly error_code?: string | null;
  readonly message?: string | null;
  readonly candidates?: readonly Candidate[];
};

type Output = { readonly results: Entry[]; readonly dashboard_url: string };
type Answering = StartedCall<Output>['answer'];

interface Known {
  readonly parts: readonly PartInCall[];
  readonly requests: ReadonlyMap<string, EnrichmentRequest>;
  readonly load: ResearchLoad;
}

/** A test key cannot request enrichment, so it has no requests. */
const NOTHING_ASKED: { readonly requests: readonly EnrichmentRequest[]; readonly load: ResearchLoad } = {
  requests: [],
  load: { open: 0, notFoundToday: 0 },
};

export async function answerResearch(
  items: readonly AskedFor[],
  rows: PartRows,
  call: ToolCall,
  counted: Parameters<Answering>[1],
): ReturnType<Answering> {
  const { parts, ...known } = await readKnown(items, rows, call);
  const ports = await counted();
  const { caller, nowMs } = call;
  const attempt = `enr_${randomAlphanumeric(20)}`;
  const { receipt, candidates } = call;
  const request = { caller, parts, attempt, counted: true, nowMs, candidates, receipt };
  const requested = await requestEnrichment(ports, request, known, (plan) => deliverable(plan, call));
  if (!requested.ok) return fail(problemOf(requested.reason));
  const { answers } = requested.value.plan;
  const plain = answers.map((answer) =>
    answer.kind === 'refused' ? { ...answer, refusal: withoutItemText(answer.refusal) } : answer,
  );
  const summary = summarize(answers);
  return succeed({
    structured: structuredOf(answers, call),
    summary,
    withoutCandidates: () => ({ structured: structuredOf(plain, call), summary }),
    billing: billingOf(requested.value, call),
    refused: plain.flatMap((answer) => (answer.kind === 'refused' ? [describeRefused(answer.refusal, call)] : [])),
  });
}

/** Reads, before anything is written, the parts in the index and the account's enrichment requests. */
async function readKnown(
  items: readonly AskedFor[],
  rows: PartRows,
  { ports, caller, nowMs }: ToolCall,
): Promise<Known> {
  const { accountId } = caller.account;
  const namedParts = items.map(({ part }) => part);
  const names = namedParts.map((part) => numberName(part, part.verbatim));
  const { sections } = selectFields({ defaults: 'lookup' });
  const [decisions, { requests, load }] = await Promise.all([
    decideParts(ports.index, namedParts, rows, sections),
    caller.client.kind === 'test' ? NOTHING_ASKED : ports.enrichment.readBeforeRequest(accountId, names, nowMs),
  ]);
  const parts = items.map(({ part, manufacturer, description }, place): PartInCall => {
    const decision = decisions[place] ?? NOT_FOUND;
    return {
      name: { manufacturerKey: part.manufacturerKey, part: part.part },
      asked: { manufacturer, partNumber: part.verbatim, description },
      item: decision.found,
      alike: decision.found === null ? candidatesWrittenAlike(decision, manufacturer, part.verbatim) : [],
    };
  });
  return { parts, requests: new Map(requests.map((request) => [numberId(request), request])), load };
}

/**
 * Refuses the whole call when one plan or billing reason forbids all of it, or when its answer could not be delivered.
 */
function deliverable(plan: EnrichmentPlan, call: ToolCall): Result<undefined, ServiceError> {
  const refusals = plan.answers.map((answer) => (answer.kind === 'refused' ? answer.refusal : undefined));
  const [first] = refusals;
  if (first !== undefined && isPlanOrBilling(first) && refusals.every((refusal) => refusal?.kind === first.kind))
    return fail(describeRefused(first, call));
  // Once the debit is written, it is too late to refuse.
  const json = JSON.stringify(structuredOf(plan.answers, call));
  if (fitsProxyPayload(json.length, () => json)) return succeed(undefined);
  return fail({ code: 'batch_too_large', message: 'The answer would be too large. Ask for fewer parts in one call.' });
}

function structuredOf(answers: readonly PartAnswer[], call: ToolCall): Output {
  return {
    results: answers.map((answer, index) => entryOf(index, answer, call)),
    dashboard_url: call.ports.dashboardUrl,
  };
}

function entryOf(index: number, answer: PartAnswer, call: ToolCall): Entry {
  const { status, ...said } = sayAnswer(answer, call);
  return { input_index: index, status, ...NOTHING, ...said };
}

const NOTHING = {
  item: null,
  enrich_price: null,
  charged_only_if_found: null,
  check_back_after: null,
  error_code: null,
  message: null,
};

function sayAnswer(answer: PartAnswer, call: ToolCall): Pick<Entry, 'status'> & Partial<Entry> {
  switch (answer.kind) {
    case 'already_in_index':
      return { status: 'already_in_index', item: answer.item };
    case 'queued':
      return {
        status: 'queued',
        ...PRICES[answer.price],
        charged_only_if_found: true,
        check_back_after: timeText(answer.checkBackAfterMs),
      };
    case 'refused': {
      const { code, message } = describeRefused(answer.refusal, call);
      const candidates = 'candidates' in answer.refusal ? answer.refusal.candidates : [];
      return { status: 'refused', error_code: code, message, ...(candidates.length > 0 && { candidates }) };
    }
  }
}

function describeRefused(refusal: EnrichmentRefusal, { caller, ports, nowMs }: ToolCall): ServiceError {
  const error = describeEnrichmentRefusal(refusal, ports, capStanding(caller, nowMs));
  if (error.code !== 'rate_limited' || !('askAgainAfterMs' in refusal)) return error;
  return { ...error, retryAfterSeconds: secondsUntil(refusal.askAgainAfterMs, nowMs) };
}

const PRICES: Readonly<Record<ResearchPrice, { enrich_price: string; message: string | null }>> = {
  paid: { enrich_price: RESEARCH_PRICE_USD_TEXT, message: null },
  free: { enrich_price: '0.00', message: 'This account has paid for this part before; it is researched again free.' },
  trial: { enrich_price: '0.00', message: 'Counts as one item of the free trial, only if it is found.' },
};

function summarize(answers: readonly PartAnswer[]): string {
  const count = (kind: PartAnswer['kind']) => answers.filter((answer) => answer.kind === kind).length;
  const times = answers.flatMap((answer) => (answer.kind === 'queued' ? [answer.checkBackAfterMs] : []));
  const parts = [
    [count('already_in_index'), 'already in the index'],
    [count('queued'), 'queued for research'],
    [count('refused'), 'refused'],
  ] as const;
  const counts = parts.flatMap(([number, words]) => (number > 0 ? [`${number} ${words}`] : [])).join(', ');
  const advice = times.length > 0 ? ` Look the queued ones up again after ${timeText(Math.max(...times))}.` : '';
  return `${counts}.${advice}`;
}

/**
 * Items that the transaction's debit paid for are settled. Without a debit they are metered as in a look-up, and a
 * receipt may cover them.
 */
function billingOf({ plan, usage, written }: EnrichmentRequested, { caller, nowMs }: ToolCall): ToolBilling {
  if (!written || plan.debit === undefined) {
    const items = new Map(
      plan.answers.flatMap((answer) => (answer.kind === 'already_in_index' ? [[answer.item.id, answer.item]] : [])),
    );
    return { kind: 'metered', charge: chargeForItems([...items.values()]) };
  }
  if (usage !== undefined) return { kind: 'settled', figures: figuresAfter(caller, plan.debit, usage, nowMs) };
  // The usage row could not be read afterwards, so these are the figures from before the call, with the billed tokens.
  const tokens = plan.debit.kind === 'period' ? plan.debit.wanted.tokens : 0;
  return { kind: 'settled', figures: { ...usageFigures(caller, nowMs), tokens_billed: tokens } };
}

function problemOf(error: RequestRefusal<ServiceError>): ServiceError {
  if (error.kind === 'unfit') return error.reason;
  return error.kind === 'idempotency_key_of_another' ? idempotencyKeyOfAnother() : contended();
}

function contended(): ServiceError {
  return {
    code: 'conflict',
    message: 'Other calls asked for the same parts at the same moment. Nothing was queued or billed; ask again.',
  };
}
