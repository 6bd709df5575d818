/** lookup_part: one record, by maker and part number or by barcode (specification section 4.2). */
import * as z from 'zod';
import type { ServiceError } from '../../errors.ts';
import { candidateIds, decideFind, keysFor, type PartQuestion } from '../../products/find-part.ts';
import { selectFields, showItem, type ItemSelection } from '../../products/item-selection.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { chargeForItems } from '../charge-for-items.ts';
import { defineTool, type ToolAnswer } from '../define-tool.ts';
import { itemOutput } from '../item-output.ts';
import { readPartQuestion } from '../part-question.ts';
import { nameItem, quoteForSummary } from '../quote-for-summary.ts';
import {
  fieldsInput,
  gtinInput,
  includeInput,
  manufacturerInput,
  minConfidenceInput,
  partNumberInput,
} from '../tool-inputs.ts';

const input = z.strictObject({
  manufacturer: manufacturerInput.optional().describe('Maker or brand name; needed together with part_number.'),
  part_number: partNumberInput
    .optional()
    .describe('Manufacturer part number; spaces, hyphens and case are forgiven. Needs manufacturer.'),
  gtin: gtinInput
    .optional()
    .describe('Barcode number (GTIN-8, UPC-A, EAN-13 or GTIN-14), used instead of manufacturer and part_number.'),
  fields: fieldsInput.optional(),
  include: includeInput.optional(),
  min_confidence: minConfidenceInput.optional(),
});

const output = () => z.looseObject({ found: z.boolean(), item: itemOutput().nullable() });

interface Query {
  readonly question: PartQuestion;
  readonly selection: ItemSelection;
  readonly minConfidence: number | undefined;
}

export const lookupPart = defineTool({
  name: 'lookup_part',
  title: 'Look up one part',
  description:
    'Find one product by manufacturer and part number, or by barcode number. Use it when you know exactly which part you ' +
    'want; use lookup_parts for several, search_items when you only know words. Not found is free.',
  input,
  output,
  scope: 'items:read',
  changesData: false,
  check,
  prefetch: async ({ question }, { products }) => products.readKeys(keysFor([question])),
  read: async ({ selection }, entries, { services }) => ({
    entries: entries[0] ?? [],
    records: await services.products.readItems(candidateIds(entries), selection.sections),
  }),
  async answer({ question, selection, minConfidence }, { entries, records }) {
    const decision = decideFind(question, entries, records);
    if (decision.found === null) return succeed(notFound(question, decision.nearPartNumbers));
    const item = showItem(decision.found, selection, minConfidence);
    return succeed({
      structured: { found: true, item },
      summary: `Found ${nameItem(decision.found)}.`,
      billing: { kind: 'metered', charge: chargeForItems([item]) },
    });
  },
});

function check(args: z.infer<typeof input>): Result<Query, ServiceError> {
  const question = readPartQuestion(args);
  if (!question.ok) return fail(question.reason);
  return succeed({
    question: question.value,
    selection: selectFields({ defaults: 'lookup', fields: args.fields, include: args.include }),
    minConfidence: args.min_confidence,
  });
}

function notFound(
  question: PartQuestion,
  nearPartNumbers: readonly string[],
): ToolAnswer<z.infer<ReturnType<typeof output>>> {
  const advice =
    nearPartNumbers.length > 0
      ? `Several parts are written alike; ask again with the exact number: ${nearPartNumbers.slice(0, 10).map(quoteForSummary).join(', ')}.`
      : question.by === 'gtin'
        ? 'Try manufacturer and part number.'
        : 'Check the maker and the number.';
  return {
    structured: { found: false, item: null },
    summary: `Not found, nothing billed. ${advice}`,
    billing: { kind: 'free' },
  };
}
