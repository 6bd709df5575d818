/**
 * Research by a provider over HTTPS (docs/research-provider.md). It decides what an answer of the provider means and whether to ask again
 * at once; what the record holds is judged in core/enrichment/researched-record.ts. The provider is told the part, and a random id by which it can
 * recognise a repeated call; nothing about who asks.
 */
import { request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { PartResearcher, ResearchAnswer, ResearchTask } from '../../core/enrichment/part-researcher.ts';
import { ForbiddenAddressError, guardedLookup, type ResolveAll } from './guarded-lookup.ts';
import { AnswerTooLargeError, type GuardSettings, type SendRequest } from './guarded-request.ts';
import { postJson, type Posted } from './post-json.ts';
import { isPublicAddress } from './public-address.ts';

const MAX_ANSWER_BYTES = 2_000_000;
/** All tries together: well below the worker's time limit. */
const TOTAL_TIMEOUT_MS = 30_000;
const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 500;
const MAX_RETRY_AFTER_SECONDS = 900;

export interface HttpResearcherSettings {
  /** An https address without credentials in it. */
  readonly url: string;
  /** The provider's key, read when it is needed. */
  readonly readSecret: () => Promise<string>;
  /** The rest is for tests: another transport, other names, other addresses, less time. */
  readonly request?: SendRequest;
  readonly resolve?: ResolveAll;
  readonly isAllowed?: (address: string) => boolean;
  readonly totalTimeoutMs?: number;
}

const answerSchema = z.discriminatedUnion('found', [
  z.object({ found: z.literal(true), record: z.record(z.string(), z.unknown()) }),
  z.object({ found: z.literal(false) }),
]);

/** What one try came to: an answer for good, or a reason why another try at once may succeed. */
type Tried = { readonly final: ResearchAnswer } | { readonly passing: ResearchAnswer & { kind: 'unavailable' } };

export class HttpResearcher implements PartResearcher {
  readonly #url: URL;
  readonly #readSecret: () => Promise<string>;
  readonly #post: GuardSettings;
  readonly #totalTimeoutMs: number;

  /** @throws {Error} when the address is not https, or holds credentials */
  constructor(settings: HttpResearcherSettings) {
    this.#url = new URL(settings.url);
    if (this.#url.protocol !== 'https:' && settings.request === undefined)
      throw new Error('The research provider must be reached over https');
    if (this.#url.username !== '' || this.#url.password !== '')
      throw new Error('The address of the research provider must not hold credentials');
    this.#readSecret = settings.readSecret;
    const isAllowed = settings.isAllowed ?? isPublicAddress;
    this.#post = {
      request: settings.request ?? request,
      lookup: guardedLookup(isAllowed, settings.resolve),
      isAllowed,
      maxBytes: MAX_ANSWER_BYTES,
    };
    this.#totalTimeoutMs = settings.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
  }

  async research(task: ResearchTask): Promise<ResearchAnswer> {
    const signal = AbortSignal.timeout(this.#totalTimeoutMs);
    for (let attempt = 1; ; attempt += 1) {
      const tried = await this.#try(task, signal);
      if ('final' in tried) return tried.final;
      if (attempt === MAX_TRIES) return tried.passing;
      try {
        await wait(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal });
      } catch {
        return tried.passing;
      }
    }
  }

  async #try(task: ResearchTask, signal: AbortSignal): Promise<Tried> {
    const { manufacturer, partNumber, description, researchId } = task;
    try {
      const headers = { authorization: `Bearer ${await this.#readSecret()}`, 'idempotency-key': researchId };
      const body = { manufacturer, part_number: partNumber, ...(description === null ? {} : { description }) };
      return readAnswer(await postJson(this.#post, this.#url, headers, body, signal));
    } catch (error) {
      return failedTry(error, signal);
    }
  }
}

function readAnswer({ status, retryAfter, body }: Posted): Tried {
  if (status === 200) return { final: readBody(body) };
  if (status === 429 || status === 503) {
    const retryAfterSeconds = readRetryAfter(retryAfter);
    // The provider asked for quiet: the queue waits, not this process.
    return { final: unavailable(`The provider answered ${status}`, retryAfterSeconds) };
  }
  const answer = unavailable(`The provider answered ${status}`);
  return status >= 500 ? { passing: answer } : { final: answer };
}

function readBody(body: string): ResearchAnswer {
  const parsed = answerSchema.safeParse(parseJson(body));
  if (!parsed.success) return unavailable('The provider answered with something that is not in the contract');
  return parsed.data.found ? { kind: 'found', record: parsed.data.record } : { kind: 'not_found' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds, or a date (RFC 9110, 10.2.3); at most a quarter of an hour, as long as a queue can wait. */
function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^[0-9]{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(seconds)));
}

function failedTry(error: unknown, signal: AbortSignal): Tried {
  if (signal.aborted) return { final: unavailable('The provider took too long') };
  if (error instanceof ForbiddenAddressError || error instanceof AnswerTooLargeError)
    return { final: unavailable(error.message) };
  // Only the kind of error: a message could hold anything that a provider or a resolver says.
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return { passing: unavailable(`The provider could not be reached (${code.slice(0, 60)})`) };
}

function unavailable(detail: string, retryAfterSeconds?: number): ResearchAnswer & { kind: 'unavailable' } {
  return { kind: 'unavailable', detail, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}
