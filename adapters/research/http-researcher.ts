/**
 * Asks a provider over HTTPS that implements this service's contract (docs/guides/research-providers.md), and decides
 * what its answer means; core/sourcing/research/researched-record.ts checks the item. The provider gets the part, and a
 * random id by which it can recognize a repeated call, but nothing about the caller.
 */
import { request } from 'node:https';
import * as z from 'zod/mini';
import type { PartResearcher, ResearchAnswer, ResearchTask } from '../../core/sourcing/research/part-researcher.ts';
import {
  askProvider,
  guardSettings,
  readRetryAfter,
  tooMany,
  unavailable,
  type Transport,
  type Tried,
} from './ask-provider.ts';
import { exchangeGuarded, type GuardSettings, type GuardedBytes } from '../http/guarded-request.ts';
import { readJsonBody } from '../../core/json.ts';

const MAX_ANSWER_BYTES = 2_000_000;
/** The limit for all attempts together, well below the worker's time limit. */
const TOTAL_TIMEOUT_MS = 30_000;
const MAX_TRIES = 3;
/** The longest delay of a queue. */
const MAX_QUEUE_WAIT_SECONDS = 900;

interface HttpResearcherSettings extends Transport {
  /** An https URL without credentials. */
  readonly url: string;
  /** Reads the provider's key when it is needed. */
  readonly readSecret: () => Promise<string>;
}

const answerSchema = z.discriminatedUnion('found', [
  z.object({ found: z.literal(true), record: z.record(z.string(), z.unknown()) }),
  z.object({ found: z.literal(false) }),
]);

export class HttpResearcher implements PartResearcher {
  readonly #url: URL;
  readonly #readSecret: () => Promise<string>;
  readonly #guard: GuardSettings;
  readonly #timeoutMs: number;

  /** @throws {Error} when the URL is not https, or contains credentials */
  constructor(settings: HttpResearcherSettings) {
    this.#url = new URL(settings.url);
    if (this.#url.protocol !== 'https:' && settings.request === undefined)
      throw new Error('The research provider must be reached over https');
    if (this.#url.username !== '' || this.#url.password !== '')
      throw new Error('The address of the research provider must not hold credentials');
    this.#readSecret = settings.readSecret;
    this.#guard = guardSettings(settings, request);
    this.#timeoutMs = settings.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
  }

  async research(task: ResearchTask): Promise<ResearchAnswer> {
    return askProvider(task, { maxTries: MAX_TRIES, timeoutMs: this.#timeoutMs }, (signal) => this.#try(task, signal));
  }

  async #try({ manufacturer, partNumber, description, researchId }: ResearchTask, signal: AbortSignal): Promise<Tried> {
    const headers = {
      authorization: `Bearer ${await this.#readSecret()}`,
      'idempotency-key': researchId,
      'content-type': 'application/json',
      accept: 'application/json',
    };
    const task = { manufacturer, part_number: partNumber, ...(description === null ? {} : { description }) };
    const maxBytes = (status: number) => (status === 200 ? MAX_ANSWER_BYTES : 0);
    const body = JSON.stringify(task);
    const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
    const sent = { method: 'POST', headers: sized, body, maxBytes } as const;
    return readAnswer(await exchangeGuarded(this.#guard, this.#url, sent, signal));
  }
}

function readAnswer({ status, headers, body }: GuardedBytes): Tried {
  const retryAfter = headers['retry-after'];
  if (status === 200) return { final: readBody(body) };
  if (status === 429) return { final: tooMany(retryAfter) };
  // The provider asked for a pause: the queue waits, not this process.
  if (status === 503)
    return { final: unavailable('The provider answered 503', readRetryAfter(retryAfter, MAX_QUEUE_WAIT_SECONDS)) };
  const answer = unavailable(`The provider answered ${status}`);
  return status >= 500 ? { passing: answer } : { final: answer };
}

function readBody(body: Buffer): ResearchAnswer {
  const parsed = answerSchema.safeParse(readJsonBody(body));
  if (!parsed.success) return unavailable('The provider answered with something that is not in the contract');
  return parsed.data.found ? { kind: 'found', record: parsed.data.record } : { kind: 'not_found' };
}
