/**
 * Describes how to connect each assistant or program: a link to open, or text to paste. A link never contains a key;
 * the text does if one is given. The formats follow each client's documentation, which
 * test/core/api/front-door/install-options.test.ts names and checks against.
 */
import type { ServiceSettings } from '../../service-settings.ts';
import { SERVER_INFO } from '../mcp/server-info.ts';

export interface InstallOption {
  /** The assistant, or a kind of program. */
  readonly client: string;
  /** Instructions, including where to put the key. */
  readonly how: string;
  readonly link?: string;
  readonly text: string;
}

/** Placeholder for a key that does not exist yet. */
export const NO_KEY = { clientId: '<CLIENT_ID>', clientSecret: '<CLIENT_SECRET>' };

/** The environment variable that a program without a secret store reads the key from. */
const KEY_VARIABLE = 'PRODUCT_DATA_KEY';
const INPUT = 'product_data_key';
const NAME = SERVER_INFO.name;
/** Links use this one because angle brackets would have to be encoded. */
const PLACEHOLDER = 'YOUR_CLIENT_ID:YOUR_CLIENT_SECRET';

/** @param key appears in the texts, never in links */
export function installOptions(
  { baseUrl, serviceName }: Pick<ServiceSettings, 'baseUrl' | 'serviceName'>,
  key = NO_KEY,
): readonly InstallOption[] {
  const mcp = `${baseUrl}/mcp`;
  const credential = `${key.clientId}:${key.clientSecret}`;
  const bearer = `Bearer ${credential}`;
  return [
    {
      client: 'Claude Code',
      how: 'Run the command.',
      text: `claude mcp add --transport http \\\n  ${NAME} \\\n  ${mcp} \\\n  --header \\\n  "Authorization: ${bearer}"`,
    },
    {
      client: 'VS Code',
      how: 'Open the link. VS Code asks for the key when the server starts first, and keeps it encrypted: paste this.',
      link: `vscode:mcp/install?${vsCodeQuery(mcp, serviceName)}`,
      text: credential,
    },
    {
      client: 'VS Code Insiders',
      how: 'Open the link, and paste this when VS Code asks for the key.',
      link: `vscode-insiders:mcp/install?${vsCodeQuery(mcp, serviceName)}`,
      text: credential,
    },
    {
      client: 'Cursor',
      how: `Open the link: Cursor then reads the key from the environment variable ${KEY_VARIABLE}. Or put this into ~/.cursor/mcp.json.`,
      link: `cursor://anysphere.cursor-deeplink/mcp/install?${namedConfig({ url: mcp, headers: { Authorization: `Bearer \${env:${KEY_VARIABLE}}` } })}`,
      text: servers({ url: mcp, headers: { Authorization: bearer } }),
    },
    {
      client: 'Codex',
      how: 'Run the commands. Codex reads the key from the variable each time: set it where your shell starts.',
      text: `export ${KEY_VARIABLE}='${credential}'\ncodex mcp add ${NAME} --url ${mcp} \\\n  --bearer-token-env-var ${KEY_VARIABLE}`,
    },
    {
      client: 'Gemini CLI',
      how: 'Run the command.',
      text: `gemini mcp add --scope user --transport http \\\n  ${NAME} ${mcp} \\\n  --header "Authorization: ${bearer}"`,
    },
    {
      client: 'Goose',
      how: 'Open the link. Goose shows the header before it adds the extension: put this in the place of its value.',
      link: `goose://extension?${gooseQuery(mcp, serviceName)}`,
      text: bearer,
    },
    {
      client: 'LM Studio',
      how: 'Open the link, then edit mcp.json in LM Studio so that it says this.',
      link: `lmstudio://add_mcp?${namedConfig({ url: mcp, headers: { Authorization: `Bearer ${PLACEHOLDER}` } })}`,
      text: servers({ url: mcp, headers: { Authorization: bearer } }),
    },
    { client: 'The official SDK', how: 'For your own assistant in JavaScript.', text: sdkText(baseUrl, key) },
    {
      client: 'Anything else over HTTP',
      how: 'Send the key as a bearer token. A first call that costs nothing:',
      text: `curl -s ${mcp} \\\n  -H 'Authorization: ${bearer}' \\\n  -H 'Content-Type: application/json' \\\n  -H 'MCP-Protocol-Version: 2025-11-25' \\\n  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_usage","arguments":{}}}'`,
    },
    {
      client: 'A program, with curl',
      how: 'Programs that are not assistants use the HTTP API, described at /docs/api. A first call that costs nothing:',
      text: `curl -s ${baseUrl}/v1/usage \\\n  -H 'Authorization: ${bearer}'`,
    },
    { client: 'A program, with fetch', how: 'The same in JavaScript, on a server.', text: fetchText(baseUrl, bearer) },
  ];
}

/**
 * Opens Claude's dialog for a custom connector with name and URL filled in
 * (claude.com/docs/connectors/building/directory-vs-custom). The person then signs in, because Claude's connectors send
 * no key of their own; ChatGPT documents no such link.
 */
export function connectorLink({ baseUrl, serviceName }: Pick<ServiceSettings, 'baseUrl' | 'serviceName'>): string {
  const query = { modal: 'add-custom-connector', connectorName: serviceName, connectorUrl: `${baseUrl}/mcp` };
  return `https://claude.ai/customize/connectors?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
}

interface Server {
  readonly url: string;
  readonly headers: { readonly Authorization: string };
}

/** VS Code reads the server and its inputs as JSON in the query. */
function vsCodeQuery(mcp: string, serviceName: string): string {
  const server = {
    name: NAME,
    type: 'http',
    url: mcp,
    headers: { Authorization: `Bearer \${input:${INPUT}}` },
    inputs: [
      { type: 'promptString', id: INPUT, description: `${serviceName} key: client id, colon, secret`, password: true },
    ],
  };
  return encodeURIComponent(JSON.stringify(server));
}

/** Cursor and LM Studio read the server as Base64, without its name. */
function namedConfig(server: Server): string {
  return new URLSearchParams({ name: NAME, config: btoa(JSON.stringify(server)) }).toString();
}

/** Goose splits a header at each `=`, and shows its form only if the link names a header. */
function gooseQuery(mcp: string, serviceName: string): string {
  const query = {
    type: 'streamable_http',
    url: mcp,
    id: NAME,
    name: serviceName,
    description: 'Product records',
  };
  const header = encodeURIComponent(`Authorization=Bearer ${PLACEHOLDER}`);
  return `${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}&header=${header}`;
}

function servers(server: Server): string {
  return JSON.stringify({ mcpServers: { [NAME]: server } }, undefined, 2);
}

function fetchText(baseUrl: string, bearer: string): string {
  return `const answer = await fetch('${baseUrl}/v1/usage', {
  headers: { Authorization: '${bearer}' },
});
const { data, errors } = await answer.json();
console.log(answer.status, data ?? errors);`;
}

function sdkText(baseUrl: string, { clientId, clientSecret }: typeof NO_KEY): string {
  return `import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const authProvider = new ClientCredentialsProvider({
  clientId: '${clientId}',
  clientSecret: '${clientSecret}',
  expectedIssuer: '${baseUrl}',
});
const client = new Client({ name: 'my-assistant', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(new URL('${baseUrl}/mcp'), { authProvider }));`;
}
