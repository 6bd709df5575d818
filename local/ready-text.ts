/** Writes what a newcomer reads when the service is ready: its URL, a key, and a call to paste. */
import { installOptions } from '../core/api/front-door/install-options.ts';
import type { DemoCredential } from './demo/demo-credentials.ts';

const COMMAND_LINES = ['Claude Code', 'Codex', 'Gemini CLI'];

export interface ReadyService {
  readonly baseUrl: string;
  readonly folder: string;
  readonly live: DemoCredential;
  /** A part of the demo index. */
  readonly part: { readonly manufacturer: string; readonly partNumber: string };
}

export function readyText({ baseUrl, folder, live, part }: ReadyService): string {
  return `
Ready: ${baseUrl}/mcp

  client id      ${live.client_id}
  client secret  ${live.client_secret}

The page of the account is ${baseUrl}/dashboard: sign in as ${live.owner_email}; the email with the link is
printed here and kept in ${folder}/mail/. The other demo keys (test, trial, read_only, …) are in ${folder}/credentials.json, the functions' logs in ${folder}/logs/.
Try it:

${curlCommand(baseUrl, live, part)}

The same part over the HTTP API, for programs that are not assistants:

${apiCommand(baseUrl, live, part)}

Connect an assistant by one of these; links for VS Code, Cursor, Goose and LM Studio are at ${baseUrl}/docs/connect.

${connectCommands(baseUrl, live)}

Ctrl-C stops the service; the data stay in ${folder}/.
`;
}

/** Returns the same lines that the dashboard shows with a new key. */
function connectCommands(baseUrl: string, { client_id, client_secret }: DemoCredential): string {
  return installOptions(baseUrl, { clientId: client_id, clientSecret: client_secret })
    .filter(({ client }) => COMMAND_LINES.includes(client))
    .map(({ client, text }) => `# ${client}\n${text}`)
    .join('\n\n');
}

/** A look-up over the HTTP API for a POSIX shell. */
function apiCommand(
  baseUrl: string,
  { client_id, client_secret }: DemoCredential,
  { manufacturer, partNumber }: ReadyService['part'],
): string {
  const query = new URLSearchParams({ manufacturer, mpn: partNumber }).toString();
  return `curl -s '${baseUrl}/v1/items/lookup?${query}' \\\n  -H 'Authorization: Bearer ${client_id}:${client_secret}'`;
}

/** A look-up over MCP for a POSIX shell. */
function curlCommand(
  baseUrl: string,
  { client_id, client_secret }: DemoCredential,
  part: ReadyService['part'],
): string {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'lookup_part',
      arguments: { manufacturer: part.manufacturer, part_number: part.partNumber },
    },
  };
  return [
    `curl -s ${baseUrl}/mcp`,
    `-H 'Authorization: Bearer ${client_id}:${client_secret}'`,
    `-H 'Content-Type: application/json'`,
    `-H 'MCP-Protocol-Version: 2025-11-25'`,
    `-d '${JSON.stringify(message).replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ');
}
