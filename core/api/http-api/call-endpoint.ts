/**
 * Calls an endpoint's tool, and for a look-up with `queue` also requests enrichment of a part that was not found. Both
 * count as one request for the rate limit and as one call in the assistant's activity.
 */
import type { JsonObject } from '../../json.ts';
import type { ServiceError } from '../../errors.ts';
import type { Candidate } from '../../index/lookup/candidate.ts';
import type { UsageFigures } from '../../billing/accounts/usage.ts';
import { usageFigures } from '../../billing/meter/usage-figures.ts';
import { CallActivity } from '../tools/call-activity.ts';
import { failed } from '../tools/failed-call.ts';
import type { CallContext, ToolCallResult } from '../tools/call-context.ts';
import { callTool } from '../tools/call-tool.ts';
import { prepareTool } from '../tools/define-tool.ts';
import { requestEnrichmentTool } from '../tools/definitions/request-enrichment.ts';
import { researchByGtinOnly, type ApiCall } from './read-call.ts';

export type ApiCallResult =
  | ToolCallResult
  /** The part is not found, and research is queued or in progress. */
  | {
      readonly kind: 'researching';
      readonly data: JsonObject;
      readonly figures: UsageFigures;
      readonly checkBackAfterMs: number;
    }
  /**
   * The part is not found, and its enrichment request is refused. Candidates are text of items, so they are outside the
   * error.
   */
  | {
      readonly kind: 'not_researched';
      readonly error: ServiceError;
      readonly figures: UsageFigures;
      readonly advice: string | undefined;
      readonly candidates: readonly Candidate[] | undefined;
    };

export async function callEndpoint(
  { call, queue, args }: Pick<ApiCall, 'call' | 'queue' | 'args'>,
  context: CallContext & { readonly baseUrl: string },
): Promise<ApiCallResult> {
  if (!queue) return callTool(call, context);
  const once = { ...context, activity: new CallActivity(context) };
  const result = await callTool(call, once);
  if (result.kind !== 'answered' || (result.answer.structured as JsonObject)['found'] !== false) return result;
  return queueResearch(args, once);
}

async function queueResearch(
  { gtin, manufacturer, part_number: number }: JsonObject,
  context: CallContext & { readonly baseUrl: string },
): Promise<ApiCallResult> {
  // The look-up used only the GTIN. Research by the names sent with the GTIN could find, and bill, another part.
  if (isGiven(gtin) || !isGiven(manufacturer) || !isGiven(number)) return failed(researchByGtinOnly('gtin'), context);
  if (!context.caller.scopes.has('enrich:write')) return failed(withoutScope(), context);
  const items = [{ manufacturer, part_number: number }];
  const result = await callTool(prepareTool(requestEnrichmentTool, { items }), context);
  if (result.kind !== 'answered') return result;
  const [entry] = (result.answer.structured as { readonly results: readonly ResearchEntry[] }).results;
  if (entry === undefined) throw new Error('A request for a part is answered with an entry.');
  const { input_index: _place, ...research } = entry;
  // The item was indexed between the two reads.
  if (research.status === 'already_in_index')
    return { ...result, answer: { ...result.answer, structured: { found: true, item: research.item } } };
  if (research.status === 'refused') return notResearched(result.answer.refused, research, context);
  const statusUrl = `${context.baseUrl}/v1/enrichment?${new URLSearchParams({ manufacturer, mpn: number }).toString()}`;
  return {
    kind: 'researching',
    data: { found: false, item: null, status_url: statusUrl, research },
    figures: result.figures,
    checkBackAfterMs: Date.parse(research.check_back_after ?? ''),
  };
}

/** An entry of request_enrichment's answer (docs/reference/behavior.md#enrichment-result). */
interface ResearchEntry {
  readonly input_index: number;
  readonly status: 'already_in_index' | 'queued' | 'refused';
  readonly item: unknown;
  readonly check_back_after: string | null;
  readonly message: string | null;
  readonly candidates?: readonly Candidate[];
}

function notResearched(
  [error]: readonly ServiceError[] = [],
  { message, candidates }: Pick<ResearchEntry, 'message' | 'candidates'>,
  context: CallContext,
): ApiCallResult {
  if (error === undefined) throw new Error('A refused entry says why.');
  // Only for the log; the outcome below has the advice, too.
  failed(error, context);
  return {
    kind: 'not_researched',
    error: candidates === undefined ? error : { ...error, message: `${error.message} meta.candidates names them.` },
    figures: usageFigures(context.caller, context.nowMs),
    advice: candidates === undefined ? undefined : (message ?? undefined),
    candidates,
  };
}

function withoutScope(): ServiceError {
  return {
    code: 'plan_required_for_enrich',
    message:
      'Research needs a live key with the scope enrich:write on a paid plan. Use one, or look the part up without queue=true.',
  };
}

function isGiven(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
