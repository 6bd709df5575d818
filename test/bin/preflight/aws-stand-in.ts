/**
 * A stand-in for AWS in the preflight: it answers over HTTP in the documented form of each action, parsed by the
 * SDK's own clients, and records the requested actions.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Responses by action, or by action and its subject: `DescribeStacks CDKToolkit`. */
export type RecordedAnswers = Readonly<Record<string, RecordedAnswer>>;

export interface AwsStandIn {
  readonly endpoint: string;
  readonly asked: string[];
  answers: RecordedAnswers;
  stop(): Promise<void>;
}

export async function startAws(): Promise<AwsStandIn> {
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const action = actionOf(request, body);
      standIn.asked.push(action);
      const { answers } = standIn;
      const answer = answers[action] ?? answers[action.split(' ')[0] ?? ''];
      if (answer === undefined) return void response.destroy();
      response.writeHead(answer.status ?? 200, answer.headers ?? { 'content-type': 'application/json' });
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: AwsStandIn = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answers: {},
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return standIn;
}

/** Three protocols name their action in three places. */
function actionOf({ method, url = '', headers }: IncomingMessage, body: string): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') {
    const { TableName, CertificateArn } = JSON.parse(body) as { TableName?: string; CertificateArn?: string };
    return `${target.split('.')[1]} ${TableName ?? CertificateArn ?? ''}`.trim();
  }
  const form = new URLSearchParams(body);
  const action = form.get('Action');
  return action === null ? `${method} ${url}` : `${action} ${form.get('StackName') ?? ''}`.trim();
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
