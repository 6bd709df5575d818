/**
 * What the index says to rows of a file: each is asked as lookup_part would ask (specification section 4.2), many at once.
 * A blank cell counts as not given. What an answer makes of a row is decided where it came in or is looked at again.
 */
import * as z from 'zod';
import { candidateIds, decideFind, keysFor, type PartQuestion } from '../products/find-part.ts';
import type { ProductIndex } from '../products/product-index.ts';
import { fail, succeed, type Result } from '../result.ts';
import { describeInputFault } from '../tools/input-fault.ts';
import { readPartQuestion } from '../tools/part-question.ts';
import { gtinInput, manufacturerInput, partNumberInput } from '../tools/tool-inputs.ts';
import type { NamedRow } from './catalog.ts';
import type { MatchedItem } from './catalog-store.ts';

export type RowMatch =
  | { readonly kind: 'blank' }
  /** The row cannot be asked; `reason` repeats nothing of it. */
  | { readonly kind: 'unaskable'; readonly reason: string }
  | { readonly kind: 'found'; readonly item: MatchedItem }
  | { readonly kind: 'missing'; readonly question: PartQuestion };

const partInput = z.object({
  manufacturer: manufacturerInput.optional(),
  part_number: partNumberInput.optional(),
  gtin: gtinInput.optional(),
});

/** One answer a row, in their order: two reads one after another, whatever the number of rows. */
export async function matchRows(products: ProductIndex, rows: readonly NamedRow[]): Promise<readonly RowMatch[]> {
  const asked = rows.map(askRow);
  const questions = asked.flatMap((question) => (question.ok ? [question.value] : []));
  const entries = questions.length === 0 ? [] : await products.readKeys(keysFor(questions));
  const itemIds = candidateIds(entries);
  const records = itemIds.length === 0 ? new Map() : await products.readItems(itemIds, []);
  let place = 0;
  return asked.map((question): RowMatch => {
    if (!question.ok) return question.reason;
    const { found } = decideFind(question.value, entries[place++] ?? [], records);
    if (found === null) return { kind: 'missing', question: question.value };
    return { kind: 'found', item: { id: found.id, updated_at: found.updated_at } };
  });
}

/** What a row asks for, or why it asks for nothing. */
export function askRow({
  itemNumber,
  supplier,
  partNumber,
  gtin,
}: NamedRow): Result<PartQuestion, RowMatch & { kind: 'blank' | 'unaskable' }> {
  if ([itemNumber, supplier, partNumber, gtin].every((cell) => cell === null)) return fail({ kind: 'blank' });
  const args = {
    manufacturer: supplier ?? undefined,
    part_number: partNumber ?? undefined,
    gtin: gtin ?? undefined,
  };
  const named = partInput.safeParse(args);
  if (!named.success) return fail({ kind: 'unaskable', reason: describeInputFault(named.error, args).message });
  const question = readPartQuestion(named.data);
  return question.ok ? succeed(question.value) : fail({ kind: 'unaskable', reason: question.reason.message });
}
