/** What directories ask, checked on documents as the service serves them, and on documents with one thing missing. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolList } from '../../../tools/docs/tool-entries.ts';
import { serverCard } from '../../../core/api/front-door/server-card.ts';
import { checkDirectories, type DirectoryKeys } from '../../../bin/preflight/directories/directory-checks.ts';
import { directoriesLines } from '../../../bin/preflight/directories/directories-screen.ts';
import type { ReadPage, ReadService } from '../../../bin/preflight/directories/read-service.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SUBMISSION: unknown = JSON.parse(
  readFileSync(path.join(ROOT, 'docs/operate/chatgpt-app-submission.json'), 'utf8'),
);
const BASE_URL = 'https://mcp.parts.dev';
const KEY = { clientId: 'cli_live_x', clientSecret: 'sec_x' };
const KEYS: DirectoryKeys = { tools: KEY, reviewer: KEY };

const face = (file: string) => readFileSync(path.join(ROOT, 'web/face', file));
const html = (text: string): ReadPage => ({ status: 200, type: 'text/html', body: Buffer.from(text) });
const json = (value: unknown): ReadPage => html(JSON.stringify(value));
const picture = (file: string, type: string): ReadPage => ({ status: 200, type, body: face(file) });

const COMPLETE: Readonly<Record<string, ReadPage>> = {
  '/': html('<meta name="description" content="x"/><meta property="og:title"/><meta property="og:image"/>'),
  '/.well-known/oauth-authorization-server': json({
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  }),
  '/mcp/server-card': json(serverCard({ baseUrl: BASE_URL, serviceName: 'Parts' })),
  '/dashboard/assets/mark-512.png': picture('mark-512.png', 'image/png'),
  '/dashboard/assets/mark.svg': picture('mark.svg', 'image/svg+xml'),
  '/dashboard/assets/preview.png': picture('preview.png', 'image/png'),
  '/favicon.ico': picture('favicon.ico', 'image/x-icon'),
  '/privacy': html('Parts is run by Parts GmbH'),
  '/terms': html('Parts is run by Parts GmbH'),
  '/support': html('<a href="mailto:help@parts.dev">'),
  '/docs/connect': html('x'),
  '/docs/tools': html('x'),
  '/skill.md': html('```json\n```\n```json\n```\n```json\n```'),
  '/.well-known/openai-apps-challenge': html('abc'),
  '/.well-known/mcp-registry-auth': html('v=MCPv1; k=ed25519; p=AbC='),
};
const RESULTS: Readonly<Record<string, unknown>> = {
  'tools/list': { tools: toolList() },
  get_usage: { structuredContent: { plan_code: 'starter', spending_cap_cents: 500 } },
  list_my_catalogs: { structuredContent: { catalogs: [{}] } },
};

interface Given {
  readonly pages?: Readonly<Record<string, ReadPage>>;
  readonly results?: Readonly<Record<string, unknown>>;
  readonly baseUrl?: string;
  readonly keys?: DirectoryKeys;
}

/** The lines that are not met. */
async function unmet({ pages = {}, results = {}, baseUrl = BASE_URL, keys = KEYS }: Given) {
  const service: ReadService = {
    baseUrl,
    page: async (at) => ({ ...COMPLETE, ...pages })[at] ?? { status: 404, type: '', body: Buffer.from('') },
    result: async (_key, method, params: { name?: string } = {}) => ({ ...RESULTS, ...results })[params.name ?? method],
  };
  const lines = await checkDirectories(service, keys, SUBMISSION);
  expect(lines).toHaveLength(13);
  return lines.filter(({ state }) => state !== 'met').map(({ line, state, text }) => `${state} ${line}: ${text}`);
}

const gone: ReadPage = { status: 404, type: '', body: Buffer.from('') };

describe('what directories ask', () => {
  test('is met by a service that has all of it', async () => {
    expect(await unmet({})).toEqual([]);
  });

  test.each<[string, Given, string]>([
    [
      'sign-in that is off',
      { pages: { '/.well-known/oauth-authorization-server': json({ response_types_supported: [] }) } },
      'needs sign-in: sign-in is off: set signIn to on in lib/settings/stage-settings.ts',
    ],
    [
      'no owner',
      { pages: { '/privacy': html('This stage names no company that runs it') } },
      'needs privacy: set owner in lib/settings/stage-settings.ts, and read web/legal/privacy.md',
    ],
    [
      'an example for support',
      { pages: { '/support': html('<a href="mailto:a@b.example">') } },
      'needs support: a@b.example is an example: set supportEmail in lib/settings/stage-settings.ts',
    ],
    [
      'no proof for OpenAI',
      { pages: { '/.well-known/openai-apps-challenge': gone } },
      'needs OpenAI’s proof: set proofs.openai to the text that OpenAI’s form shows',
    ],
    [
      'no proof for the registry',
      { pages: { '/.well-known/mcp-registry-auth': gone } },
      'needs registry’s proof: set proofs.registry to the line with your public key',
    ],
    [
      'a proof of another form',
      { pages: { '/.well-known/mcp-registry-auth': html('abc') } },
      'broken registry’s proof: /.well-known/mcp-registry-auth is not “v=MCPv1; k=…; p=…”',
    ],
    [
      'a smaller picture',
      { pages: { '/dashboard/assets/mark-512.png': picture('apple-touch-icon.png', 'image/png') } },
      'broken mark: the PNG has 180 × 180 pixels, not 512 × 512',
    ],
    ['no favicon', { pages: { '/favicon.ico': gone } }, 'broken mark: a picture of the mark is missing'],
    ['no card of links', { pages: { '/': html('') } }, 'broken link preview: the home page has no card'],
    [
      'two examples',
      { pages: { '/skill.md': html('```json ```json') } },
      'broken documentation: fewer than three examples',
    ],
    [
      'a tool with another hint',
      {
        results: {
          'tools/list': {
            tools: toolList().map((tool) => ({
              ...tool,
              annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
            })),
          },
        },
      },
      'broken tools: the submission file names other tools or hints: npm run docs:submission',
    ],
    [
      'a reviewer without a list',
      { results: { list_my_catalogs: { structuredContent: { catalogs: [] } } } },
      'needs reviewer: the reviewer’s account has no list',
    ],
    [
      'a reviewer whose key has ended',
      { results: { get_usage: undefined } },
      'needs reviewer: the reviewer’s key has ended, or its account has no plan or no cap',
    ],
    [
      'no key',
      { keys: { tools: KEY, reviewer: undefined } },
      'needs reviewer: npm run admin -- reviewer create, then --reviewer cli_live_…',
    ],
  ])('is not met by %s', async (_, given, line) => {
    expect(await unmet(given)).toEqual([line]);
  });

  test('needs a public address where the service runs on one machine, whose name is then not in the host’s namespace', async () => {
    expect(await unmet({ baseUrl: 'http://127.0.0.1:3000' })).toEqual([
      'needs address: a public https address: deploy a stage (docs/operate/first-hour.md)',
      expect.stringContaining('broken listing'),
    ]);
  });
});

test('the screen has a line for each, within the width of the terminal', () => {
  const lines = directoriesLines(
    BASE_URL,
    [
      { line: 'mark', state: 'met', text: 'SVG, PNG of 512 × 512 pixels, favicon' },
      {
        line: 'privacy',
        state: 'needs',
        text: 'set owner in lib/settings/stage-settings.ts, and read web/legal/privacy.md',
      },
    ],
    80,
  );
  expect(lines).toEqual([
    'What directories ask of https://mcp.parts.dev. Nothing was changed.',
    '',
    'met     mark              SVG, PNG of 512 × 512 pixels, favicon',
    'needs   privacy           needs the deployer: set owner in',
    '                          lib/settings/stage-settings.ts, and read',
    '                          web/legal/privacy.md',
    '',
    '1 of 2 met, 1 need the deployer, 0 broken.',
  ]);
});
