/**
 * lookup_parts returns the items of up to 50 parts, in the order of the request (docs/reference/tools.md#lookup_parts).
 */
import * as z from 'zod/mini';
import type { ServiceError } from '../../../errors.ts';
import { NOT_FOUND, type Part } from '../../../index/lookup/find-part.ts';
import { areMisses, countMisses, readPartRows, decideParts, type PartRows } from '../../../index/lookup/find-parts.ts';
import type { ItemRecord } from '../../../index/items/item-record.ts';
import { selectFields, showItem, type ItemSelection, type ShownItem } from '../../../index/items/item-selection.ts';
import { fail, succeed, type Result } from '../../../result.ts';
import { answerTooLarge } from '../answer-size.ts';
import { BoundedReads } from '../bounded-reads.ts';
import { chargeForItems } from '../../../billing/meter/charge-for-items.ts';
import { defineTool, type ToolAnswer, type ToolCall } from '../define-tool.ts';
import { started } from '../../../started.ts';
import { itemReferenceOutput } from '../item-output.ts';
import type { KnownOfMisses, MissAdvice, MissedPart } from '../missed-parts.ts';
import { describePartProblem, readPart } from '../../../index/lookup/read-part.ts';
import { spellingMessage } from '../spelling-message.ts';
import { listStateMessage, type PlacedItem } from '../state-message.ts';
import { described, fieldsInput, includeInput, minConfidenceInput, partInputs } from '../tool-inputs.ts';

const input = z.strictObject({
  items: described(
    z
      .array(
        z.pipe(
          z.strictObject({
            ...partInputs,
          }),
          z.transform((named) => readPart(named)),
        ),
      )
      .check(z.minLength(1), z.maxLength(50)),
    '1 to 50 parts, each with manufacturer and part_number, or with gtin.',
  ),
  fields: z.optional(fieldsInput),
  include: z.optional(includeInput),
  min_confidence: z.optional(minConfidenceInput),
});

const position = z.int();
const output = () =>
  z.looseObject({
    found: z.array(
      z.looseObject({ input_index: position, item: itemReferenceOutput(), message: z.optional(z.string()) }),
    ),
    not_found: z.array(z.looseObject({ input_index: position, message: z.optional(z.string()) })),
    message: z.optional(z.string()),
  });
type Output = z.infer<ReturnType<typeof output>>;

interface Query {
  readonly parts: readonly Part[];
  /** The position in the request of each part. */
  readonly places: readonly number[];
  /** The entries that name no part. */
  readonly unread: Output['not_found'];
  readonly entries: number;
  readonly selection: ItemSelection;
  readonly minConfidence: number | undefined;
}

export const lookupParts = defineTool({
  name: 'lookup_parts',
  title: 'Look up many parts',
  description:
    'Find up to 50 products in one call (fewer on some plans: get_usage), each by manufacturer and part number or by barcode. Use it for a list ' +
    'such as a bill of materials; for one part use lookup_part, for words search_items, for an uploaded list get_catalog_items. found has the ' +
    'short records, not_found the rest, each with a message that says what to try and perhaps candidates; input_index is the place in items, from ' +
    '0. An entry that names no part is a not_found, too; a list that is too long is refused, free. Billed by size (about 150 tokens a record), a ' +
    'part that is listed twice once; not found is free. For long lists name few fields. The message of the list counts known states and names ' +
    'inactive parts; a state that is not told is unknown, not active: for each add include: ["attributes"].',
  input,
  output,
  scope: 'items:read',
  changesData: false,
  partsIn: ({ items }) => items.length,
  less: (fitting) => `at most ${fitting} items, or "fields":["mpn","title"]`,
  begin({ items, fields, include, min_confidence: minConfidence }) {
    const readable = items.flatMap((part, index) => (part.ok ? [{ index, part: part.value }] : []));
    const unread = items.flatMap((part, index) =>
      part.ok ? [] : [{ input_index: index, message: describePartProblem(part.reason).message }],
    );
    const parts = readable.map(({ part }) => part);
    const places = readable.map(({ index }) => index);
    const query = {
      parts,
      places,
      unread,
      entries: items.length,
      selection: selectFields({ defaults: 'lookup', fields, include }),
      minConfidence,
    };
    return succeed(({ index }) => {
      const rows = started(readPartRows(index, parts));
      return {
        expects: () => rows.then((read) => (areMisses(read) ? 'nothing' : 'items')),
        misses: () => rows.then((read) => countMisses(parts, read)),
        answer: async (call) => answerList(query, await rows, call),
      };
    });
  },
});

async function answerList(
  { parts, places, unread, entries, selection, minConfidence }: Query,
  rows: PartRows,
  call: ToolCall,
): Promise<Result<ToolAnswer<Output>, ServiceError>> {
  const { batchSize } = call.caller.account.terms;
  // No items are read yet, so a refused batch is free.
  if (entries > batchSize) return fail(aboveBatchSize(entries, batchSize));
  const show = (item: ItemRecord) => showItem(item, selection, minConfidence);
  const reads = new BoundedReads(call.ports.index, show, rows.entries.flat());
  const decisions = await decideParts(reads, parts, rows, selection.sections);
  if (reads.isTooMuch) return fail(answerTooLarge());
  const shownItems = new Map<string, ShownItem>();
  const found: Output['found'] = [];
  const missed: MissedAt[] = [];
  const placed: PlacedItem[] = [];
  for (const [place, part] of parts.entries()) {
    const index = places[place] ?? place;
    const decision = decisions[place] ?? NOT_FOUND;
    if (decision.found === null) {
      missed.push({
        index,
        part,
        nearPartNumbers: decision.nearPartNumbers,
        manufacturers: decision.manufacturers,
      });
      continue;
    }
    const { id } = decision.found;
    const item = shownItems.get(id) ?? showItem(decision.found, selection, minConfidence);
    shownItems.set(id, item);
    placed.push({ place: index, item: decision.found });
    const message = spellingMessage(part, item);
    found.push({ input_index: index, item, ...(message !== undefined && { message }) });
  }
  const states = listStateMessage(placed, { placeName: 'input_index', nowMs: call.nowMs, minConfidence });
  const misses = missed.length === 0 ? undefined : await import('../missed-parts.ts');
  const answered = (known?: KnownOfMisses, candidates = call.candidates) => ({
    ...answerOf(
      { found, missed, unread, states },
      misses?.describeMisses(missed, { ...call, candidates }, known) ?? [],
    ),
    withoutCandidates: () => answered(known, 0),
  });
  return succeed({
    ...answered(),
    // A part that was requested twice is returned twice and billed once.
    billing: { kind: 'metered', charge: chargeForItems([...shownItems.values()]) },
    found: found.length,
    ...(misses !== undefined && { addLate: async () => answered(await misses.readForMisses(missed, call)) }),
  });
}

interface MissedAt extends MissedPart {
  readonly index: number;
}

interface FoundAndMissed {
  readonly found: Output['found'];
  readonly missed: readonly MissedAt[];
  readonly unread: Output['not_found'];
  /** One sentence about the lifecycle states of the found items. */
  readonly states: string | undefined;
}

/** @param advice about the missed parts, in order */
function answerOf({ found, missed, unread, states }: FoundAndMissed, advice: readonly MissAdvice[]) {
  const notFound = [...missed.map(({ index }, place) => ({ input_index: index, ...advice[place] })), ...unread].sort(
    (a, b) => a.input_index - b.input_index,
  );
  const misses = notFound.length > 0 ? ` Those not found cost nothing; the message of each says what to do.` : '';
  return {
    structured: { found, not_found: notFound, ...(states !== undefined && { message: states }) },
    summary: `Found ${found.length} of ${found.length + notFound.length}.${misses}${states === undefined ? '' : ` ${states}`}`,
  };
}

function aboveBatchSize(asked: number, batchSize: number): ServiceError {
  return {
    code: 'batch_too_large',
    message: `The call names ${asked} parts; your plan allows ${batchSize} per call. Split the batch.`,
    field: 'items',
    figures: { limit: batchSize, limitOf: 'parts a call', asked },
  };
}
