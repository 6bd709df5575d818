/** Who changed what, and when, for every kind of change. Values never contain a secret. */

/** Every kind of change in an account's audit trail. */
export const ACCOUNT_CHANGES = [
  'account.created',
  'account.set',
  'payment.failed',
  'payment.settled',
  'statement.closed',
  'statement.corrected',
  'client.created',
  'client.rotated',
  'client.renamed',
  'client.scopes_set',
  'client.revoked',
  'member.invited',
  'member.accepted',
  'member.declined',
  'member.invitation_withdrawn',
  'member.role_set',
  'member.notices_set',
  'member.removed',
  'catalog.import_started',
  'catalog.imported',
  'catalog.cancelled',
  'catalog.replacement_started',
  'catalog.replaced',
  'catalog.row_accepted',
  'catalog.row_fixed',
  'catalog.row_searched',
  'research.asked_for_catalog',
  'research.retried',
  'research.cancelled',
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

/** What belongs to no account. */
type StageChange =
  | 'manufacturer.alias'
  | 'manufacturer.unalias'
  | 'word.add'
  | 'word.remove'
  | 'signing_key.rotation_begun'
  | 'signing_key.rotation_refused'
  | 'signing_key.rotated';

export type AuditChange = AccountChange | StageChange;

/** A line as it is written. */
export interface AuditLine extends StoredAuditLine {
  readonly what: AuditChange;
}

/** A line as it is read: another version of the service may have written it, with a kind of its own. */
export interface StoredAuditLine {
  readonly who: string;
  readonly what: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  readonly atMs: number;
}

/** The latest lines, which a person sees. */
export const TRAIL_LINES = 500;
