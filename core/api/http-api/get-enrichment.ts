/**
 * Shows the state of the account's own enrichment request. Assistants do not have this tool: a look-up's message
 * reports the state to them. It is defined as a tool so that it follows the path of every call.
 */
import * as z from 'zod/mini';
import { described } from '../tools/tool-inputs.ts';
import type { ServiceError } from '../../errors.ts';
import type { EnrichmentRequest } from '../../sourcing/enrichment/enrichment-request.ts';
import { REQUEST_STATES } from '../../sourcing/enrichment/request-states.ts';
import {
  describePartProblem,
  manufacturerInput,
  partNumberInput,
  readNamedPart,
} from '../../index/lookup/read-part.ts';
import { fail, succeed } from '../../result.ts';
import { timeText } from '../../time.ts';
import { defineTool } from '../tools/define-tool.ts';

const input = z.strictObject({
  manufacturer: described(manufacturerInput, 'Manufacturer or brand.'),
  // A copy, because request_enrichment describes the same schema in other words.
  part_number: described(partNumberInput.clone(), 'Manufacturer part number.'),
});

const text = z.nullable(z.string());
const output = () =>
  z.looseObject({
    state: z.enum(REQUEST_STATES),
    requested_at: z.string(),
    check_back_after: text,
    settled_at: text,
    item_id: text,
    charged: z.boolean(),
  });

export const getEnrichment = defineTool({
  name: 'get_enrichment',
  title: 'Show a request for research',
  description:
    'What became of your own request for the research of a part: its state, and the item when it was found. Free.',
  input,
  output,
  scope: 'items:read',
  changesData: false,
  begin({ manufacturer, part_number }) {
    const part = readNamedPart(manufacturer, part_number);
    if (!part.ok) return fail(describePartProblem(part.reason));
    return succeed(() => ({
      answer: async ({ caller, ports }) => {
        const { isOpen, numberName } = await import('../../sourcing/enrichment/enrichment-request.ts');
        const name = numberName(part.value, part.value.verbatim);
        const { accountId } = caller.account;
        // A test key cannot request enrichment, so it sees no requests.
        const [request] = caller.client.kind === 'test' ? [] : await ports.enrichment.readRequests(accountId, [name]);
        if (request === undefined) return fail(noSuchRequest());
        const summary = `Research: ${request.state}.`;
        return succeed({ structured: show(request, isOpen(request)), summary, billing: { kind: 'free' } });
      },
    }));
  },
});

function show(request: EnrichmentRequest, isOpen: boolean) {
  const { state, requestedAtMs, checkBackAfterMs, settledAtMs, itemId, charged } = request;
  return {
    state,
    requested_at: timeText(requestedAtMs),
    check_back_after: isOpen ? timeText(checkBackAfterMs) : null,
    settled_at: settledAtMs === null ? null : timeText(settledAtMs),
    item_id: itemId,
    charged,
  };
}

function noSuchRequest(): ServiceError {
  return { code: 'not_found', message: 'This account has not asked for research of this part.', field: 'part_number' };
}
