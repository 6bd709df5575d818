/**
 * Reads the metadata documents of OAuth clients and caches the valid ones; refusals are never cached. Reads from one
 * host, on any port, are counted across all processes, so that a caller cannot make this service flood that host.
 */
import type { RateWindows } from '../../billing/rate-limit/rate-window.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { readClientDocument } from './client-document.ts';
import { freshSeconds } from './document-freshness.ts';
import type { OauthClient, OauthClientRefusal } from './oauth-client.ts';

export type FetchedDocument =
  | {
      readonly kind: 'fetched';
      readonly body: string;
      /** Names are lowercase. */
      readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    }
  /** `problem` quotes nothing of the response. */
  | { readonly kind: 'unreachable'; readonly problem: string };

/** The port to foreign servers: one GET without redirects, limited in size and time. */
export type FetchDocument = (url: URL) => Promise<FetchedDocument>;

const READS_OF_A_HOST_PER_MINUTE = 60;
const KEPT_DOCUMENTS = 200;

export class ClientDocuments {
  readonly #fetch: FetchDocument;
  readonly #rates: RateWindows;
  readonly #kept = new Map<string, { readonly client: OauthClient; readonly freshUntilMs: number }>();

  constructor(fetch: FetchDocument, rates: RateWindows) {
    this.#fetch = fetch;
    this.#rates = rates;
  }

  async read(url: URL, nowMs: number): Promise<Result<OauthClient, OauthClientRefusal>> {
    const cached = this.#kept.get(url.href);
    if (cached !== undefined && nowMs < cached.freshUntilMs) return succeed(cached.client);
    this.#kept.delete(url.href);
    const verdict = await this.#rates.take(`DOCUMENTS#${url.hostname}`, READS_OF_A_HOST_PER_MINUTE, nowMs);
    if (!verdict.allowed) return unusable(`It was read too often: wait ${verdict.retryAfterSeconds} seconds.`);
    const fetched = await this.#fetch(url);
    if (fetched.kind === 'unreachable') return unusable(fetched.problem);
    const client = readClientDocument(url, fetched.body);
    if (client.ok) this.#keep(client.value, nowMs + 1000 * freshSeconds(fetched.headers, nowMs), nowMs);
    return client;
  }

  #keep(client: OauthClient, freshUntilMs: number, nowMs: number): void {
    // A document that is already stale must not evict another.
    if (freshUntilMs <= nowMs) return;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= KEPT_DOCUMENTS && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(client.clientId, { client, freshUntilMs });
  }
}

function unusable(problem: string): Result<never, OauthClientRefusal> {
  return fail({ kind: 'unusable_metadata', problem });
}
