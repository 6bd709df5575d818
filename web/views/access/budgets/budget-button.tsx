/** Buttons that open a budget, for owners. */
import type { SpendingData } from '../../../../core/dashboard/views/dashboard-data.ts';
import { LinkButton } from '../../../design/button.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { addressOf } from '../../../parts/route.ts';
import { budgetAddress, budgetedOf, budgetWord } from './budgeted.ts';

interface BudgetButtonProps {
  /** The view that it is opened on. */
  readonly view: 'keys' | 'assistants';
  readonly clientId: string;
  /** The row's name, for screen readers. */
  readonly name: string;
  readonly spending: SpendingData;
}

/** Named by what an owner would do with the budget of the row. */
export function BudgetButton({ view, clientId, name, spending }: BudgetButtonProps) {
  const { overview } = usePage();
  const word = budgetWord(spending, overview.tokens_per_record);
  const label = { 'Set a budget': 'Set a budget for', Raise: 'Raise the budget of', Budget: 'Budget of' }[word];
  return (
    <LinkButton small href={addressOf(view, { budget: clientId })} label={`${label} ${name}`}>
      {word}
    </LinkButton>
  );
}

/** Leads from a refused call to the budget that refused it. */
export function RaiseBudget({ clientId }: { readonly clientId: string | null }) {
  const { overview } = usePage();
  const found = budgetedOf(overview).find((one) => one.clientId === clientId);
  if (overview.person.role !== 'owner' || found === undefined) return null;
  return (
    <LinkButton small href={budgetAddress(found)} label={`Raise the budget of ${found.name}`}>
      Raise the budget
    </LinkButton>
  );
}
