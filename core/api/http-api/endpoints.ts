/** Maps each endpoint to its tool, and the tool's names to the HTTP API's. */
import type * as z from 'zod/mini';
import * as core from 'zod/v4/core';
import type { Tool } from '../tools/define-tool.ts';
import { getCatalogItems } from '../tools/definitions/get-catalog-items.ts';
import { getItem } from '../tools/definitions/get-item.ts';
import { getUsage } from '../tools/definitions/get-usage.ts';
import { listMyCatalogs } from '../tools/definitions/list-my-catalogs.ts';
import { lookupPart } from '../tools/definitions/lookup-part.ts';
import { lookupParts } from '../tools/definitions/lookup-parts.ts';
import { requestEnrichmentTool } from '../tools/definitions/request-enrichment.ts';
import { searchItemsTool } from '../tools/definitions/search-items.ts';
import type { ApiRoute } from './api-routes.ts';
import { getEnrichment } from './get-enrichment.ts';

export const ENDPOINT_TOOLS: Readonly<Record<ApiRoute, Tool>> = {
  'GET /v1/items/lookup': lookupPart,
  'POST /v1/items/lookup': lookupParts,
  'GET /v1/items/search': searchItemsTool,
  'GET /v1/items/{item_id}': getItem,
  'GET /v1/catalogs': listMyCatalogs,
  'GET /v1/catalogs/{catalog_id}/rows': getCatalogItems,
  'GET /v1/usage': getUsage,
  'POST /v1/enrichment': requestEnrichmentTool,
  'GET /v1/enrichment': getEnrichment,
};

/** Routes that may be billed, so that an Idempotency-Key is useful. */
export const METERED_ROUTES: ReadonlySet<ApiRoute> = new Set([
  'GET /v1/items/lookup',
  'POST /v1/items/lookup',
  'GET /v1/items/search',
  'GET /v1/items/{item_id}',
  'POST /v1/enrichment',
]);

/** The look-up that can queue research of a part that it does not find. */
export const QUEUEING_ROUTE: ApiRoute = 'GET /v1/items/lookup';

/** The only tool argument that has another name in the HTTP API. */
const TOOLS_NAME = 'part_number';
const API_NAME = 'mpn';

/** Returns the tool's name of a parameter or member, or undefined if the HTTP API does not have it. */
export function toolName(name: string): string | undefined {
  if (name === TOOLS_NAME) return undefined;
  return name === API_NAME ? TOOLS_NAME : name;
}

export function apiName(name: string): string {
  return name === TOOLS_NAME ? API_NAME : name;
}

/** Renames the last part of a field's path: `items[3].part_number` is `items[3].mpn`. */
export function apiField(field: string): string {
  return field.replace(/(^|\.)part_number$/, (_, before: string) => `${before}${API_NAME}`);
}

/** Returns the schema of each argument, by the tool's names. */
export function argumentsOf(tool: Tool): Readonly<Record<string, z.core.$ZodType>> {
  if (!(tool.input instanceof core.$ZodObject)) throw new Error('The arguments of a tool are an object.');
  return tool.input._zod.def.shape;
}

/** The names of tools and arguments that messages contain, with the HTTP API's names. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  ...(Object.entries(ENDPOINT_TOOLS) as [ApiRoute, Tool][]).map(
    ([route, { name }]) => [wholeWord(name), route] as const,
  ),
  [wholeWord(TOOLS_NAME), API_NAME],
];

function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9_])${word}(?![A-Za-z0-9_])`, 'g');
}

/** Quoted text is the caller's, and stays as it was sent. */
const QUOTED = /(“[^”]*”)/;

/** Rewrites a tool's message with the HTTP API's names. Only for sentences written by the service. */
export function inApiWords(message: string): string {
  return message
    .split(QUOTED)
    .map((part) =>
      part.startsWith('“') ? part : WORDS.reduce((text, [word, route]) => text.replace(word, route), part),
    )
    .join('');
}
