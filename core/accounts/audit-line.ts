/** Who changed what, and when. Values never hold a secret. */
export interface AuditLine {
  readonly who: string;
  /** What was done, as `client.revoked`. */
  readonly what: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  readonly atMs: number;
}
