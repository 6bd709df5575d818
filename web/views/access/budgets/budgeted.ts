/**
 * Whose budget it is: a key, an assistant sign-in, or every sign-in without one of its own. The address names it by its
 * client id, or `all`.
 */
import type { SpendingData } from '../../../../core/dashboard/views/dashboard-data.ts';
import type { OverviewData } from '../../../api-data.ts';
import { addressOf } from '../../../parts/route.ts';
import { assistantName } from '../../../parts/labels.ts';
import { isUsedUp } from './budget-labels.ts';

export interface Budgeted {
  /** null: every sign-in without a budget of its own. */
  readonly clientId: string | null;
  readonly name: string;
  readonly isSignIn: boolean;
  /** Its calls, in a sentence. */
  readonly calls: string;
  readonly spending: SpendingData | null;
  readonly maySpend: boolean;
}

/** The keys and sign-ins that may have a budget, each once. */
export function budgetedOf({ keys, assistants }: OverviewData): readonly Budgeted[] {
  const ofKeys = keys.map(({ client_id: clientId, name, permissions, spending }) => ({
    clientId,
    name,
    isSignIn: false,
    calls: 'calls of this key',
    spending,
    maySpend: permissions.includes('enrich'),
  }));
  const ofSignIns = assistants
    .filter(({ sign_in_of: signInOf }) => signInOf !== undefined)
    .map(({ client_id: clientId, name, sign_in_of: signInOf, permissions, spending }) => ({
      clientId,
      isSignIn: true,
      calls: 'calls of this sign-in',
      spending,
      name: `${assistantName(name)}, ${signInOf?.email ?? 'a former member'}`,
      maySpend: permissions.includes('enrich'),
    }));
  const first = new Map([...ofSignIns, ...ofKeys].toReversed().map((one) => [one.clientId, one]));
  return [...first.values()].filter(({ spending }) => spending !== null);
}

const ALL_SIGN_INS = 'all';

/** @param asked of the address */
export function askedBudget(overview: OverviewData, asked: string | undefined): Budgeted | undefined {
  if (asked !== ALL_SIGN_INS) return budgetedOf(overview).find(({ clientId }) => clientId === asked);
  if (!overview.account.has_plan) return undefined;
  return {
    clientId: null,
    name: 'every sign-in without its own',
    isSignIn: true,
    calls: 'its calls',
    spending: null,
    maySpend: overview.account.spending_by_sign_in === true,
  };
}

export function budgetAddress({ clientId, isSignIn }: Pick<Budgeted, 'clientId' | 'isSignIn'>): string {
  return addressOf(isSignIn ? 'assistants' : 'keys', { budget: clientId ?? ALL_SIGN_INS });
}

/** The word of the button that opens the budget. */
export function budgetWord(
  spending: SpendingData,
  tokensPerRecord: number | null,
): 'Set a budget' | 'Raise' | 'Budget' {
  if (spending.budget === null) return 'Set a budget';
  return isUsedUp(spending, tokensPerRecord) ? 'Raise' : 'Budget';
}
