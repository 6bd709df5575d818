/** Explains to the operator why a change was refused. */
import type { BudgetChangeRefusal } from '../../../core/access/administration/administer-budgets.ts';
import type { ClientChangeRefusal } from '../../../core/access/administration/administer-clients.ts';
import type { AccountChangeRefusal } from '../../../core/access/administration/administer-accounts.ts';
import type { ResolutionRefusal } from '../../../core/billing/meter/charge-in-doubt.ts';
import { BUILT_IN_PLANS } from '../../../core/billing/plans/built-in-plans.ts';
import type { CustomerRefusal } from '../../../core/access/payments/set-billing-customer.ts';
import type { MemberRefusal } from '../../../core/access/people/administer-members.ts';
import type { Result } from '../../../core/result.ts';
import { minuteText } from '../../../core/time.ts';
import { OperatorError } from './operator-error.ts';

type Refusal =
  | BudgetChangeRefusal
  | ClientChangeRefusal
  | AccountChangeRefusal
  | MemberRefusal
  | CustomerRefusal
  | ResolutionRefusal;

/**
 * Returns the value of a change.
 * @throws {OperatorError} when it was refused
 */
export function orRefuse<T>(result: Result<T, Refusal>): T {
  if (result.ok) return result.value;
  throw new OperatorError(describe(result.reason), { code: result.reason.kind });
}

function describe(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'unknown_account':
      return 'There is no such account in this stage; search with `accounts find TEXT`.';
    case 'unknown_client':
      return 'There is no such key in this stage; `clients list ACCOUNT` lists the keys of an account.';
    case 'client_revoked':
      return 'The key is permanently revoked: create a new one.';
    case 'client_ended':
      return `The key ended at ${minuteText(refusal.atMs)}: create a new one.`;
    case 'is_sign_in':
      return 'This is an assistant sign-in, which has no secret: it can only be revoked (`clients revoke`).';
    case 'too_many_clients':
      return `The account has ${refusal.most} active keys, the maximum: revoke one first (\`clients revoke\`).`;
    case 'rotation_running': {
      const until = minuteText(refusal.untilMs);
      return `The previous secret is valid until ${until}. Wait, or rotate with --overlap 0, which invalidates both.`;
    }
    case 'no_live_client':
      return 'Only live keys and assistant sign-ins of a plan have a budget: test and trial keys spend no money.';
    case 'no_plan':
      return 'The account has no plan, so there is nothing to bound: choose one first (`accounts set ACCOUNT --plan`).';
    case 'sign_in_beyond_budgets':
      return `The account has given away all its numbers, and its sign-in ${refusal.clientId} would have no budget: revoke it first (\`clients revoke\`).`;
    case 'too_many_budgets':
      return `The account has ${refusal.most} budgets, the maximum: remove one first (\`clients budget CLIENT --none\`).`;
    case 'invalid_budget':
      return `${refusal.field} ${refusal.problem}. Nothing was stored.`;
    case 'unknown_plan':
      return `There is no such plan. Plans: ${BUILT_IN_PLANS.map((plan) => plan.code).join(', ')}, none.`;
    case 'value_out_of_range':
      return `The value of ${wordsOf(refusal.field)} is out of range.`;
    case 'unknown_member':
      return 'There is no such member; `members list ACCOUNT` lists them.';
    case 'already_member':
      return 'This address already belongs to a member of the account.';
    case 'already_invited':
      return 'This address is already invited with another role: change it with `members role`.';
    case 'too_many_accounts':
      return 'This person belongs to, or is invited to, too many accounts.';
    case 'too_many_members':
      return `The account has ${refusal.most} members, the maximum: remove one first (\`members remove\`).`;
    case 'last_owner':
      return `${refusal.accountId} would have no owner: make someone else an owner first (\`members invite\`, \`members role\`), or close the account.`;
    case 'customer_taken':
      return 'Another account already has this customer. Remove it there with `payments customer ACCOUNT none`.';
    case 'invoices_unpaid':
      return `${refusal.invoices} invoices of the current customer are unpaid, and their payment would go unnoticed. Have them paid or voided first, or run \`payments settled ACCOUNT\`.`;
    case 'unknown_charge':
      return 'There is no such charge in doubt; `usage show ACCOUNT` lists those that the store recorded. For another, say --tokens, --items and --client as the log has them.';
    case 'already_resolved':
      return refusal.resolution === 'stands'
        ? 'The charge was resolved before: it stands.'
        : 'The charge was resolved before: it is taken back.';
    case 'already_void':
      return 'The service took the charge back, or prevented it: there is nothing to resolve.';
    case 'charge_not_on_row':
      return 'The row has less than the charge, so the charge is not on it: resolve it with --stands.';
    case 'period_stated':
      return 'The period has a statement, which does not change: credit it with `statements correct`, then resolve the charge with --stands.';
    case 'changed_meanwhile':
      return 'Another operator is making a change at the same time. Check it and try again.';
  }
}

/** Turns `spendingCapCents` into `spending cap`. */
function wordsOf(field: string): string {
  return field.replace(/Cents$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
