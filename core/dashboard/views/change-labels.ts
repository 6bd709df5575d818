/**
 * The labels of changes in the audit trail, on the page and in the operator's command. JSON has the kinds as they are
 * stored.
 */
import type { AuditChange } from '../../billing/accounts/audit-line.ts';

/** The page has a narrower label for some values, such as “Budget removed”. */
export const CHANGE_LABELS: Readonly<Record<AuditChange, string>> = {
  'account.created': 'Account opened',
  'account.set': 'Account changed',
  'payment.failed': 'Payment failed',
  'payment.settled': 'Payment settled',
  'usage.doubt_resolved': 'Charge in doubt resolved',
  'statement.closed': 'Statement written',
  'statement.corrected': 'Statement corrected',
  'client.created': 'Key made',
  'client.rotated': 'Key rotated',
  'client.renamed': 'Key renamed',
  'client.scopes_set': 'Permissions of a key changed',
  'client.revoked': 'Key revoked',
  'budget.set': 'Budget changed',
  'member.invited': 'Member invited',
  'member.accepted': 'Invitation accepted',
  'member.declined': 'Invitation declined',
  'member.invitation_withdrawn': 'Invitation withdrawn',
  'member.role_set': 'Role changed',
  'member.notices_set': 'Emails chosen',
  'member.removed': 'Member removed',
  'catalog.import_started': 'Import started',
  'catalog.imported': 'Catalog imported',
  'catalog.cancelled': 'Import cancelled',
  'catalog.replacement_started': 'Replacement started',
  'catalog.replaced': 'Catalog replaced',
  'catalog.row_accepted': 'Part chosen for a row',
  'catalog.row_fixed': 'Row corrected',
  'catalog.row_searched': 'Index searched for a row',
  'catalog.row_taken_back': 'Decision on a row taken back',
  'match.forgotten': 'Remembered match forgotten',
  'match.restored': 'Forgotten match remembered again',
  'research.asked_for_catalog': 'Research of a catalog started',
  'research.retried': 'Research repeated',
  'research.cancelled': 'Research cancelled',
  'manufacturer.alias': 'Alias added',
  'manufacturer.unalias': 'Alias removed',
  'word.add': 'Word added',
  'word.remove': 'Word removed',
  'signing_key.rotation_begun': 'Rotation of the signing key begun',
  'signing_key.rotation_refused': 'Rotation of the signing key refused',
  'signing_key.rotated': 'Signing key rotated',
};

/** Returns the stored kind if a later version of the service wrote it. */
export function changeLabel(what: string): string {
  return Object.hasOwn(CHANGE_LABELS, what) ? CHANGE_LABELS[what as AuditChange] : what;
}
