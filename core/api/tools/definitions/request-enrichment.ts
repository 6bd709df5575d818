/**
 * request_enrichment requests research of parts that the index does not have
 * (docs/reference/tools.md#request_enrichment). It is the only tool that changes data and spends money.
 * core/sourcing/enrichment decides what may be requested and its cost; ../answers builds the answer.
 */
import * as z from 'zod/mini';
import { RESEARCH_PRICE_USD_TEXT } from '../../../money.ts';
import { countMisses, readPartRows } from '../../../index/lookup/find-parts.ts';
import { succeed } from '../../../result.ts';
import type { AskedFor } from '../answers/research-answer.ts';
import { defineTool } from '../define-tool.ts';
import { started } from '../../../started.ts';
import { itemReferenceOutput } from '../item-output.ts';
import { described } from '../tool-inputs.ts';
import { manufacturerInput, partIssue, partNumberInput, readNamedPart } from '../../../index/lookup/read-part.ts';

const input = z.strictObject({
  items: described(
    z
      .array(
        z.pipe(
          z.strictObject({
            manufacturer: described(manufacturerInput, 'Manufacturer or brand.'),
            part_number: described(partNumberInput, 'Whole part number of the manufacturer.'),
            description: described(
              z.optional(z.string().check(z.maxLength(1000))),
              'What the part is, briefly, to help the research; optional.',
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
    '1 to 10 parts; a barcode is not enough.',
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
export const requestEnrichmentTool = defineTool({
  name: 'request_enrichment',
  title: 'Request research of parts',
  description:
    'Ask for paid research of up to 10 parts that the index does not have. Use it only after a look-up or a catalog did not find the part and the ' +
    `user agrees to the price; not to look parts up, and not to ask for results. Each part costs ${RESEARCH_PRICE_USD_TEXT} USD, once and only if ` +
    'found, and counts toward the spending cap; asking again for a queued part is free. status by part: queued (use lookup_part after ' +
    'check_back_after), already_in_index (item is its short record, billed by size), refused (free; message says why and what to do first). Needs ' +
    'a paid plan, or a trial that allows research; without it the call is an error, free.',
  input,
  output,
  scope: 'enrich:write',
  changesData: true,
  less: (fitting) => `at most ${fitting} items`,
  begin({ items }) {
    return succeed(({ index }) => {
      const namedParts = items.map(({ part }) => part);
      const rows = started(readPartRows(index, namedParts));
      return {
        misses: () => rows.then((read) => countMisses(namedParts, read)),
        answer: async (call, counted) => {
          const { answerResearch } = await import('../answers/research-answer.ts');
          return answerResearch(items, await rows, call, counted);
        },
      };
    });
  },
});

function askedFor(
  { manufacturer, description = '' }: { readonly manufacturer: string; readonly description?: string | undefined },
  part: AskedFor['part'],
): AskedFor {
  return { part, manufacturer: manufacturer.trim(), description: description.trim() || null };
}
