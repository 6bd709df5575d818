/** A line of the audit trail: who changed what, and when. Its values never contain a secret. */

export const ACCOUNT_CHANGES = [
  'account.created',
  'account.set',
  'payment.failed',
  'payment.settled',
  'usage.doubt_resolved',
  'statement.closed',
  'statement.corrected',
  'client.created',
  'client.rotated',
  'client.renamed',
  'client.scopes_set',
  'client.revoked',
  'budget.set',
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
  'catalog.row_taken_back',
  'match.forgotten',
  'match.restored',
  'research.asked_for_catalog',
  'research.retried',
  'research.cancelled',
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

/** Changes that belong to no account. */
type StageChange =
  | 'manufacturer.alias'
  | 'manufacturer.unalias'
  | 'word.add'
  | 'word.remove'
  | 'signing_key.rotation_begun'
  | 'signing_key.rotation_refused'
  | 'signing_key.rotated';

export type AuditChange = AccountChange | StageChange;

/** A line as this version writes it. */
export interface AuditLine extends StoredAuditLine {
  readonly what: AuditChange;
}

/**
 * A line as stored: another version of the service may have written it, with a kind that this version does not know.
 */
export interface StoredAuditLine {
  readonly who: string;
  readonly what: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  readonly atMs: number;
}

/** How many of the latest lines are shown to a person. */
export const TRAIL_LINES = 500;
