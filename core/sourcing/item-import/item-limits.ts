/**
 * Decides how large an item may be (docs/reference/storage.md#productindex), within the limits of DynamoDB's items and
 * of responses.
 */
import { fail, succeed, type Result } from '../../result.ts';
import { ITEM_SECTIONS, type ItemRecord } from '../../index/items/item-record.ts';
import type { WriteRefusal } from './item-writer.ts';
import { termsOf } from '../../index/search/search-terms.ts';
import type { Term } from '../../index/search/term.ts';
import { NO_WORDS, type WordTable } from '../../index/words/word-table.ts';

const TERM_LIMIT = 256;
const SECTION_LIMIT_BYTES = 300_000;
const RECORD_LIMIT_BYTES = 600_000;

/**
 * Returns the item's terms if it is within all limits. Sizes are those of its JSON.
 * @param words the words added by operators
 */
export function checkLimits(item: ItemRecord, words: WordTable = NO_WORDS): Result<readonly Term[], WriteRefusal> {
  for (const section of ITEM_SECTIONS) {
    const bytes = jsonBytes(item[section]);
    if (bytes > SECTION_LIMIT_BYTES)
      return fail({ kind: 'section_too_large', section, bytes, limit: SECTION_LIMIT_BYTES });
  }
  const bytes = jsonBytes(item);
  const coreBytes = ITEM_SECTIONS.reduce((rest, section) => rest - jsonBytes(item[section]), bytes);
  // Everything outside the sections is stored with the terms in one DynamoDB item, whose limit is 400 KB.
  if (bytes > RECORD_LIMIT_BYTES || coreBytes > SECTION_LIMIT_BYTES) {
    return fail({
      kind: 'record_too_large',
      bytes,
      limit: bytes > RECORD_LIMIT_BYTES ? RECORD_LIMIT_BYTES : SECTION_LIMIT_BYTES,
    });
  }
  const terms = termsOf(item);
  if (terms.length > TERM_LIMIT) return fail({ kind: 'too_many_terms', count: terms.length, limit: TERM_LIMIT });
  return succeed(filedTerms(item, words));
}

/**
 * Returns the item's terms. Terms from operators' words are left out if they exceed the limit, so that no such word
 * makes an item unwritable.
 */
export function filedTerms(item: ItemRecord, words: WordTable): readonly Term[] {
  const all = termsOf(item, words);
  return all.length <= TERM_LIMIT ? all : termsOf(item);
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
