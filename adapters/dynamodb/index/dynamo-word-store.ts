/** Stores the abbreviations that operators have added in one row, for the code that changes it. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type { AddedWord, StoredWords, WordStore } from '../../../core/index/words/administer-words.ts';
import { batchGet } from '../client/batch-get.ts';
import { ADDED_WORDS_KEY, readAddedWordsRow, writeAddedWordsRow } from './added-words-rows.ts';
import { writeDecisionRow } from './write-decision-row.ts';

export class DynamoWordStore implements WordStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async readWords(): Promise<StoredWords> {
    const rows = await batchGet(this.#client, this.#tableName, [ADDED_WORDS_KEY], { consistent: true });
    return readAddedWordsRow([...rows.values()][0]);
  }

  async writeWords(words: readonly AddedWord[], revision: number, audit: AuditLine): Promise<boolean> {
    const row = writeAddedWordsRow(words, revision + 1);
    return writeDecisionRow(this.#client, this.#tableName, { row, seen: revision, audit });
  }
}
