/** What a stage says about itself to the world. Parsed once from the environment by each function. */
export interface ServiceSettings {
  /** Without a trailing slash. Never taken from a request's Host header. */
  readonly baseUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly docsBaseUrl: string;
  readonly supportEmail: string;
}
