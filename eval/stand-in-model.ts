/**
 * A stand-in for a model: an HTTP server with chat completions that picks calls by simple, deterministic rules. It
 * tests the runner without a key, and shows nothing about how well a model chooses.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as z from 'zod';

const chatRequest = z.object({
  model: z.string(),
  messages: z
    .array(
      z.object({
        role: z.enum(['system', 'user', 'assistant', 'tool']),
        content: z.string().nullish(),
        tool_calls: z.array(z.object({ function: z.object({ name: z.string() }) })).optional(),
      }),
    )
    .min(1),
  tools: z.array(z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) })),
});
type ChatRequest = z.infer<typeof chatRequest>;

interface Call {
  readonly name: string;
  readonly args: object;
}

interface Part {
  readonly manufacturer: string;
  readonly part_number: string;
}

export interface StandIn {
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
}

export async function startStandIn(): Promise<StandIn> {
  const server = createServer((request, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const isChat = request.method === 'POST' && request.url === '/v1/chat/completions';
    if (!isChat) return send(404, { error: { message: 'Only chat completions are spoken here.' } });
    json(request)
      .then((body) => send(200, completionOf(chatRequest.parse(body))))
      .catch(() => send(400, { error: { message: 'This is not a request for a chat completion.' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function completionOf({ model, messages, tools }: ChatRequest): object {
  const call = nextCall(messages);
  const known = call !== undefined && tools.some(({ function: { name } }) => name === call.name) ? call : undefined;
  const written = known === undefined ? '' : JSON.stringify(known.args);
  const message =
    known === undefined
      ? { role: 'assistant', content: 'Done.' }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: `call-${messages.length}`, type: 'function', function: { name: known.name, arguments: written } },
          ],
        };
  const ending = known === undefined ? 'stop' : 'tool_calls';
  const usage = {
    prompt_tokens: tokensOf(JSON.stringify({ messages, tools })),
    completion_tokens: tokensOf(JSON.stringify(message)),
  };
  return { object: 'chat.completion', model, choices: [{ index: 0, message, finish_reason: ending }], usage };
}

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

function nextCall(messages: ChatRequest['messages']): Call | undefined {
  const asked = messages.find(({ role }) => role === 'user')?.content ?? '';
  const made = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ function: { name } }) => name));
  const last = messages.at(-1);
  if (last?.role !== 'tool') return firstCall(asked);
  return followingCall(asked, made, last.content ?? '');
}

function firstCall(asked: string): Call | undefined {
  const id = /\bitm_\w{8}\b/.exec(asked)?.[0];
  if (id !== undefined)
    return {
      name: 'get_item',
      args: { item_id: id, ...(/source|come from/i.test(asked) && { include_sources: true }) },
    };
  const list = /\bcat_\w{8}\b/.exec(asked)?.[0];
  if (list !== undefined)
    return {
      name: 'get_catalog_items',
      args: { catalog_id: list, ...(/not found/i.test(asked) && { outcome: ['not_found'] }) },
    };
  if (/\b(?:plan|spent|budget|usage|quota|cap)\b|can't I|cost us/i.test(asked)) return { name: 'get_usage', args: {} };
  if (/\b(?:my|our) (?:last )?(?:lists?|catalogs?)\b/i.test(asked)) return { name: 'list_my_catalogs', args: {} };
  const barcodes = asked.match(/\b\d{8,14}\b(?! ?(?:class|segment))/g) ?? [];
  if (barcodes.length > 0 && !/unspsc/i.test(asked)) return callFor(barcodes.map((gtin) => ({ gtin })));
  const parts = partsIn(asked);
  if (parts.length > 0) return callFor(parts);
  return /\b(?:thanks|upload|researched\?|weather|letter)/i.test(asked) ? undefined : searchFor(asked);
}

function followingCall(asked: string, made: readonly string[], seen: string): Call | undefined {
  const [part] = partsIn(asked);
  const isAllowed = /researched|have it research|I'll pay/i.test(asked);
  if (/Not found/.test(seen) && isAllowed && part !== undefined && !made.includes('request_enrichment'))
    return { name: 'request_enrichment', args: { items: [part] } };
  // The message contains, as JSON, the call that shows replacements.
  const next = / get_item (\{"item_id":"itm_\w{8}","fields":\["attributes"\]\})/.exec(seen)?.[1];
  if (next !== undefined && /replace|instead/i.test(asked) && made.length === 1)
    return { name: 'get_item', args: JSON.parse(next) as object };
  const stated = /"replacements":\[\{"manufacturer":"([^"]+)","mpn":"([^"]+)"/.exec(seen);
  if (stated !== null && made.length === 2)
    return { name: 'lookup_part', args: { manufacturer: stated[1], part_number: stated[2] } };
  const cursor = /"next_cursor":"([\w.-]+)"/.exec(seen)?.[1];
  if (cursor !== undefined && /\bnext\b/i.test(asked) && made.length === 1) {
    const search = searchFor(asked);
    return { ...search, args: { ...search.args, cursor } };
  }
  return undefined;
}

function callFor(items: readonly object[]): Call {
  return items.length === 1 ? { name: 'lookup_part', args: items[0] ?? {} } : { name: 'lookup_parts', args: { items } };
}

/**
 * Reads one or two words with a digit as a part number, and capitalized words before it, or after "from" or "by", as
 * its manufacturer.
 */
function partsIn(asked: string): readonly Part[] {
  return asked.split(/[\n;]/).flatMap((piece): Part[] => {
    const after = /\b((?=\S*\d)[A-Z0-9][\w./-]+(?: X)?) (?:from|by) ((?:[A-Z][\w&]*)(?: [A-Z&][\w&]*)?)/.exec(piece);
    if (after !== null) return [{ part_number: after[1] ?? '', manufacturer: after[2] ?? '' }];
    const before =
      /\b([A-Z][a-zA-Z]{3,}(?: (?:Safety|Bearings))?) ((?:[A-Z]{2} )?(?=\S*\d)[A-Z0-9][\w./-]*\w(?: X)?)/.exec(piece);
    return before === null ? [] : [{ manufacturer: before[1] ?? '', part_number: before[2] ?? '' }];
  });
}

const SMALL_WORDS =
  /\b(?:i|need|a|an|find|show|me|with|for|which|does|make|list|parts|of|the|only|part|numbers|please|do|you|have|anything|on|no|idea|who|makes|it|then|next|three|search|what|is|are|any)\b/gi;

function searchFor(asked: string): Call {
  const unspsc = /unspsc[^\d]*(\d{2,8})/i.exec(asked)?.[1];
  if (unspsc !== undefined) return { name: 'search_items', args: { unspsc } };
  const query = asked
    .replaceAll(/[?!:,.](?=\s|$)/g, ' ')
    .replaceAll(SMALL_WORDS, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const limit = /\bthree\b/i.test(asked) ? { limit: 3 } : {};
  return { name: 'search_items', args: { query: query.slice(0, 200), ...limit } };
}
