import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  MalformedQueryException,
  StartQueryCommand,
  StopQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonEndpoint } from '../../../local/json-endpoint.ts';
import { startLogsEndpoint } from '../../../local/logs/logs-endpoint.ts';
import { LocalRights } from '../../../local/rights/local-rights.ts';

const ALLOWED = 'Dashboard';
const refused: string[] = [];
let endpoint: JsonEndpoint;
const clients: CloudWatchLogsClient[] = [];

beforeAll(async () => {
  const rights = new LocalRights((name, sentence) => refused.push(`${name} ${sentence}`));
  const statement = (action: string, resource: string) => ({ Effect: 'Allow', Action: [action], Resource: [resource] });
  rights.load(
    new Map([
      [
        ALLOWED,
        [
          statement('logs:StartQuery', 'arn:aws:logs:us-east-1:000000000000:log-group:McpLogs:*'),
          statement('logs:GetQueryResults', '*'),
          statement('logs:StopQuery', '*'),
        ],
      ],
      ['Mcp', []],
    ]),
  );
  endpoint = await startLogsEndpoint(async function* () {
    yield 'no JSON';
    yield JSON.stringify({ timestamp: '2026-11-23T14:03:00.000Z', tool: 'x' });
  }, rights);
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  await endpoint.stop();
});

function clientOf(name: string): CloudWatchLogsClient {
  const credentials = { accessKeyId: name, secretAccessKey: 'x' };
  const client = new CloudWatchLogsClient({
    endpoint: endpoint.endpoint,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  });
  clients.push(client);
  return client;
}

const QUERY = 'fields @message | filter tool = "x" | sort @timestamp desc | limit 5';
const query = (queryString = QUERY, logGroupNames = ['McpLogs']) =>
  new StartQueryCommand({ logGroupNames, startTime: 0, endTime: 4_000_000_000, queryString });

describe('the logs of the local run', () => {
  test('are searched with the permissions of the calling function: its log groups, and queries without a resource', async () => {
    const client = clientOf(ALLOWED);
    const { queryId } = await client.send(query());
    const { status, results } = await client.send(new GetQueryResultsCommand({ queryId }));
    expect([status, results?.length]).toEqual(['Complete', 1]);
    await client.send(new StopQueryCommand({ queryId }));
    await expect(client.send(query(QUERY, ['McpLogs', 'TokenLogs']))).rejects.toThrow('logs:StartQuery');
    await expect(clientOf('Mcp').send(new GetQueryResultsCommand({ queryId }))).rejects.toThrow('logs:GetQueryResults');
    expect(refused).toHaveLength(2);
  });

  test.each([
    'fields @message | limit 5',
    'fields @message, account | sort @timestamp desc | limit 5',
    'fields @message | filter tool like /x/ | sort @timestamp desc | limit 5',
    'fields @message | filter tool = "x" and a = "b" | sort @timestamp desc | limit 5',
    'fields @message | filter tool = "x\\" | sort @timestamp desc | limit 5',
    'fields @message | stats count(*) | sort @timestamp desc | limit 5',
  ])('refuse a query that they would answer differently from Logs Insights: %s', async (text) => {
    await expect(clientOf(ALLOWED).send(query(text))).rejects.toBeInstanceOf(MalformedQueryException);
  });
});
