/**
 * A stand-in for Amazon SES as the mail function uses it: SendEmail of its HTTP interface, and then the events that
 * its configuration set sends through EventBridge. The recipient decides the result: `bounce…` bounces permanently,
 * `full…` temporarily, `complain…` complains, `refused…` is refused, and for `lost…` the email is accepted but the
 * response is lost.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface TakenEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface SesStandIn {
  readonly endpoint: string;
  readonly taken: TakenEmail[];
  /** The events that EventBridge puts into the mail queue, in order; a reader removes them. */
  readonly events: string[];
  stop(): Promise<void>;
}

interface Sent {
  readonly FromEmailAddress: string;
  readonly ConfigurationSetName: string;
  readonly Destination: { readonly ToAddresses: readonly string[] };
  readonly Content: {
    readonly Simple: { readonly Subject: { Data: string }; readonly Body: { Text: { Data: string } } };
  };
  readonly EmailTags?: readonly { readonly Name: string; readonly Value: string }[];
}

export async function startSes(): Promise<SesStandIn> {
  const taken: TakenEmail[] = [];
  const events: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = JSON.parse(await textOf(request)) as Sent;
    const [to = ''] = sent.Destination.ToAddresses;
    if (request.url !== '/v2/email/outbound-emails' || to.startsWith('refused')) {
      response.writeHead(400, { 'content-type': 'application/json', 'x-amzn-errortype': 'MessageRejected' });
      response.end('{"message":"Email address is not verified."}');
      return;
    }
    taken.push({ to, subject: sent.Content.Simple.Subject.Data, text: sent.Content.Simple.Body.Text.Data });
    const tags = {
      'ses:configuration-set': [sent.ConfigurationSetName],
      ...Object.fromEntries((sent.EmailTags ?? []).map(({ Name, Value }) => [Name, [Value]])),
    };
    const emailAddress = to;
    const tell = (eventType: string, more: object) =>
      events.push(
        JSON.stringify({ source: 'aws.ses', detail: { eventType, mail: { tags, destination: [to] }, ...more } }),
      );
    tell('Send', { send: {} });
    const recipients = { bouncedRecipients: [{ emailAddress }] };
    if (to.startsWith('bounce')) tell('Bounce', { bounce: { bounceType: 'Permanent', ...recipients } });
    if (to.startsWith('full')) tell('Bounce', { bounce: { bounceType: 'Transient', ...recipients } });
    if (to.startsWith('complain')) tell('Complaint', { complaint: { complainedRecipients: [{ emailAddress }] } });
    if (to.startsWith('lost')) return void response.destroy();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ MessageId: String(taken.length) }));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    events,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
