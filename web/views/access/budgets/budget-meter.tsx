/** What a key or sign-in has used of its budget: amount, state and meter, what is left and until when. */
import type { SpendingData } from '../../../../core/dashboard/views/dashboard-data.ts';
import { HIGH_PERCENT, type BudgetReach } from '../../../../core/billing/meter/budget-reach.ts';
import { countOf } from '../../../design/amounts.ts';
import { Badge } from '../../../design/badge.tsx';
import { Meter } from '../../../design/meter.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { leftWords, reachesOf, refusedUntilWords, resetWords, usedWords, useOf } from './budget-labels.ts';

/** @param tokens what it used in this period, for one without a budget */
export function BudgetMeter({ spending, tokens }: { readonly spending: SpendingData; readonly tokens?: number }) {
  const { overview } = usePage();
  const { budget } = spending;
  if (budget === null)
    return (
      <div class="budget">
        <span class="faint">No budget</span>
        <span class="sub">
          {tokens === undefined ? 'The account’s cap applies' : `${countOf(tokens, 'token')} this period`}
        </span>
      </div>
    );
  const { every } = budget;
  const use = useOf(spending, every);
  const [nearest, other] = reachesOf(budget, use, overview.tokens_per_record);
  if (nearest === undefined) return null;
  const then = nearest.isUsedUp
    ? `refused until ${refusedUntilWords(every, use)}`
    : `${leftWords(nearest)} left until ${resetWords(every, use)}`;
  return (
    <div class="budget">
      <span class="row">
        <span class="num">{usedWords(nearest)}</span>
        <State reach={nearest} />
      </span>
      <Meter
        label={nearest.isUsedUp ? 'The budget is used up' : `${nearest.percent} per cent of the budget is used`}
        parts={[{ share: nearest.isUsedUp ? 1 : nearest.percent / 100, colour: colourOf(nearest) }]}
      />
      <span class="sub">
        each {every} · {then}
      </span>
      {other !== undefined && <span class="sub">and {usedWords(other)}</span>}
      {spending.as_all_sign_ins && <span class="sub">as every sign-in without its own</span>}
    </div>
  );
}

function State({ reach: { isUsedUp, percent, most } }: { readonly reach: BudgetReach }) {
  if (most === 0) return <Badge>Nothing allowed</Badge>;
  if (isUsedUp) return <Badge look="bad">Used up</Badge>;
  return percent < HIGH_PERCENT ? null : <Badge look="warn">{percent} %</Badge>;
}

function colourOf({ isUsedUp, percent }: BudgetReach): string {
  return isUsedUp ? 'fbad' : percent < HIGH_PERCENT ? 'k1' : 'fwarn';
}
