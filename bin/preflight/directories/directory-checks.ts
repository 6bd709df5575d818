/**
 * Checks, on a running service, what directories of assistants ask of a server: Anthropic's connectors, OpenAI's apps
 * and the MCP Registry (docs/operate/directories.md names their pages). Each line is met, needs the deployer, or is
 * broken: served in another form than promised.
 */
import * as z from 'zod';
import { OPENAI_CHALLENGE_PATH, REGISTRY_PROOF_PATH } from '../../../core/api/front-door/domain-proofs.ts';
import { FACE_PATHS } from '../../../core/service-face.ts';
import { SERVER_CARD_PATH } from '../../../core/api/front-door/server-card.ts';
import { AUTHORIZATION_SERVER_METADATA_PATH } from '../../../core/access/auth/discovery-documents.ts';
import { pngSize } from '../../../lib/face/icon-file.ts';
import { isExample } from '../example-values.ts';
import { jsonOf, type ReadService, type ServiceKey } from './read-service.ts';

export interface DirectoryLine {
  readonly line: string;
  readonly state: 'met' | 'needs' | 'broken';
  /** What was found, or what the deployer has to do. */
  readonly text: string;
}

export interface DirectoryKeys {
  /** Any key that may list the tools. */
  readonly tools: ServiceKey | undefined;
  /** The key of `admin reviewer create`. */
  readonly reviewer: ServiceKey | undefined;
}

type Verdict = Omit<DirectoryLine, 'line'>;
const met = (text: string): Verdict => ({ state: 'met', text });
const needs = (text: string): Verdict => ({ state: 'needs', text });
const broken = (text: string): Verdict => ({ state: 'broken', text });

const SETTINGS = 'lib/settings/stage-settings.ts';

/** @param submission docs/operate/chatgpt-app-submission.json */
export async function checkDirectories(
  service: ReadService,
  keys: DirectoryKeys,
  submission: unknown,
): Promise<readonly DirectoryLine[]> {
  const lines: readonly (readonly [string, () => Promise<Verdict>])[] = [
    ['address', () => address(service)],
    ['sign-in', () => signIn(service)],
    ['tools', () => tools(service, keys.tools, submission)],
    ['mark', () => mark(service)],
    ['listing', () => listing(service)],
    ['link preview', () => preview(service)],
    ['privacy', () => legal(service, '/privacy')],
    ['terms', () => legal(service, '/terms')],
    ['support', () => support(service)],
    ['documentation', () => documentation(service)],
    ['OpenAI’s proof', () => openAiProof(service)],
    ['registry’s proof', () => registryProof(service)],
    ['reviewer', () => reviewer(service, keys.reviewer)],
  ];
  const checked: DirectoryLine[] = [];
  for (const [line, check] of lines) checked.push({ line, ...(await check()) });
  return checked;
}

async function address({ baseUrl }: ReadService): Promise<Verdict> {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol !== 'https:') return needs('a public https address: deploy a stage (docs/operate/first-hour.md)');
  if (isExample(hostname)) return needs(`${hostname} is an example: set baseUrl in ${SETTINGS}`);
  return met(`${baseUrl}/mcp`);
}

const metadataSchema = z.object({
  response_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()).optional(),
});

async function signIn(service: ReadService): Promise<Verdict> {
  const page = await service.page(AUTHORIZATION_SERVER_METADATA_PATH);
  const metadata = page === undefined ? undefined : metadataSchema.safeParse(jsonOf(page)).data;
  if (metadata === undefined) return broken(`${AUTHORIZATION_SERVER_METADATA_PATH} is not readable`);
  if (!metadata.response_types_supported.includes('code'))
    return needs(`sign-in is off: set signIn to on in ${SETTINGS}`);
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true) return broken('no PKCE with S256');
  return met('OAuth 2.1 with PKCE and registration');
}

const hints = z.object({ readOnlyHint: z.boolean(), destructiveHint: z.boolean(), openWorldHint: z.boolean() });
const toolsSchema = z.object({
  tools: z.array(
    z.object({ name: z.string().max(64), title: z.string(), outputSchema: z.object({}), annotations: hints }),
  ),
});
const submissionSchema = z.object({ tools: z.record(z.string(), z.object({ annotations: hints })) });

async function tools(service: ReadService, key: ServiceKey | undefined, submission: unknown): Promise<Verdict> {
  if (key === undefined) return needs('name the reviewer’s key: --reviewer cli_live_…');
  const listed = toolsSchema.safeParse(await service.result(key, 'tools/list')).data?.tools;
  if (listed === undefined)
    return broken('tools/list was refused, or a tool lacks its title, a hint or its output schema');
  const submitted = submissionSchema.parse(submission).tools;
  const same = (name: string, given: z.output<typeof hints>) =>
    JSON.stringify(hints.parse(given)) === JSON.stringify(submitted[name]?.annotations);
  const others = listed.filter(({ name, annotations }) => !same(name, annotations));
  if (others.length > 0 || listed.length !== Object.keys(submitted).length)
    return broken('the submission file names other tools or hints: npm run docs:submission');
  return met(`${listed.length} tools with title, hints and output schema, as in the submission file`);
}

const cardSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  icons: z.array(z.object({ src: z.string(), mimeType: z.string() })),
});

async function mark(service: ReadService): Promise<Verdict> {
  const icons = (await cardOf(service))?.icons ?? [];
  const pictures = await Promise.all(icons.map(async ({ src }) => service.page(new URL(src).pathname)));
  const png = pictures.find((picture) => picture?.type === 'image/png');
  const svg = pictures.find((picture) => picture?.type === 'image/svg+xml');
  const favicon = await service.page(FACE_PATHS.favicon);
  if (png === undefined || svg === undefined || favicon?.status !== 200)
    return broken('a picture of the mark is missing');
  const { width, height } = pngSize(png.body);
  if (width !== 512 || height !== 512) return broken(`the PNG has ${width} × ${height} pixels, not 512 × 512`);
  return met('SVG, PNG of 512 × 512 pixels, favicon');
}

async function listing(service: ReadService): Promise<Verdict> {
  const card = await cardOf(service);
  if (card === undefined) return broken(`${SERVER_CARD_PATH} is not readable`);
  const { name, title, description } = card;
  const host = new URL(service.baseUrl).hostname.split('.').toReversed().join('.');
  if (!name.startsWith(`${host}/`)) return broken(`the name ${name} is not in the namespace of the host`);
  if (title.length > 40 || description.length > 100) return broken('the title or the description is too long');
  return met(`“${title}”: ${description}`);
}

async function preview(service: ReadService): Promise<Verdict> {
  const home = (await service.page('/'))?.body.toString() ?? '';
  const missing = ['name="description"', 'property="og:title"', 'property="og:image"'].filter(
    (tag) => !home.includes(tag),
  );
  const picture = await service.page(FACE_PATHS.preview);
  if (missing.length > 0 || picture?.type !== 'image/png') return broken('the home page has no card');
  const { width, height } = pngSize(picture.body);
  return width === 1200 && height === 630
    ? met('description, and a picture of 1200 × 630')
    : broken('another size of picture');
}

async function legal(service: ReadService, path: string): Promise<Verdict> {
  const page = await service.page(path);
  if (page?.status !== 200) return broken(`${path} does not answer`);
  if (page.body.includes('names no company')) return needs(`set owner in ${SETTINGS}, and read web/legal${path}.md`);
  return met(`${service.baseUrl}${path}`);
}

async function support(service: ReadService): Promise<Verdict> {
  const page = await service.page('/support');
  const [, address = ''] = /href="mailto:([^"]+)"/.exec(page?.body.toString() ?? '') ?? [];
  if (address === '') return broken('/support names no address');
  return isExample(address) ? needs(`${address} is an example: set supportEmail in ${SETTINGS}`) : met(address);
}

async function documentation(service: ReadService): Promise<Verdict> {
  const guides = await Promise.all(['/docs/connect', '/docs/tools', '/skill.md'].map((path) => service.page(path)));
  if (guides.some((page) => page?.status !== 200)) return broken('a guide does not answer');
  const examples = guides[2]?.body.toString().match(/```json/g)?.length ?? 0;
  return examples >= 3 ? met(`guides, and ${examples} examples in /skill.md`) : broken('fewer than three examples');
}

async function openAiProof(service: ReadService): Promise<Verdict> {
  const page = await service.page(OPENAI_CHALLENGE_PATH);
  return page?.status === 200
    ? met(OPENAI_CHALLENGE_PATH)
    : needs(`set proofs.openai to the text that OpenAI’s form shows`);
}

async function registryProof(service: ReadService): Promise<Verdict> {
  const page = await service.page(REGISTRY_PROOF_PATH);
  if (page?.status !== 200) return needs('set proofs.registry to the line with your public key');
  const isProof = /^v=MCPv1; k=(?:ed25519|ecdsap384); p=[A-Za-z0-9+/]+=*$/.test(page.body.toString().trim());
  return isProof ? met(REGISTRY_PROOF_PATH) : broken(`${REGISTRY_PROOF_PATH} is not “v=MCPv1; k=…; p=…”`);
}

const structured = <Shape extends z.ZodType>(shape: Shape) => z.object({ structuredContent: shape });
const usageSchema = structured(z.object({ plan_code: z.string(), spending_cap_cents: z.number() }));
const catalogsSchema = structured(z.object({ catalogs: z.array(z.object({})).min(1) }));

async function reviewer(service: ReadService, key: ServiceKey | undefined): Promise<Verdict> {
  if (key === undefined) return needs('npm run admin -- reviewer create, then --reviewer cli_live_…');
  const call = (name: string) => service.result(key, 'tools/call', { name, arguments: {} });
  const usage = usageSchema.safeParse(await call('get_usage'));
  if (!usage.success) return needs('the reviewer’s key has ended, or its account has no plan or no cap');
  if (!catalogsSchema.safeParse(await call('list_my_catalogs')).success)
    return needs('the reviewer’s account has no list');
  const { plan_code: plan, spending_cap_cents: cap } = usage.data.structuredContent;
  return met(`a key on the plan ${plan} with a cap of $${(cap / 100).toFixed(2)} and a list`);
}

async function cardOf(service: ReadService): Promise<z.output<typeof cardSchema> | undefined> {
  const page = await service.page(SERVER_CARD_PATH);
  return page === undefined ? undefined : cardSchema.safeParse(jsonOf(page)).data;
}
