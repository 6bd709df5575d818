/** lookup_part returns one item by manufacturer and part number or by GTIN (docs/reference/tools.md#lookup_part). */
import * as z from 'zod/mini';
import type { StoredItem } from '../../../index/items/item-lifecycle.ts';
import { NOT_FOUND, type Part } from '../../../index/lookup/find-part.ts';
import { areMisses, countMisses, readPartRows, decideParts } from '../../../index/lookup/find-parts.ts';
import { selectFields, showItem, type ItemSelection } from '../../../index/items/item-selection.ts';
import { fail, succeed } from '../../../result.ts';
import { chargeForItems } from '../../../billing/meter/charge-for-items.ts';
import { defineTool, type ToolAnswer, type ToolCall } from '../define-tool.ts';
import { started } from '../../../started.ts';
import { itemOutput } from '../item-output.ts';
import type { KnownOfMisses, MissedPart } from '../missed-parts.ts';
import { describePartProblem, readPart } from '../../../index/lookup/read-part.ts';
import { joinSentences, spellingMessage } from '../spelling-message.ts';
import { stateMessage } from '../state-message.ts';
import { nameItem } from '../quote-for-summary.ts';
import { fieldsInput, includeInput, minConfidenceInput, partInputs } from '../tool-inputs.ts';

const input = z.strictObject({
  ...partInputs,
  fields: z.optional(fieldsInput),
  include: z.optional(includeInput),
  min_confidence: z.optional(minConfidenceInput),
});

const output = () =>
  z.looseObject({ found: z.boolean(), item: z.nullable(itemOutput()), message: z.optional(z.string()) });
type Output = z.infer<ReturnType<typeof output>>;

export const lookupPart = defineTool({
  name: 'lookup_part',
  title: 'Look up one part',
  description:
    'Find one product by manufacturer and part number, or by barcode, and return its short record (no prices, no stock). Use it when the exact ' +
    'part is known, also to see whether it is still made. For several parts use lookup_parts; with words, or without the manufacturer, ' +
    'search_items; with an item id, get_item. If nothing matches, no other part comes instead: found is false and item null, free; message says ' +
    'what to try, and candidates may name up to 3 near parts to ask again with. A record is billed by size (short: about 150 tokens). message ' +
    'tells a part that is not active (obsolete, …); without it the state is active or unknown: for specifications and attributes.lifecycle add ' +
    'include: ["attributes"].',
  input,
  output,
  scope: 'items:read',
  changesData: false,
  less: () => '"fields":["title","description"]',
  begin(args) {
    const read = readPart(args);
    if (!read.ok) return fail(describePartProblem(read.reason));
    const part = read.value;
    const selection = selectFields({ defaults: 'lookup', fields: args.fields, include: args.include });
    return succeed(({ index }) => {
      const rows = started(readPartRows(index, [part]));
      return {
        expects: () => rows.then((read) => (areMisses(read) ? 'nothing' : 'items')),
        misses: () => rows.then((read) => countMisses([part], read)),
        answer: async (call) => {
          const [decision = NOT_FOUND] = await decideParts(index, [part], await rows, selection.sections);
          if (decision.found === null) return succeed(await notFound({ part, ...decision }, call));
          return succeed(found(part, decision.found, { selection, minConfidence: args.min_confidence }, call));
        },
      };
    });
  },
});

interface Shown {
  readonly selection: ItemSelection;
  readonly minConfidence: number | undefined;
}

function found(
  part: Part,
  stored: StoredItem,
  { selection, minConfidence }: Shown,
  { nowMs }: ToolCall,
): ToolAnswer<Output> {
  const item = showItem(stored, selection, minConfidence);
  const message = joinSentences([spellingMessage(part, item), stateMessage(stored, nowMs, minConfidence)]);
  return {
    structured: { found: true, item, ...(message !== undefined && { message }) },
    summary: [`Found ${nameItem(item)}.`, message].filter(Boolean).join(' '),
    billing: { kind: 'metered', charge: chargeForItems([item]) },
  };
}

/** Loads what only misses need. */
async function notFound(missed: MissedPart, call: ToolCall): Promise<ToolAnswer<Output>> {
  const { describeMisses, readForMisses } = await import('../missed-parts.ts');
  const saying = (known?: KnownOfMisses, candidates = call.candidates) => {
    const [advice] = describeMisses([missed], { ...call, candidates }, known);
    return {
      structured: { found: false, item: null, ...advice },
      summary: `Not found, nothing billed. ${advice?.message}`,
      withoutCandidates: () => saying(known, 0),
    };
  };
  return {
    ...saying(),
    billing: { kind: 'free' },
    found: 0,
    addLate: async () => saying(await readForMisses([missed], call)),
  };
}
