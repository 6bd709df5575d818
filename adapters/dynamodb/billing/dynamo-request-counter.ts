/**
 * Counts the requests of free calls on the row of the current period; the meter's write counts those of billed calls.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { RequestCount } from '../../../core/billing/accounts/usage.ts';
import type { RequestCounter } from '../../../core/billing/rate-limit/request-count.ts';
import { areCandidatesSpent } from './usage-rows.ts';
import { requestCountUpdate } from './usage-updates.ts';

export class DynamoRequestCounter implements RequestCounter {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  /**
   * @param client may retry a write after a lost answer: the request then counts twice, which is accepted
   * (docs/reference/access.md#rate-limits)
   */
  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async count(request: RequestCount): Promise<boolean | 'candidates_spent'> {
    const { candidates } = request;
    const update = requestCountUpdate(this.#tableName, request);
    try {
      const { Attributes } = await this.#client.send(
        new UpdateCommand({ ...update, ...(candidates && { ReturnValues: 'UPDATED_NEW' }) }),
      );
      if (candidates === undefined) return true;
      return areCandidatesSpent(candidates, Attributes) ? 'candidates_spent' : true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}
