/**
 * request_enrichment requests research of parts that the index does not have (docs/reference/tools.md#request_enrichment). It is the only tool that
 * changes data and spends money. core/sourcing/enrichment decides what may be requested and its cost; this file only builds the answer.
 */
import * as z from 'zod/mini';
import { described } from '../tool-inputs.ts';
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
  type RequestError,
} from '../../../sourcing/enrichment/request-enrichment.ts';
import type { ServiceError } from '../../../errors.ts';
import { randomAlphanumeric } from '../../../identifiers.ts';
import { secondsUntil } from '../../../clock.ts';
import { RESEARCH_PRICE_USD_TEXT } from '../../../money.ts';
import { NOT_FOUND, type Part } from '../../../index/lookup/find-part.ts';
import { candidatesWrittenAlike } from '../../../index/lookup/candidates-written-alike.ts';
import { countMisses, readPartRows, decideParts, type PartRows } from '../../../index/lookup/find-parts.ts';
import { selectFields } from '../../../index/items/item-selection.ts';
import { fail, succeed, type Result } from '../../../result.ts';
import { fitsProxyPayload } from '../answer-size.ts';
import { idempotencyKeyOfAnother } from '../failed-call.ts';
import { chargeForItems } from '../../../billing/meter/charge-for-items.ts';
import { defineTool, started, type ToolBilling, type ToolCall } from '../define-tool.ts';
import { itemReferenceOutput } from '../item-output.ts';
import { manufacturerInput, partIssue, partNumberInput, readNamedPart } from '../../../index/lookup/read-part.ts';
import { timeText } from '../../../time.ts';

interface AskedFor {
  readonly part: Part & { readonly by: 'part' };
  readonly manufacturer: string;
  readonly description: string | null;
}

const input = z.strictObject({
  items: described(
    z
      .array(
        z.pipe(
          z.strictObject({
            manufacturer: described(manufacturerInput, 'Manufacturer or brand.'),
            part_number: described(partNumberInput, 'Manufacturer part number.'),
            description: described(
              z.optional(z.string().check(z.maxLength(1000))),
              'What the part is, in a few words; helps the research.',
            ),
          }),
          z.transform((item, { issues }): AskedFor => {
            const part = readNamedPart(item.manufacturer, item.part_number);
            if (part.ok) return askedFor(item, part.value);
            issues.push(partIssue(part.reason, item));
            return z.NEVER;
          }),
        ),
      )
      .check(z.minLength(1), z.maxLength(10)),
    'The parts, 1 to 10; a GTIN alone is not accepted.',
  ),
});

const entryOutput = () =>
  z.looseObject({
    input_index: z.int(),
    status: z.enum(['already_in_index', 'queued', 'refused']),
    item: z.nullish(itemReferenceOutput()),
    enrich_price: z.nullish(z.string()),
    charged_only_if_found: z.nullish(z.boolean()),
    check_back_after: z.nullish(z.string()),
    error_code: z.nullish(z.string()),
    message: z.nullish(z.string()),
  });

const output = () => z.looseObject({ results: z.array(entryOutput()), dashboard_url: z.optional(z.string()) });
type Entry = z.infer<ReturnType<typeof entryOutput>>;
type Output = z.infer<ReturnType<typeof output>>;

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

export const requestEnrichmentTool = defineTool({
  name: 'request_enrichment',
  title: 'Request research of parts',
  description:
    'Ask for paid research of up to 10 parts that the index does not have. Use it only after lookup_part or lookup_parts did not find a part and the user ' +
    `wants it researched, not to look parts up or to wait for results. Each part costs ${RESEARCH_PRICE_USD_TEXT} USD, only if it is found and at most once, and counts ` +
    'toward the spending cap; asking again for a queued part is free. Status by part: queued (look it up again after check_back_after), already_in_index ' +
    '(item comes now, billed by size), refused (nothing charged; do what message says before asking again). Needs a paid plan, or a trial that allows research.',
  input,
  output,
  scope: 'enrich:write',
  changesData: true,
  less: (fitting) => `at most ${fitting} items`,
  begin({ items }) {
    return succeed(({ products }) => {
      const namedParts = items.map(({ part }) => part);
      const rows = started(readPartRows(products, namedParts));
      return {
        misses: async () => countMisses(namedParts, await rows),
        answer: async (call, counted) => {
          const { parts, ...known } = await readKnown(items, await rows, call);
          const services = await counted();
          const { caller, nowMs } = call;
          const attempt = `enr_${randomAlphanumeric(20)}`;
          const { receipt, candidates } = call;
          const request = { caller, parts, attempt, counted: true, nowMs, candidates, receipt };
          const requested = await requestEnrichment(services, request, known, (plan) => deliverable(plan, call));
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
            refused: plain.flatMap((answer) =>
              answer.kind === 'refused' ? [describeRefused(answer.refusal, call)] : [],
            ),
          });
        },
      };
    });
  },
});

/** Reads, before anything is written, the parts in the index and the account's enrichment requests. */
async function readKnown(
  items: readonly AskedFor[],
  rows: PartRows,
  { services, caller, nowMs }: ToolCall,
): Promise<Known> {
  const { accountId } = caller.account;
  const namedParts = items.map(({ part }) => part);
  const names = namedParts.map((part) => numberName(part, part.verbatim));
  const { sections } = selectFields({ defaults: 'lookup' });
  const [decisions, { requests, load }] = await Promise.all([
    decideParts(services.products, namedParts, rows, sections),
    caller.client.kind === 'test' ? NOTHING_ASKED : services.enrichment.readBeforeRequest(accountId, names, nowMs),
  ]);
  const parts = items.map(({ part, manufacturer, description }, index): PartInCall => {
    const decision = decisions[index] ?? NOT_FOUND;
    return {
      name: { manufacturerKey: part.manufacturerKey, part: part.part },
      asked: { manufacturer, partNumber: part.verbatim, description },
      record: decision.found,
      alike: decision.found === null ? candidatesWrittenAlike(decision, manufacturer, part.verbatim) : [],
    };
  });
  return { parts, requests: new Map(requests.map((request) => [numberId(request), request])), load };
}

function askedFor(
  { manufacturer, description = '' }: { readonly manufacturer: string; readonly description?: string | undefined },
  part: AskedFor['part'],
): AskedFor {
  return { part, manufacturer: manufacturer.trim(), description: description.trim() || null };
}

/** Refuses the whole call when one plan or billing reason forbids all of it, or when its answer could not be delivered. */
function deliverable(plan: EnrichmentPlan, call: ToolCall): Result<undefined, ServiceError> {
  const refusals = plan.answers.map((answer) => (answer.kind === 'refused' ? answer.refusal : undefined));
  const [first] = refusals;
  if (first !== undefined && isPlanOrBilling(first) && refusals.every((refusal) => refusal?.kind === first.kind))
    return fail(describeRefused(first, call));
  // Once the debit is written, it is too late to refuse.
  if (fitsProxyPayload(JSON.stringify(structuredOf(plan.answers, call)))) return succeed(undefined);
  return fail({ code: 'batch_too_large', message: 'The answer would be too large. Ask for fewer parts in one call.' });
}

function structuredOf(answers: readonly PartAnswer[], call: ToolCall): Output {
  return {
    results: answers.map((answer, index) => entryOf(index, answer, call)),
    dashboard_url: call.services.dashboardUrl,
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

function describeRefused(refusal: EnrichmentRefusal, { caller, services, nowMs }: ToolCall): ServiceError {
  const error = describeEnrichmentRefusal(refusal, services, capStanding(caller, nowMs));
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
  const said = parts.flatMap(([number, words]) => (number > 0 ? [`${number} ${words}`] : [])).join(', ');
  const advice = times.length > 0 ? ` Look the queued ones up again after ${timeText(Math.max(...times))}.` : '';
  return `${said}.${advice}`;
}

/** Items that the transaction's debit paid for are settled. Without a debit they are metered as in a look-up, and a receipt may cover them. */
function billingOf({ plan, usage, written }: EnrichmentRequested, { caller, nowMs }: ToolCall): ToolBilling {
  if (!written || plan.debit === undefined) {
    const shown = new Map(
      plan.answers.flatMap((answer) => (answer.kind === 'already_in_index' ? [[answer.item.id, answer.item]] : [])),
    );
    return { kind: 'metered', charge: chargeForItems([...shown.values()]) };
  }
  if (usage !== undefined) return { kind: 'settled', figures: figuresAfter(caller, plan.debit, usage, nowMs) };
  // The usage row could not be read afterwards, so these are the figures from before the call, with the billed tokens.
  const tokens = plan.debit.kind === 'period' ? plan.debit.wanted.tokens : 0;
  return { kind: 'settled', figures: { ...usageFigures(caller, nowMs), tokens_billed: tokens } };
}

function problemOf(error: RequestError<ServiceError>): ServiceError {
  if (error.kind === 'unfit') return error.reason;
  return error.kind === 'idempotency_key_of_another' ? idempotencyKeyOfAnother() : contended();
}

function contended(): ServiceError {
  return {
    code: 'conflict',
    message: 'Other calls asked for the same parts at the same moment. Nothing was queued or billed; ask again.',
  };
}
