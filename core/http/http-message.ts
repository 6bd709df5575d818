/** A request and a response over HTTP as the core sees them: no gateway, no framework. */

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Lower-case names; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** The caller's network address as the gateway saw it, never as a header claims it. */
  readonly sourceAddress: string;
}

/** With what only browsers bring, and the routes for them read. */
export interface BrowserRequest extends HttpRequest {
  readonly cookies: ReadonlyMap<string, string>;
  /** As it was sent, without its question mark. */
  readonly query: string;
}

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
