/** Names the keys, or the sign-ins, whose budgets are used up. */
import { Banner } from '../../../design/banner.tsx';
import { LinkButton } from '../../../design/button.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { addressOf } from '../../../parts/route.ts';
import { budgetAddress, budgetedOf } from './budgeted.ts';
import { isUsedUp, resetWords, useOf } from './budget-labels.ts';

export function BudgetBanner({ of }: { readonly of: 'keys' | 'sign-ins' }) {
  const { overview } = usePage();
  const usedUp = budgetedOf(overview).filter(
    ({ isSignIn, spending }) =>
      isSignIn === (of === 'sign-ins') && spending !== null && isUsedUp(spending, overview.tokens_per_record),
  );
  const [first] = usedUp;
  const spending = first?.spending ?? null;
  if (first === undefined || spending === null || spending.budget === null || first.clientId === null) return null;
  const { every } = spending.budget;
  const until = resetWords(every, useOf(spending, every));
  const isOnly = usedUp.length === 1;
  return (
    <Banner
      look="bad"
      title={
        isOnly
          ? `${first.name} has used its budget of ${every === 'day' ? 'today' : 'this period'}`
          : `${usedUp.length} ${of} have used their budgets`
      }
      actions={
        <>
          <LinkButton
            small
            look="ghost"
            href={addressOf('requests', { key: isOnly ? first.clientId : undefined, result: 'refused' })}
          >
            See the refused calls
          </LinkButton>
          {overview.person.role === 'owner' && isOnly && (
            <LinkButton small href={budgetAddress(first)}>
              Raise the budget
            </LinkButton>
          )}
        </>
      }
    >
      {isOnly
        ? `Its calls that cost are refused, free of charge, until ${until}, or until an owner raises it. `
        : `${usedUp.map(({ name }) => name).join('; ')}: their calls that cost are refused, free of charge, until each begins anew. `}
      Free tools and all others go on.
    </Banner>
  );
}
