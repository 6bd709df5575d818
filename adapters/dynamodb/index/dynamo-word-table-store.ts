/** Caches the abbreviations that operators have added for a minute. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../core/time.ts';
import type { WordTableStore } from '../../../core/index/words/word-table-store.ts';
import { NO_WORDS, WordTable } from '../../../core/index/words/word-table.ts';
import { ADDED_WORDS_KEY, readAddedWordsRow } from './added-words-rows.ts';
import { CachedRow } from './cached-row.ts';

export class DynamoWordTableStore extends CachedRow<WordTable> implements WordTableStore {
  constructor(client: DynamoDBDocumentClient, tableName: string, clock: Clock) {
    super({
      client,
      tableName,
      clock,
      key: ADDED_WORDS_KEY,
      initial: NO_WORDS,
      read: (row) => {
        const { words, revision } = readAddedWordsRow(row);
        const lines = words.map(({ short, equivalent }) => ({ short, equivalents: [equivalent] }));
        return { revision, make: () => new WordTable(lines) };
      },
    });
  }
}
