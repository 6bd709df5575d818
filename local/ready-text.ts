/** Writes what a newcomer reads when the service is ready: a call to paste, a key, and the addresses. */
import { installOptions } from '../core/api/front-door/install-options.ts';
import { MODERN_VERSION } from '../core/api/mcp-message/protocol-version.ts';
import { OUR_NAME } from '../core/service-face.ts';
import type { DemoCredential } from './demo/demo-credentials.ts';
import { DEMO_KEYS } from './demo/demo-keys.ts';
import { DUE_ACCOUNT } from './demo/open-demo-month.ts';

const COMMAND_LINES = ['Claude Code', 'Codex', 'Gemini CLI'];

interface ReadyService {
  readonly baseUrl: string;
  readonly folder: string;
  readonly live: DemoCredential;
  /** A part of the demo index. */
  readonly part: { readonly manufacturer: string; readonly partNumber: string };
  readonly month: boolean;
  readonly quiet: boolean;
}

/** The addresses are last, because they stay on the screen. */
export function readyText(service: ReadyService): string {
  const { client_id: id, client_secret: secret } = service.live;
  // A shell joins the two lines again, outside of quotes and within double ones.
  return wholeText(service).replaceAll(`${id}:${secret}`, `${id}:\\\n${secret}`);
}

function wholeText({ baseUrl, folder, live, part, month, quiet }: ReadyService): string {
  return `
Ask for a part, over MCP and over the HTTP API:

${curlCommand(baseUrl, live, part)}

${apiCommand(baseUrl, live, part)}

Connect an assistant; links for others: ${baseUrl}/docs/connect

${connectCommands(baseUrl, live)}
${month ? `\nFollow docs/operate/month.md with the account ${DUE_ACCOUNT.accountId}.\n` : ''}
Ready: ${baseUrl}/mcp

  client id      ${live.client_id}
  client secret  ${live.client_secret}
  other keys     in ${folder}/credentials.json:
${otherKeys()}
  dashboard      ${baseUrl}/dashboard, as ${live.owner_email}
  sample list    docs/guides/sample-list.csv, to upload there
  emails         printed here, and kept in ${folder}/mail/
  logs           ${folder}/logs/${quiet ? '' : '; each call is a line below'}

Ctrl-C stops the service; the data stay in ${folder}/.
`;
}

/** What each other key of the demo is there to show, one a line. */
function otherKeys(): string {
  return DEMO_KEYS.flatMap(({ name, shows }) => (shows === undefined ? [] : [`    ${name.padEnd(12)} ${shows}`])).join(
    '\n',
  );
}

/** Returns the same lines that the dashboard shows with a new key. */
function connectCommands(baseUrl: string, { client_id, client_secret }: DemoCredential): string {
  return installOptions({ baseUrl, serviceName: OUR_NAME }, { clientId: client_id, clientSecret: client_secret })
    .filter(({ client }) => COMMAND_LINES.includes(client))
    .map(({ client, text }) => `# ${client}\n${text.replaceAll("'", '"')}`)
    .join('\n\n');
}

/** A look-up over the HTTP API for a POSIX shell. */
function apiCommand(
  baseUrl: string,
  { client_id, client_secret }: DemoCredential,
  { manufacturer, partNumber }: ReadyService['part'],
): string {
  const query = new URLSearchParams({ manufacturer, mpn: partNumber }).toString();
  return [
    `curl -sG ${baseUrl}/v1/items/lookup`,
    `-d '${query}'`,
    `-H "Authorization: Bearer ${client_id}:${client_secret}"`,
  ].join(' \\\n  ');
}

/** A look-up over MCP's current version, for a POSIX shell. */
function curlCommand(
  baseUrl: string,
  { client_id, client_secret }: DemoCredential,
  part: ReadyService['part'],
): string {
  const name = 'lookup_part';
  const [manufacturer, partNumber] = [part.manufacturer, part.partNumber].map((text) =>
    JSON.stringify(text).replaceAll("'", "'\\''"),
  );
  return [
    `curl -s ${baseUrl}/mcp`,
    `-H "Authorization: Bearer ${client_id}:${client_secret}"`,
    `-H 'Content-Type: application/json' -H 'Mcp-Method: tools/call'`,
    `-H 'Mcp-Name: ${name}' -H 'MCP-Protocol-Version: ${MODERN_VERSION}'`,
    `-d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{
  "name":"${name}",
  "arguments":{"manufacturer":${manufacturer},
    "part_number":${partNumber}},
  "_meta":{"io.modelcontextprotocol/protocolVersion":"${MODERN_VERSION}",
    "io.modelcontextprotocol/clientCapabilities":{}}}}'`,
  ].join(' \\\n  ');
}
