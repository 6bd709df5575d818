/**
 * Asks a provider until its answer is final: a few attempts with pauses, each counted before it is sent, all within one
 * time limit. The caller decides whether an answer is final.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { ResearchAnswer, ResearchTask } from '../../core/sourcing/research/part-researcher.ts';
import { ForbiddenAddressError, guardedLookup, type ResolveAll } from '../http/guarded-lookup.ts';
import {
  AnswerTooLargeError,
  CompressedAnswerError,
  type GuardSettings,
  type SendRequest,
} from '../http/guarded-request.ts';
import { isPublicAddress } from '../http/public-address.ts';

const FIRST_PAUSE_MS = 500;
const DAY_SECONDS = 86_400;

type UsedUp = ResearchAnswer & { readonly kind: 'used_up' };
type Unavailable = ResearchAnswer & { readonly kind: 'unavailable' };

/** The result of one attempt: a final answer, or a reason why an immediate retry may succeed. */
export type Tried = { readonly final: ResearchAnswer } | { readonly passing: Unavailable };

/** Lets tests replace the transport, the name resolution, the allowed addresses and the time limit. */
export interface Transport {
  readonly request?: SendRequest;
  readonly resolve?: ResolveAll;
  readonly isAllowed?: (address: string) => boolean;
  readonly totalTimeoutMs?: number;
}

/** @param request used unless the transport names another */
export function guardSettings(transport: Transport, request: SendRequest): GuardSettings {
  const isAllowed = transport.isAllowed ?? isPublicAddress;
  return {
    request: transport.request ?? request,
    lookup: guardedLookup(isAllowed, transport.resolve),
    isAllowed,
  };
}

/** @param timeoutMs for all attempts; shortened to the task's remaining time */
export async function askProvider(
  task: ResearchTask,
  { maxTries, timeoutMs }: { readonly maxTries: number; readonly timeoutMs: number },
  tryOnce: (signal: AbortSignal) => Promise<Tried>,
): Promise<ResearchAnswer> {
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(Math.min(timeoutMs, task.timeLeftMs ?? Infinity))));
  for (let attempt = 1; ; attempt += 1) {
    const permission = await task.mayAsk?.();
    if (permission?.kind === 'used_up') return usedUp('The requests allowed are used up', permission.retryAfterSeconds);
    const tried = await tryOnce(signal).catch((error: unknown) => failedTry(error, signal));
    if ('final' in tried) return tried.final;
    if (attempt === maxTries) return tried.passing;
    try {
      await wait(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal });
    } catch {
      return tried.passing;
    }
  }
}

function failedTry(error: unknown, signal: AbortSignal): Tried {
  if (signal.aborted) return { final: unavailable('The provider took too long') };
  if (
    error instanceof ForbiddenAddressError ||
    error instanceof AnswerTooLargeError ||
    error instanceof CompressedAnswerError
  )
    return { final: unavailable(error.message) };
  // Only the kind of error is kept: a message could contain anything that a provider or a resolver sent.
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return { passing: unavailable(`The provider could not be reached (${code.slice(0, 60)})`) };
}

export function unavailable(detail: string, retryAfterSeconds?: number): Unavailable {
  return { kind: 'unavailable', detail, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

/**
 * After a 429 the part waits for the time that the provider requests, at most a day, or for a minute if it requests
 * none.
 */
export function tooMany(retryAfter: string | undefined): UsedUp {
  return usedUp('The provider answered 429', readRetryAfter(retryAfter, DAY_SECONDS) ?? 60);
}

export function usedUp(detail: string, retryAfterSeconds: number): UsedUp {
  return { kind: 'used_up', detail, retryAfterSeconds };
}

/** The bytes as text; undefined if they are not UTF-8. */
export function utf8(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/**
 * The header `Retry-After`, seconds or a date (RFC 9110, 10.2.3), as seconds from 1 to `most`; undefined for anything
 * else.
 */
export function readRetryAfter(header: string | undefined, most: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^[0-9]{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(most, Math.max(1, Math.ceil(seconds)));
}
