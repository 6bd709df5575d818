/**
 * Answers the calls of CloudWatch Logs that the functions make, on 127.0.0.1: queries over the log files of the local
 * run. A query has already ended when its results are first requested.
 */
import { startJsonEndpoint, type JsonEndpoint, type JsonOperation } from '../json-endpoint.ts';
import type { LocalRights } from '../rights/local-rights.ts';
import { logGroupArn } from '../template/resource-references.ts';
import { LogQueries, queryIdSchema, startQuerySchema, type LinesOf } from './log-queries.ts';

export const LOGS_TARGET = 'Logs_20140328.';

export async function startLogsEndpoint(linesOf: LinesOf, rights: LocalRights): Promise<JsonEndpoint> {
  return startJsonEndpoint(
    {
      target: LOGS_TARGET,
      operations: logOperations(new LogQueries(linesOf)),
      malformed: 'InvalidParameterException',
      failure: 'The local logs could not be read.',
    },
    rights,
  );
}

function logOperations(queries: LogQueries): ReadonlyMap<string, JsonOperation> {
  return new Map<string, JsonOperation>([
    [
      'StartQuery',
      {
        rights: (body) =>
          startQuerySchema
            .parse(body)
            .logGroupNames.map((name) => ({ action: 'logs:StartQuery', arn: `${logGroupArn(name)}:log-stream:` })),
        answer: async (body) => ({ queryId: await queries.start(startQuerySchema.parse(body)) }),
      },
    ],
    [
      'GetQueryResults',
      // IAM has no resource for it.
      {
        rights: () => [{ action: 'logs:GetQueryResults', arn: '*' }],
        answer: (body) => queries.results(queryIdSchema.parse(body).queryId),
      },
    ],
    [
      'StopQuery',
      {
        rights: () => [{ action: 'logs:StopQuery', arn: '*' }],
        answer: (body) => {
          queries.results(queryIdSchema.parse(body).queryId);
          return { success: false };
        },
      },
    ],
  ]);
}
