/** lookup_parts: up to 50 records at once, answered in the order of the request (specification section 4.2). */
import * as z from 'zod';
import type { ServiceError } from '../../errors.ts';
import { candidateIds, decideFind, keysFor, type PartQuestion } from '../../products/find-part.ts';
import { selectFields, showItem, type ItemSelection, type ShownItem } from '../../products/item-selection.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { chargeForItems } from '../charge-for-items.ts';
import { defineTool } from '../define-tool.ts';
import { itemReferenceOutput } from '../item-output.ts';
import { readPartQuestion } from '../part-question.ts';
import {
  fieldsInput,
  gtinInput,
  includeInput,
  manufacturerInput,
  minConfidenceInput,
  partNumberInput,
} from '../tool-inputs.ts';

const input = z.strictObject({
  items: z
    .array(
      z.strictObject({
        manufacturer: manufacturerInput.optional(),
        part_number: partNumberInput.optional(),
        gtin: gtinInput.optional(),
      }),
    )
    .min(1)
    .max(50)
    .describe('The parts, 1 to 50; each needs manufacturer and part_number, or gtin.'),
  fields: fieldsInput.optional(),
  include: includeInput.optional(),
  min_confidence: minConfidenceInput.optional(),
});

const position = z.int();
const output = () =>
  z.looseObject({
    found: z.array(z.looseObject({ input_index: position, item: itemReferenceOutput() })),
    not_found: z.array(z.looseObject({ input_index: position })),
  });

interface Query {
  readonly questions: readonly PartQuestion[];
  readonly selection: ItemSelection;
  readonly minConfidence: number | undefined;
}

export const lookupParts = defineTool({
  name: 'lookup_parts',
  title: 'Look up many parts',
  description:
    'Find up to 50 products in one call, each by manufacturer and part number or by barcode number. Use it for lists; ' +
    'the answer names the position of each part in your list. Parts not found are free.',
  input,
  output,
  scope: 'items:read',
  changesData: false,
  check,
  prefetch: async ({ questions }, { products }) => products.readKeys(keysFor(questions)),
  async read({ questions, selection }, entriesByQuestion, { services, caller }) {
    // A batch that will be refused, free, must not cost the reading of its records.
    const tooLarge = questions.length > caller.account.terms.batchSize;
    const itemIds = tooLarge ? [] : candidateIds(entriesByQuestion);
    return { entriesByQuestion, records: await services.products.readItems(itemIds, selection.sections) };
  },
  async answer({ questions, selection, minConfidence }, { entriesByQuestion, records }, { caller }) {
    const { batchSize } = caller.account.terms;
    if (questions.length > batchSize) return fail(aboveBatchSize(questions.length, batchSize));
    const shown = new Map<string, ShownItem>();
    const found: { input_index: number; item: ShownItem }[] = [];
    const notFound: { input_index: number }[] = [];
    for (const [index, question] of questions.entries()) {
      const record = decideFind(question, entriesByQuestion[index] ?? [], records).found;
      if (record === null) {
        notFound.push({ input_index: index });
        continue;
      }
      const item = shown.get(record.id) ?? showItem(record, selection, minConfidence);
      shown.set(record.id, item);
      found.push({ input_index: index, item });
    }
    return succeed({
      structured: { found, not_found: notFound },
      summary: `Found ${found.length} of ${questions.length}.${notFound.length > 0 ? ' Those not found cost nothing.' : ''}`,
      // A part that was asked for twice is returned twice and billed once.
      billing: { kind: 'metered', charge: chargeForItems([...shown.values()]) },
    });
  },
});

function check(args: z.infer<typeof input>): Result<Query, ServiceError> {
  const questions: PartQuestion[] = [];
  for (const [index, named] of args.items.entries()) {
    const question = readPartQuestion(named, `items[${index}].`);
    if (!question.ok) return fail(question.reason);
    questions.push(question.value);
  }
  return succeed({
    questions,
    selection: selectFields({ defaults: 'lookup', fields: args.fields, include: args.include }),
    minConfidence: args.min_confidence,
  });
}

function aboveBatchSize(asked: number, batchSize: number): ServiceError {
  return {
    code: 'batch_too_large',
    message: `The call names ${asked} parts; your plan allows ${batchSize} per call. Split the batch.`,
    field: 'items',
  };
}
