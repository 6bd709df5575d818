/** One simulated assistant: repeatedly calls a tool, compares the answer with the model, and waits. */
import { countTokens } from '../../core/billing/meter/charge-for-items.ts';
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { selectFields, showItem, type SelectionDefaults } from '../../core/index/items/item-selection.ts';
import type { SeededRandom } from '../../local/demo/seeded-random.ts';
import { toolCall } from '../../test/support/service/mcp-service.ts';
import type { ItemHistory } from './item-history.ts';

export interface SoakKey {
  readonly accountId: string;
  readonly clientId: string;
  readonly secret: string;
  /** The end of the key's revocation; every request that starts later must be refused. */
  revokedAtMs?: number;
  /** The start of the key's revocation. */
  revokingAtMs?: number;
}

/** A part that the index does not have when the soak begins. */
interface UnknownPart {
  readonly manufacturer: string;
  readonly part_number: string;
  readonly researchFinds: boolean;
}

export interface SoakWorld {
  readonly baseUrl: string;
  readonly history: ItemHistory;
  readonly ids: readonly string[];
  readonly unknownParts: readonly UnknownPart[];
  /** For each account, the part numbers for which research was accepted. */
  readonly queued: Map<string, Set<string>>;
  readonly random: SeededRandom;
  readonly billed: Map<string, number>;
  readonly wrong: string[];
  /** The number of internal_error answers, which may be retried. Each may have been billed once without its data. */
  failed: number;
  calls: number;
}

interface Answer {
  readonly status: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly structured?: Readonly<Record<string, unknown>>;
  readonly tokens: number;
  readonly text: string;
}

const THINK_MS = 400;

export async function runAssistant(world: SoakWorld, nextKey: () => SoakKey, untilMs: number): Promise<void> {
  const acts = [lookUp, lookUp, lookUpMany, getItem, search, missing, usage, enrich];
  while (performance.now() < untilMs) {
    const act = world.random.pick(acts as [typeof lookUp, ...(typeof lookUp)[]]);
    await act(world, nextKey()).catch((error: unknown) => void world.wrong.push(`${act.name}: ${String(error)}`));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * THINK_MS));
  }
}

async function lookUp(world: SoakWorld, key: SoakKey): Promise<void> {
  const { id, manufacturer, mpn } = world.history.newest(world.random.pick(nonEmpty(world.ids)));
  const answer = await call(world, key, 'lookup_part', { manufacturer, part_number: mpn });
  expectItem(world, answer, answer.structured?.['item'], id, 'lookup');
}

async function getItem(world: SoakWorld, key: SoakKey): Promise<void> {
  const id = world.random.pick(nonEmpty(world.ids));
  const answer = await call(world, key, 'get_item', { item_id: id });
  expectItem(world, answer, answer.structured?.['item'], id, 'get_item');
}

async function lookUpMany(world: SoakWorld, key: SoakKey): Promise<void> {
  const ids = [...new Set(Array.from({ length: 5 }, () => world.random.pick(nonEmpty(world.ids))))];
  const items = ids.map((id) => world.history.newest(id));
  const asked = items.map(({ manufacturer, mpn }) => ({ manufacturer, part_number: mpn }));
  const answer = await call(world, key, 'lookup_parts', { items: asked });
  if (answer.structured === undefined) return;
  const found = (answer.structured['found'] ?? []) as { input_index: number; item: unknown }[];
  if (found.length !== ids.length) world.wrong.push(`lookup_parts found ${found.length} of ${ids.length}`);
  for (const { input_index: index, item } of found) expectItem(world, answer, item, ids[index] ?? '', 'lookup', false);
  const tokens = found.reduce((sum, { item }) => sum + countTokens(item as object), 0);
  if (tokens !== answer.tokens) world.wrong.push(`lookup_parts billed ${answer.tokens}, not ${tokens}`);
}

async function search(world: SoakWorld, key: SoakKey): Promise<void> {
  const { id, mpn } = world.history.newest(world.random.pick(nonEmpty(world.ids)));
  const answer = await call(world, key, 'search_items', { query: mpn, limit: 5 });
  if (answer.structured === undefined) return;
  const items = (answer.structured['items'] ?? []) as { id: string }[];
  if (!items.some((item) => item.id === id)) world.wrong.push(`search_items did not find ${id} by its number`);
}

async function missing(world: SoakWorld, key: SoakKey): Promise<void> {
  const answer = await call(world, key, 'lookup_part', { manufacturer: 'Nobody', part_number: `NO-${world.calls}` });
  if (answer.structured === undefined) return;
  if (answer.structured['found'] !== false || answer.tokens !== 0)
    world.wrong.push(`found nothing wrongly: ${answer.text}`);
}

async function usage(world: SoakWorld, key: SoakKey): Promise<void> {
  const answer = await call(world, key, 'get_usage', {});
  if (answer.structured !== undefined && answer.tokens !== 0) world.wrong.push('get_usage was billed');
}

async function enrich(world: SoakWorld, key: SoakKey): Promise<void> {
  const { researchFinds, ...part } = world.random.pick(nonEmpty(world.unknownParts));
  const queued = world.queued.get(key.accountId) ?? new Set<string>();
  world.queued.set(key.accountId, queued);
  const answer = await call(world, key, 'request_enrichment', { items: [part] });
  const [entry] = (answer.structured?.['results'] ?? []) as { status: string; error_code: string | null }[];
  if (entry === undefined) return;
  // A part that was not found is refused for a time to accounts that requested it; a found part is in the index for
  // all.
  const isRight =
    entry.status === 'queued' ||
    (researchFinds
      ? entry.status === 'already_in_index'
      : entry.status === 'refused' && entry.error_code === 'not_found' && queued.has(part.part_number));
  if (!isRight) world.wrong.push(`request_enrichment: ${answer.text}`);
  if (entry.status === 'queued') queued.add(part.part_number);
}

/** Sends one request. A revoked key must be refused; a key that is being revoked may be. */
async function call(world: SoakWorld, key: SoakKey, tool: string, args: object): Promise<Answer> {
  const { headers, body } = toolCall(tool, args, `${key.clientId}:${key.secret}`);
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const startMs = performance.now();
  const response = await fetch(`${world.baseUrl}/mcp`, init);
  const text = await response.text();
  const endMs = performance.now();
  world.calls += 1;
  const mustRefuse = key.revokedAtMs !== undefined && key.revokedAtMs < startMs;
  const mayRefuse = key.revokingAtMs !== undefined && key.revokingAtMs < endMs;
  const refused = response.status === 401;
  if (refused ? !mayRefuse : mustRefuse)
    world.wrong.push(`${tool}: ${response.status} with a key revoked: ${mustRefuse}`);
  if (response.status === 500) world.failed += 1;
  if (refused || response.status === 500) return { status: response.status, startMs, endMs, tokens: 0, text };
  const { result } = JSON.parse(text) as {
    result?: { structuredContent?: Record<string, unknown>; _meta?: Record<string, unknown> };
  };
  const structured = result?.structuredContent;
  if (response.status !== 200 || structured === undefined)
    world.wrong.push(`${tool}: ${response.status} ${text.slice(0, 300)}`);
  const figures = result?._meta?.['com.service/usage'] as { tokens_billed: number } | undefined;
  const tokens = figures?.tokens_billed ?? 0;
  world.billed.set(key.accountId, (world.billed.get(key.accountId) ?? 0) + tokens);
  return { status: response.status, startMs, endMs, tokens, text, ...(structured === undefined ? {} : { structured }) };
}

function expectItem(
  world: SoakWorld,
  { status, startMs, endMs, tokens }: Answer,
  item: unknown,
  id: string,
  defaults: SelectionDefaults,
  alone = true,
): void {
  if (status !== 200) return;
  const right = world.history.visible(id, startMs, endMs).map((record) => shownText(record, defaults));
  if (!right.includes(JSON.stringify(item))) world.wrong.push(`a wrong record ${id}: ${JSON.stringify(item)}`);
  const expected = countTokens(item ?? {});
  if (alone && expected !== tokens) world.wrong.push(`${id} billed ${tokens}, not ${expected}`);
}

function shownText(item: ItemRecord, defaults: SelectionDefaults): string {
  return JSON.stringify(showItem(item, selectFields({ defaults })));
}

function nonEmpty<T>(values: readonly T[]): readonly [T, ...T[]] {
  if (values[0] === undefined) throw new Error('There is something to choose from.');
  return values as readonly [T, ...T[]];
}
