/**
 * A stand-in for CloudWatch Logs, over HTTP and in the JSON of its API. A query is first scheduled, then running, and
 * then complete; tests can change how long this takes and how it ends.
 */
import { randomUUID } from 'node:crypto';
import { ServiceRefusal, startJsonEndpoint, type JsonOperation } from '../../../local/json-endpoint.ts';
import { LogQueries, queryIdSchema, startQuerySchema } from '../../../local/logs/log-queries.ts';
import { LOGS_TARGET } from '../../../local/logs/logs-endpoint.ts';
import { LocalRights } from '../../../local/rights/local-rights.ts';

type Status = 'Scheduled' | 'Running' | 'Complete' | 'Failed' | 'Cancelled' | 'Timeout' | 'Unknown';

interface StandInQuery {
  readonly queryId: string;
  readonly queryString: string;
  readonly logGroupNames: readonly string[];
  /** Start of the searched time, in Unix seconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** The results of the next reads, in order; the last one stays. */
  readonly statuses: Status[];
}

export interface LogsStandIn {
  readonly endpoint: string;
  readonly started: readonly StandInQuery[];
  readonly stopped: readonly string[];
  /** Sets the results of reads for queries that are started from now on. */
  answerWith(...statuses: readonly Status[]): void;
  /** Refuses the next call with this error type. */
  refuseNext(type: string): void;
  /** Returns the number of started queries that have neither ended nor been stopped. */
  running(): number;
  /** Returns the maximum number of queries that ran concurrently. */
  most(): number;
  write(logGroup: string, ...lines: readonly object[]): void;
  stop(): Promise<void>;
}

export async function startLogsStandIn(): Promise<LogsStandIn> {
  const lines = new Map<string, string[]>();
  const queries = new LogQueries(async function* (group) {
    yield* lines.get(group) ?? [];
  });
  const started: StandInQuery[] = [];
  const inner = new Map<string, string>();
  const stopped: string[] = [];
  const open = new Set<string>();
  let statuses: readonly Status[] = ['Complete'];
  let refusal: string | undefined;
  let most = 0;
  const known = (body: unknown): StandInQuery => {
    const { queryId } = queryIdSchema.parse(body);
    const found = started.find((one) => one.queryId === queryId);
    if (found === undefined) throw new ServiceRefusal('ResourceNotFoundException', 'There is no such query.');
    return found;
  };
  const operation = (answer: JsonOperation['answer']): JsonOperation => ({
    rights: () => [],
    answer: (body) => {
      const type = refusal;
      refusal = undefined;
      if (type !== undefined) throw new ServiceRefusal(type, 'Refused by the test.');
      return answer(body);
    },
  });
  const endpoint = await startJsonEndpoint(
    {
      target: LOGS_TARGET,
      malformed: 'InvalidParameterException',
      failure: 'The stand-in failed.',
      operations: new Map([
        [
          'StartQuery',
          operation(async (body) => {
            const asked = startQuerySchema.parse(body);
            const queryId = randomUUID();
            inner.set(queryId, await queries.start(asked));
            started.push({ ...asked, queryId, statuses: [...statuses] });
            open.add(queryId);
            most = Math.max(most, open.size);
            return { queryId };
          }),
        ],
        [
          'GetQueryResults',
          operation((body) => {
            const query = known(body);
            const status = query.statuses.length > 1 ? query.statuses.shift() : query.statuses[0];
            const { results, statistics } = queries.results(inner.get(query.queryId) ?? '');
            if (status !== 'Scheduled' && status !== 'Running' && status !== 'Unknown') open.delete(query.queryId);
            return { queryLanguage: 'CWLI', status, statistics, results: status === 'Complete' ? results : [] };
          }),
        ],
        [
          'StopQuery',
          operation((body) => {
            const query = known(body);
            if (!open.delete(query.queryId))
              throw new ServiceRefusal('InvalidParameterException', 'The specified query is not running.');
            query.statuses.splice(0, Infinity, 'Cancelled');
            stopped.push(query.queryId);
            return { success: true };
          }),
        ],
      ]),
    },
    new LocalRights(() => undefined),
  );
  return {
    endpoint: endpoint.endpoint,
    started,
    stopped,
    answerWith: (...next) => void (statuses = next),
    refuseNext: (type) => void (refusal = type),
    running: () => open.size,
    most: () => most,
    write: (group, ...more) => {
      lines.set(group, [...(lines.get(group) ?? []), ...more.map((line) => JSON.stringify(line))]);
    },
    stop: endpoint.stop,
  };
}
