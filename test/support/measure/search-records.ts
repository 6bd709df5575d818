/**
 * Items to search: those of the demo index, plus words as unevenly common as those of a language (Zipf's law),
 * because a family of the demo has only a few words, all of them common.
 */
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import { sampleItems } from '../../../local/demo/generate-demo-items.ts';
import { createSeededRandom, type SeededRandom } from '../../../local/demo/seeded-random.ts';

const VOCABULARY = 20_000;
const WORDS_A_RECORD = 6;
/** The commonest word is in a tenth of the items; with 0 it would be in half of them. */
const FLATTENING = 6;
const SYLLABLES = [
  'ba',
  'de',
  'fi',
  'go',
  'ku',
  'la',
  'me',
  'ni',
  'po',
  'ru',
  'sa',
  'te',
  'vi',
  'xo',
  'zu',
  'qua',
] as const;

/** Returns the same items on every machine; a smaller set is the beginning of a larger one. */
export function sampleSearchRecords(count: number): readonly ItemRecord[] {
  const random = createSeededRandom(7);
  const items = sampleItems(random, { count, firstNumber: 100_000 });
  const words = createSeededRandom(23);
  const sampleWord = wordsByZipf(words);
  return items.map((item) => ({
    ...item,
    keywords: [...(item.keywords ?? []), ...Array.from({ length: WORDS_A_RECORD }, sampleWord)],
  }));
}

function wordsByZipf(random: SeededRandom): () => string {
  const weights = Array.from({ length: VOCABULARY }, (_, place) => 1 / (place + 1 + FLATTENING));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const ends = weights.map((weight) => (sum += weight / total));
  return () => {
    const sampled = random.integer(0, 999_999_999) / 1_000_000_000;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 1) > sampled) high = middle;
      else low = middle + 1;
    }
    return wordOf(low);
  };
}

/** Returns a word of four syllables, a different one for each number below 65,536. */
function wordOf(number: number): string {
  return [0, 4, 8, 12].map((shift) => SYLLABLES[(number >> shift) & 15]).join('');
}
