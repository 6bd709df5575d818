import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { connectorLink, installOptions, NO_KEY } from '../../../../core/api/front-door/install-options.ts';

const BASE_URL = 'https://mcp.example.com';
const MCP = `${BASE_URL}/mcp`;
const KEY = { clientId: 'cli_live_0a1b2c3d', clientSecret: 'sec_0123456789' };
const options = installOptions({ baseUrl: BASE_URL, serviceName: 'Product Data' }, KEY);

function linkOf(client: string): URL {
  const link = options.find((one) => one.client === client)?.link;
  if (link === undefined) throw new Error(`${client} has no link.`);
  return new URL(link);
}

function textOf(client: string): string {
  return options.find((one) => one.client === client)?.text ?? '';
}

/** The entry of a remote server in the mcp.json of Cursor and LM Studio. */
const remoteServer = z.strictObject({
  url: z.literal(MCP),
  headers: z.strictObject({ Authorization: z.string().regex(/^Bearer \S+$/) }),
});

describe('an install link', () => {
  test('contains no key, even if the texts do', () => {
    for (const { client, link } of options) {
      const decoded = `${link} ${decodeURIComponent(link ?? '')} ${configOf(link)}`;
      for (const secret of Object.values(KEY)) expect([client, decoded.includes(secret)]).toEqual([client, false]);
    }
  });

  test.each([
    ['VS Code', 'vscode:'],
    ['VS Code Insiders', 'vscode-insiders:'],
  ])(
    'of %s contains the JSON of a server with its inputs, as VS Code’s mcp/install handler reads it',
    (client, protocol) => {
      // microsoft/vscode: handleMcpInstallUri of mcpWorkbenchService, mcpServerSchema of mcpConfiguration (closed),
      // inputsSchema (promptString).
      const link = linkOf(client);
      expect([link.protocol, link.pathname]).toEqual([protocol, 'mcp/install']);
      const { name, inputs, ...server } = z
        .object({ name: z.string().min(1), inputs: z.array(promptString).length(1) })
        .loose()
        .parse(JSON.parse(decodeURIComponent(link.search.slice(1))));
      expect(name).toBe('product-data');
      const { headers } = z.strictObject({ type: z.literal('http'), ...remoteServer.shape }).parse(server);
      expect(headers.Authorization).toBe(`Bearer \${input:${inputs[0]?.id}}`);
    },
  );

  const promptString = z.strictObject({
    id: z.string().min(1),
    type: z.literal('promptString'),
    description: z.string().min(1),
    password: z.literal(true),
  });

  test('of Cursor is a name and a Base64 mcp.json entry that takes the key from the environment', () => {
    // cursor.com/docs/mcp/install-links; ${env:NAME} in headers: cursor.com/docs/mcp, "config interpolation".
    const link = linkOf('Cursor');
    expect([link.protocol, link.host, link.pathname]).toEqual(['cursor:', 'anysphere.cursor-deeplink', '/mcp/install']);
    expect([...link.searchParams.keys()]).toEqual(['name', 'config']);
    expect(link.searchParams.get('name')).toBe('product-data');
    const { headers } = remoteServer.parse(JSON.parse(configOf(link.href)));
    expect(headers.Authorization).toBe('Bearer ${env:PRODUCT_DATA_KEY}');
  });

  test('of LM Studio is a name and a Base64 mcp.json entry with a placeholder for the key', () => {
    // lmstudio.ai/docs/app/mcp/deeplink
    const link = linkOf('LM Studio');
    expect([link.protocol, link.host, link.pathname]).toEqual(['lmstudio:', 'add_mcp', '']);
    expect([...link.searchParams.keys()]).toEqual(['name', 'config']);
    const { headers } = remoteServer.parse(JSON.parse(configOf(link.href)));
    expect(headers.Authorization).toBe('Bearer YOUR_CLIENT_ID:YOUR_CLIENT_SECRET');
  });

  test('of Goose names the header, so that Goose shows its form, and survives Goose’s parsing', () => {
    // aaif-goose/goose: addExtensionFromDeepLink of the desktop’s deeplink. A header is split at every "=" and decoded
    // once more.
    const link = linkOf('Goose');
    expect([link.protocol, link.host]).toEqual(['goose:', 'extension']);
    expect(link.searchParams.get('type')).toBe('streamable_http');
    expect(link.searchParams.get('url')).toBe(MCP);
    expect(link.searchParams.get('name')).toBe('Product Data');
    const [header = '', ...others] = link.searchParams.getAll('header');
    expect(others).toEqual([]);
    const [name, value = ''] = header.split('=');
    expect([name, decodeURIComponent(value)]).toEqual(['Authorization', 'Bearer YOUR_CLIENT_ID:YOUR_CLIENT_SECRET']);
  });
});

describe('the text to paste', () => {
  test('contains the key once it is created, and a placeholder before', () => {
    const parts = Object.values(KEY);
    const places = Object.values(NO_KEY);
    const without = installOptions({ baseUrl: BASE_URL, serviceName: 'Product Data' });
    for (const [index, { client, text }] of options.entries()) {
      for (const part of parts) expect([client, text.includes(part)]).toEqual([client, true]);
      for (const place of places) expect([client, without[index]?.text.includes(place)]).toEqual([client, true]);
    }
  });

  test.each(['Cursor', 'LM Studio'])('of %s is a complete mcp.json', (client) => {
    const file = z.strictObject({ mcpServers: z.strictObject({ 'product-data': remoteServer }) });
    const { mcpServers } = file.parse(JSON.parse(textOf(client)));
    expect(mcpServers['product-data'].headers.Authorization).toBe(`Bearer ${KEY.clientId}:${KEY.clientSecret}`);
  });

  test.each([
    // These commands were also run by hand (docs/evidence/assistants.md): `claude mcp add --help`, `codex mcp add
    // --help` and `gemini mcp add --help` of 2.1.197, 0.169.0 and 0.61.0.
    [
      'Claude Code',
      /^claude mcp add --transport http \\\n {2}product-data \\\n {2}\S+\/mcp \\\n {2}--header \\\n {2}"Authorization: Bearer \S+"$/,
    ],
    [
      'Codex',
      /^export PRODUCT_DATA_KEY='\S+'\ncodex mcp add product-data --url \S+\/mcp \\\n {2}--bearer-token-env-var PRODUCT_DATA_KEY$/,
    ],
    [
      'Gemini CLI',
      /^gemini mcp add --scope user --transport http \\\n {2}product-data \S+\/mcp \\\n {2}--header "Authorization: Bearer \S+"$/,
    ],
  ])('of %s is the command that was tested', (client, command) => {
    expect(textOf(client)).toMatch(command);
  });
});

/** Decodes the Base64 of a link; returns nothing if there is none. */
function configOf(link: string | undefined): string {
  const config = link === undefined ? null : new URL(link).searchParams.get('config');
  return config === null ? '' : atob(config);
}

test('the link of Claude’s connectors fills in the name and the URL, and contains no key', () => {
  const link = connectorLink({ baseUrl: BASE_URL, serviceName: 'Norvane & Sons' });
  const { origin, pathname, searchParams } = new URL(link);
  expect(`${origin}${pathname}`).toBe('https://claude.ai/customize/connectors');
  expect(Object.fromEntries(searchParams)).toEqual({
    modal: 'add-custom-connector',
    connectorName: 'Norvane & Sons',
    connectorUrl: `${BASE_URL}/mcp`,
  });
});
