/**
 * Searches the request log of a stage with CloudWatch Logs Insights. The first search loads it, so no other view waits
 * for its client.
 */
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  InvalidParameterException,
  LimitExceededException,
  ResourceNotFoundException,
  StartQueryCommand,
  StopQueryCommand,
  type GetQueryResultsCommandOutput,
} from '@aws-sdk/client-cloudwatch-logs';
import type { CallSearch, SearchableLog, SearchState } from '../../core/dashboard/request-log/search-log.ts';
import { insightsQuery } from './insights-query.ts';

const CONNECTION_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 5_000;

export class InsightsLog implements SearchableLog {
  readonly #client: CloudWatchLogsClient;
  readonly #logGroups: readonly string[];

  constructor(client: CloudWatchLogsClient, logGroups: readonly string[]) {
    this.#client = client;
    this.#logGroups = logGroups;
  }

  async start(search: CallSearch) {
    try {
      const { queryId } = await this.#client.send(
        new StartQueryCommand({
          logGroupNames: [...this.#logGroups],
          startTime: Math.floor(search.fromMs / 1000),
          endTime: Math.ceil(search.toMs / 1000),
          queryString: insightsQuery(search),
        }),
      );
      if (queryId === undefined) throw new Error('Logs Insights gave no id of its query.');
      return { kind: 'started', queryId } as const;
    } catch (error) {
      if (error instanceof LimitExceededException || isThrottled(error)) return { kind: 'busy' } as const;
      throw error;
    }
  }

  async read(queryId: string): Promise<SearchState> {
    try {
      return stateOf(await this.#client.send(new GetQueryResultsCommand({ queryId })));
    } catch (error) {
      // The caller can ask again.
      if (isThrottled(error)) return { kind: 'running' };
      if (error instanceof ResourceNotFoundException) return { kind: 'failed' };
      throw error;
    }
  }

  async stop(queryId: string): Promise<void> {
    try {
      await this.#client.send(new StopQueryCommand({ queryId }));
    } catch (error) {
      // Logs Insights reports this for a query that has ended or that it no longer knows.
      if (error instanceof InvalidParameterException || error instanceof ResourceNotFoundException) return;
      // The query ends by itself; a search that waits for its slot must not fail because of it.
      if (isThrottled(error)) return;
      throw error;
    }
  }
}

export function openInsightsLog(logGroups: readonly string[]): InsightsLog {
  const requestHandler = {
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    throwOnRequestTimeout: true,
  };
  // A retry after a lost answer would run the search twice, once without a record of it.
  return new InsightsLog(new CloudWatchLogsClient({ maxAttempts: 1, requestHandler }), logGroups);
}

function stateOf({ status, results = [] }: GetQueryResultsCommandOutput): SearchState {
  switch (status) {
    case 'Complete':
      return { kind: 'complete', lines: results.flatMap(messagesOf) };
    case 'Failed':
    case 'Cancelled':
    case 'Timeout':
      return { kind: 'failed' };
    default:
      return { kind: 'running' };
  }
}

type ResultRow = NonNullable<GetQueryResultsCommandOutput['results']>[number];

function messagesOf(row: ResultRow): readonly unknown[] {
  return row.flatMap(({ field, value }) => (field === '@message' && value !== undefined ? parsed(value) : []));
}

function parsed(message: string): readonly unknown[] {
  try {
    return [JSON.parse(message)];
  } catch {
    return [];
  }
}

function isThrottled(error: unknown): boolean {
  return error instanceof Error && error.name === 'ThrottlingException';
}
