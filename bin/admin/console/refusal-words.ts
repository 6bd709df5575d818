/** Why a change was refused, in words for the operator. */
import type { ClientChangeRefusal } from '../../../core/administration/administer-clients.ts';
import type { AccountChangeRefusal } from '../../../core/administration/administer-accounts.ts';
import { BUILT_IN_PLANS } from '../../../core/accounts/built-in-plans.ts';
import type { CustomerRefusal } from '../../../core/payments/set-billing-customer.ts';
import type { MemberRefusal } from '../../../core/people/administer-members.ts';
import type { Result } from '../../../core/result.ts';
import { OperatorError } from './operator-error.ts';
import { minuteText } from './values.ts';

type Refusal = ClientChangeRefusal | AccountChangeRefusal | MemberRefusal | CustomerRefusal;

/**
 * The outcome of a change.
 * @throws {OperatorError} when it was refused
 */
export function orRefuse<T>(result: Result<T, Refusal>): T {
  if (result.ok) return result.value;
  throw new OperatorError(describe(result.reason), { code: result.reason.kind });
}

function describe(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'unknown_account':
      return 'There is no such account in this stage; `accounts find TEXT` looks for one.';
    case 'unknown_client':
      return 'There is no such key in this stage; `clients list ACCOUNT` shows those of an account.';
    case 'client_revoked':
      return 'The key is revoked, for good: create another one.';
    case 'is_sign_in':
      return 'This is a sign-in of a person, and has no secret: it can only be revoked (`clients revoke`).';
    case 'too_many_clients':
      return `The account has ${refusal.most} keys that are not revoked, and may not have more: revoke one first (\`clients revoke\`).`;
    case 'rotation_running': {
      const until = `${minuteText(refusal.untilMs)} UTC`;
      return `The secret before the current one is valid until ${until}. Wait, or rotate with --overlap 0, which ends both.`;
    }
    case 'unknown_plan':
      return `There is no such plan. Plans: ${BUILT_IN_PLANS.map((plan) => plan.code).join(', ')}, none.`;
    case 'value_out_of_range':
      return `No account can have this value of its ${wordsOf(refusal.field)}.`;
    case 'unknown_member':
      return 'There is no such member; `members list ACCOUNT` shows who is one.';
    case 'already_member':
      return 'This address belongs to a member of the account already.';
    case 'already_invited':
      return 'This address is invited in another role: `members role` changes it.';
    case 'too_many_accounts':
      return 'This person belongs or is invited to too many accounts.';
    case 'too_many_members':
      return `The account has ${refusal.most} members, and may not have more: remove one first (\`members remove\`).`;
    case 'last_owner':
      return `${refusal.accountId} would have no owner left: make another person one first (\`members invite\`, \`members role\`), or close the account.`;
    case 'customer_taken':
      return 'Another account is this customer. `payments customer ACCOUNT none` takes it away there.';
    case 'invoices_unpaid':
      return `${refusal.invoices} of its invoices there are unpaid, and of another customer nobody would hear that they are paid. Have them paid or voided there, or say \`payments settled ACCOUNT\`.`;
    case 'changed_meanwhile':
      return 'Another operator is changing the same thing at this moment. Look at it and try again.';
  }
}

/** `spendingCapCents` as an operator says it. */
function wordsOf(field: string): string {
  return field.replace(/Cents$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
