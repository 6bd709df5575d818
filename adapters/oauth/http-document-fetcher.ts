/**
 * Reads an OAuth client's metadata document from an untrusted URL. It applies the same rules as research: only public
 * addresses, no redirects, at most 5 kB, within three seconds. A local run may also read from this machine, and only
 * then without TLS.
 */
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { FetchDocument, FetchedDocument } from '../../core/access/oauth/client-documents.ts';
import { MAX_DOCUMENT_BYTES } from '../../core/access/oauth/client-document.ts';
import { guardedLookup, type ResolveAll } from '../http/guarded-lookup.ts';
import { AnswerTooLargeError, sendGuarded, type SendRequest } from '../http/guarded-request.ts';
import { isPublicAddress } from '../http/public-address.ts';

const TIMEOUT_MS = 3_000;

interface FetcherSettings {
  /** Also allows this machine's addresses, over http. */
  readonly loopbackToo: boolean;
  /** For tests: another transport, another name resolution, less time. */
  readonly request?: SendRequest;
  readonly resolve?: ResolveAll;
  readonly timeoutMs?: number;
}

export function httpDocumentFetcher({ loopbackToo, request, resolve, timeoutMs }: FetcherSettings): FetchDocument {
  const isAllowed = (address: string) => isPublicAddress(address) || (loopbackToo && isLoopbackAddress(address));
  const lookup = guardedLookup(isAllowed, resolve);
  return async (url) => {
    const plain = url.protocol === 'http:' && loopbackToo ? plainRequest : secureRequest;
    const guard = { request: request ?? plain, lookup, isAllowed, maxBytes: MAX_DOCUMENT_BYTES };
    const signal = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS);
    try {
      const headers = { accept: 'application/json' };
      return judge(await sendGuarded(guard, url, { method: 'GET', headers }, signal));
    } catch (error) {
      return unreachable(problemOf(error, signal));
    }
  };
}

function judge({ status, headers, body }: Awaited<ReturnType<typeof sendGuarded>>): FetchedDocument {
  if (status !== 200) return unreachable(`It was answered with ${status}.`);
  const type = (headers['content-type'] ?? '').replace(/;.*/, '').trim().toLowerCase();
  if (!/^application\/([a-z0-9.-]+\+)?json$/.test(type)) return unreachable('It is not declared as JSON.');
  return { kind: 'fetched', body, headers };
}

/** Returns only the kind of error: a message could contain anything that a server or a resolver sent. */
function problemOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'It took too long.';
  if (error instanceof AnswerTooLargeError) return `It is larger than ${MAX_DOCUMENT_BYTES} bytes.`;
  // A non-public address gets the same message as one that does not answer, so that no caller learns the address of a
  // name.
  return 'It could not be reached.';
}

function unreachable(problem: string): FetchedDocument {
  return { kind: 'unreachable', problem };
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}
