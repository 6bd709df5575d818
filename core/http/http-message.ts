/** HTTP requests and responses as the core sees them, without a gateway or framework. */

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Names are lowercase; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** The network address that the gateway saw, never one from a header. */
  readonly sourceAddress: string;
}

/** Adds the cookies and the query string. */
export interface BrowserRequest extends HttpRequest {
  readonly cookies: ReadonlyMap<string, string>;
  /** The raw query, without the question mark. */
  readonly query: string;
}

export interface HttpResponse {
  readonly status: number;
  /** Names are lowercase. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body is bytes in Base64, not text. */
  readonly isBase64?: boolean;
}
