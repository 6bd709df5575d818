/**
 * Reads the logs of a deployed stage with CloudWatch Logs Insights. A query scans all log lines of the period, at half
 * a cent per GB.
 */
import {
  GetQueryResultsCommand,
  StartQueryCommand,
  type CloudWatchLogsClient,
  type ResultField,
} from '@aws-sdk/client-cloudwatch-logs';
import { OperatorError } from '../../console/operator-error.ts';
import type { RequestLogSource } from './request-line.ts';

const POLL_MS = 500;
const GIVE_UP_AFTER_MS = 60_000;
const RUNNING = new Set(['Scheduled', 'Running', 'Unknown']);

export type InsightsRow = readonly ResultField[];

export interface InsightsQuery {
  readonly client: Pick<CloudWatchLogsClient, 'send'>;
  readonly logGroups: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly wait: (ms: number) => Promise<void>;
}

export function logsInsights(query: InsightsQuery): RequestLogSource {
  return {
    async linesOf(requestId) {
      const rows = await askInsights(query, `fields @message | filter requestId = "${requestId}" | limit 20`);
      return rows.flatMap((row) =>
        row.flatMap(({ field, value }) => (field === '@message' && value ? parsed(value) : [])),
      );
    },
  };
}

/** @throws {OperatorError} when the query fails, or does not end within a minute */
export async function askInsights(
  { client, logGroups, fromMs, toMs, wait }: InsightsQuery,
  question: string,
): Promise<readonly InsightsRow[]> {
  const { queryId } = await client.send(
    new StartQueryCommand({
      logGroupNames: [...logGroups],
      startTime: Math.floor(fromMs / 1000),
      endTime: Math.ceil(toMs / 1000),
      queryString: question,
    }),
  );
  for (let waitedMs = 0; waitedMs < GIVE_UP_AFTER_MS; waitedMs += POLL_MS) {
    const { status = 'Unknown', results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') return results;
    if (!RUNNING.has(status))
      throw new OperatorError(`The Logs Insights query ended with status ${status}.`, {
        code: 'query_failed',
        fix: 'Try again.',
      });
    await wait(POLL_MS);
  }
  throw new OperatorError('Logs Insights did not answer within a minute.', {
    code: 'query_failed',
    fix: 'Search a shorter time with --since.',
  });
}

function parsed(message: string): readonly unknown[] {
  try {
    return [JSON.parse(message)];
  } catch {
    return [];
  }
}
