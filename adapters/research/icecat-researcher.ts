/**
 * Researches in Open Icecat by its JSON interface, by GTIN or by brand and product code. It was written from Icecat's
 * pages "Manual for Icecat JSON product requests" (version 2.0), "Which JSON and XML error messages can I get using
 * Icecat?" and "Access tokens as an alternative to IP whitelists"; it has never been tested against Icecat.
 * icecat-record.ts reads a sheet; docs/guides/research-providers.md says what may be stored.
 */
import { request } from 'node:https';
import type { PartResearcher, ResearchAnswer, ResearchTask } from '../../core/sourcing/research/part-researcher.ts';
import { isJsonObject, ownValue, readJsonBody, type JsonObject } from '../../core/json.ts';
import { askProvider, guardSettings, tooMany, unavailable, type Transport, type Tried } from './ask-provider.ts';
import { exchangeGuarded, type GuardSettings, type GuardedBytes } from '../http/guarded-request.ts';
import { icecatRecord } from './icecat-record.ts';
import type { Storing } from './storing.ts';

const ADDRESS = 'https://live.icecat.biz/api';
const MAX_SHEET_BYTES = 2_000_000;
const MAX_ERROR_BYTES = 20_000;
const TOTAL_TIMEOUT_MS = 15_000;
const MAX_TRIES = 2;

interface IcecatSettings extends Transport {
  /** The name of the Icecat account. */
  readonly shopName: string;
  /** Icecat's two-letter code, for example EN. */
  readonly language: string;
  readonly storing: Storing;
  /** The API access token; read when it is needed. */
  readonly readSecret: () => Promise<string>;
  readonly nowMs: () => number;
  /** For tests. */
  readonly address?: string;
}

/** Codes from the page of error messages, grouped by their meaning. */
const NO_SUCH_PRODUCT: ReadonlySet<number> = new Set([4, 8, 400, 404]);
/** The product is in Full Icecat or in a part of it, and the account has not subscribed to that. */
const NOT_SUBSCRIBED: ReadonlySet<number> = new Set([9, 12, 403]);

export class IcecatResearcher implements PartResearcher {
  readonly #settings: IcecatSettings;
  readonly #guard: GuardSettings;

  constructor(settings: IcecatSettings) {
    this.#settings = settings;
    this.#guard = guardSettings(settings, request);
  }

  async research(task: ResearchTask): Promise<ResearchAnswer> {
    const timeoutMs = this.#settings.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
    return askProvider(task, { maxTries: MAX_TRIES, timeoutMs }, (signal) => this.#try(task, signal));
  }

  async #try(task: ResearchTask, signal: AbortSignal): Promise<Tried> {
    const headers = { 'api-token': await this.#settings.readSecret(), accept: 'application/json' };
    const maxBytes = (status: number) => (status === 200 ? MAX_SHEET_BYTES : MAX_ERROR_BYTES);
    const sent = { method: 'GET', headers, maxBytes } as const;
    return this.#read(await exchangeGuarded(this.#guard, this.#address(task), sent, signal), task);
  }

  #address({ manufacturer, manufacturerName, partNumber, gtin }: ResearchTask): URL {
    const { address = ADDRESS, language, shopName } = this.#settings;
    const url = new URL(address);
    url.searchParams.set('lang', language);
    url.searchParams.set('shopname', shopName);
    if (gtin !== undefined) url.searchParams.set('GTIN', gtin);
    else {
      url.searchParams.set('Brand', manufacturerName ?? manufacturer);
      url.searchParams.set('ProductCode', partNumber);
    }
    // The whole sheet, as in the manual's examples.
    url.searchParams.set('content', '');
    return url;
  }

  #read({ status, headers, body }: GuardedBytes, { gtin }: ResearchTask): Tried {
    if (status === 429) return { final: tooMany(headers['retry-after']) };
    if (status >= 500) return { passing: unavailable(`Icecat answered ${status}`) };
    if (status === 401) return { final: unavailable('Icecat refuses the account or its token (401)') };
    if (status >= 300 && status < 400) return { final: unavailable(`Icecat answered ${status}, a redirect`) };
    const answer = readJsonBody(body);
    if (!isJsonObject(answer))
      return { final: unavailable('Icecat answered with something that is not a JSON object') };
    const sheet = ownValue(answer, 'data');
    if (status === 200 && ownValue(answer, 'msg') === 'OK' && isJsonObject(sheet)) {
      const record = icecatRecord(sheet, this.#settings.storing, gtin, this.#settings.nowMs());
      if (record === undefined) return { final: unavailable('Icecat answered with a sheet without a product code') };
      return { final: { kind: 'found', record } };
    }
    return { final: meaningOf(codeOf(answer) ?? status, status) };
  }
}

/** @param code from the page of error messages, otherwise the status; an error code may have the status 200 */
function meaningOf(code: number, status: number): ResearchAnswer {
  if (NO_SUCH_PRODUCT.has(code)) return { kind: 'not_found' };
  if (NOT_SUBSCRIBED.has(code)) return { kind: 'not_found', detail: `not in the open part of Icecat (${code})` };
  if (code >= 1 && code <= 10) return unavailable(`Icecat refuses the account or its token (code ${code})`);
  return unavailable(`Icecat answered ${status} with an error that its page does not list`);
}

/** The codes appear under several names, as numbers or as text. */
function codeOf(answer: JsonObject): number | undefined {
  for (const name of ['Code', 'code', 'StatusCode', 'statusCode']) {
    const code = Number(ownValue(answer, name) ?? Number.NaN);
    if (Number.isInteger(code)) return code;
  }
  return undefined;
}
