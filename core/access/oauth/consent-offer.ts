/**
 * Decides which permissions a person can grant an assistant: the requested ones. All except spending are ticked;
 * spending is offered only if the plan has research and an owner has switched it on. The submitted form is checked
 * again.
 */
import { PERMISSION_NAMES, PERMISSIONS, permissionsOf, type Permission } from '../auth/permissions.ts';
import type { Account } from '../../billing/accounts/account.ts';
import { inScopeOrder, type Scope } from '../../billing/accounts/scopes.ts';

export interface OfferedPermission {
  readonly permission: Permission;
  readonly state: 'ticked' | 'unticked' | 'plan_without_research' | 'spending_not_switched_on';
}

type Spender = Pick<Account, 'spendingBySignIn'> & { readonly terms: Pick<Account['terms'], 'researchAllowed'> };

/** In the order of the permissions, without those that are not requested. */
export function consentOffer(asked: readonly Scope[], account: Spender): readonly OfferedPermission[] {
  return permissionsOf(asked).map((permission) => ({ permission, state: stateOf(permission, account) }));
}

function stateOf(permission: Permission, { terms, spendingBySignIn }: Spender): OfferedPermission['state'] {
  if (permission !== 'enrich') return 'ticked';
  if (!terms.researchAllowed) return 'plan_without_research';
  return spendingBySignIn ? 'unticked' : 'spending_not_switched_on';
}

/** Returns the scopes that are requested, offered and ticked. @param ticked any text from the form */
export function consentedScopes(
  asked: readonly Scope[],
  account: Spender,
  ticked: readonly string[],
): readonly Scope[] {
  const offered = consentOffer(asked, account).filter(({ state }) => state === 'ticked' || state === 'unticked');
  const allowed = PERMISSION_NAMES.filter(
    (permission) => ticked.includes(permission) && offered.some((one) => one.permission === permission),
  );
  const scopes = new Set<Scope>(allowed.flatMap((permission) => PERMISSIONS[permission]));
  return inScopeOrder(asked.filter((scope) => scopes.has(scope)));
}
