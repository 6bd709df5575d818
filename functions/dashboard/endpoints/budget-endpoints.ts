/**
 * Endpoints that set, change and remove the budget of a key, of an assistant sign-in, or of every sign-in without one
 * of its own.
 */
import * as z from 'zod/mini';
import {
  readBudget,
  setBudget,
  type BudgetChangeRefusal,
  type BudgetOwner,
} from '../../../core/access/administration/administer-budgets.ts';
import type { ChangedMeanwhile } from '../../../core/decide-again.ts';
import type { Budget } from '../../../core/billing/plans/budget.ts';
import { budgetChoice } from '../../../core/dashboard/views/dashboard-data.ts';
import { clientIdSchema, readClientId } from '../../../core/identifiers.ts';
import type { Result } from '../../../core/result.ts';
import { refuse } from '../../../core/api/refusals/http-refusal.ts';
import { endpoint, type SignedInCall } from './define-endpoint.ts';

const unread = z.optional(z.unknown());
/** `readOrRefuse` checks the members, so that each refusal is in words for people. */
export const budgetInput = z.strictObject({ every: unread, tokens: unread, research_cents: unread });

/** null: every sign-in without a budget of its own. */
const owner = z.nullable(clientIdSchema);

export const setClientBudget = endpoint({
  method: 'POST',
  path: '/budget',
  access: 'owner',
  input: z.strictObject({ client_id: owner, ...budgetInput.shape }),
  handle: (call) => {
    const { client_id: clientId, ...budget } = call.input;
    return answer(call, clientId, readOrRefuse(budget));
  },
});

/** A separate endpoint, so that fields that were emptied by mistake do not remove the budget. */
export const removeClientBudget = endpoint({
  method: 'POST',
  path: '/budget/remove',
  access: 'owner',
  input: z.strictObject({ client_id: owner }),
  handle: (call) => answer(call, call.input.client_id, null),
});

async function answer(call: SignedInCall<unknown>, clientId: string | null, budget: Budget | null) {
  const { accountId } = call.signedIn.account;
  if (clientId !== null && readClientId(clientId)?.accountId !== accountId) refuseUnknownClient();
  const change = await changeBudget(call, clientId === null ? { signInsOf: accountId } : { clientId }, budget);
  return { data: change };
}

async function changeBudget(
  { dependencies: { administration }, signedIn: { member }, nowMs }: SignedInCall<unknown>,
  of: BudgetOwner,
  budget: Budget | null,
) {
  const { before, after } = refuseUnfit(await setBudget(administration, of, budget, { who: member.personId }, nowMs));
  return { before: budgetChoice(before), after: budgetChoice(after) };
}

/** Reads a budget as the page sends it: text that is no amount is sent as it was typed. */
export function readOrRefuse(value: z.infer<typeof budgetInput>): Budget {
  const read = readBudget(value);
  if (read.ok) return read.value;
  const { field } = read.reason;
  if (field === 'tokens' && (value.tokens ?? null) === null)
    return refuse(
      'validation_failed',
      'Give tokens, research money or both. To bound neither, remove the budget.',
      field,
    );
  return refuse('validation_failed', UNREADABLE[field], field);
}

const UNREADABLE = {
  every: 'It must be each day or each billing period.',
  tokens: 'It must be a whole number of tokens, as 50,000; empty for no bound.',
  research_cents: 'It must be an amount of dollars and cents, as 5 or 9.50; empty for no bound.',
  budget: 'A budget has only every, tokens and research_cents.',
} as const;

export function refuseUnfit<T>(result: Result<T, BudgetChangeRefusal | ChangedMeanwhile>): T {
  if (result.ok) return result.value;
  const { reason } = result;
  switch (reason.kind) {
    case 'unknown_account':
    case 'unknown_client':
      return refuseUnknownClient();
    case 'client_revoked':
      return refuse('conflict', 'It is revoked, and spends nothing any more.', 'client_id');
    case 'no_live_client':
      return refuse('conflict', 'Only live keys and sign-ins have a budget: test and trial keys spend no money.');
    case 'no_plan':
      return refuse('conflict', 'The account has no plan, so there is nothing to bound.');
    case 'sign_in_beyond_budgets':
      return refuse(
        'conflict',
        `The account has given away all its numbers, and its sign-in ${reason.clientId} would have no budget: revoke it first.`,
      );
    case 'too_many_budgets':
      return refuse('conflict', `The account has ${reason.most} budgets, which is the most: remove one first.`);
    case 'invalid_budget':
      return refuse('validation_failed', `It ${reason.problem}.`, reason.field);
    case 'changed_meanwhile':
      return refuse('conflict', 'Somebody else is changing the same thing. Reload and try again.');
  }
}

function refuseUnknownClient(): never {
  return refuse('not_found', 'Your account has no such key or sign-in.', 'client_id');
}
