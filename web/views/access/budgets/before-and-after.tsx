/** What a budget is and leaves now, and what it would be and leave after the change that is typed. */
import type { BudgetChoice } from '../../../../core/dashboard/views/dashboard-data.ts';
import type { BudgetReach, BudgetUnit } from '../../../../core/billing/meter/budget-reach.ts';
import { formatUsd, NANO_USD_PER_CENT, RESEARCH_PRICE_NANO_USD } from '../../../../core/money.ts';
import { count, countOf, dollars, dollarsLeft } from '../../../design/amounts.ts';
import { usePage } from '../../../parts/page-context.ts';
import type { Budgeted } from './budgeted.ts';
import { boundWords, NO_BOUND, reachesOf, resetWords, useOf } from './budget-labels.ts';

interface BeforeAndAfterProps {
  readonly of: Budgeted;
  readonly now: BudgetChoice | null;
  /** Undefined while what is typed is no budget. */
  readonly after: BudgetChoice | undefined;
}

type Line = readonly [name: string, now: string, after: string];

const UNKNOWN = '–';
const ANSWERED = 'answered';

export function BeforeAndAfter({ of, now, after }: BeforeAndAfterProps) {
  const { overview } = usePage();
  const bounded = (['tokens', 'research'] as const).filter((unit) =>
    [now, after].some((one) => boundWords(unit, one ?? null) !== NO_BOUND),
  );
  // What was used helps to choose a first bound.
  const units: readonly BudgetUnit[] = bounded.length === 0 ? ['tokens'] : bounded;
  const side = (budget: BudgetChoice | null | undefined) => sideOf(of, budget, overview.tokens_per_record);
  const [before, then] = [side(now), side(after)];
  const left = overview.cap.left_usd;
  const lines: readonly Line[] = [
    ...units.flatMap((unit): readonly Line[] => [
      [unit === 'tokens' ? 'Tokens' : 'Research money', before.bound(unit), then.bound(unit)],
      ...(of.spending === null
        ? []
        : [
            [unit === 'tokens' ? 'Tokens used' : 'Charged and reserved', before.used(unit), then.used(unit)] as const,
            [unit === 'tokens' ? 'Tokens left' : 'Research left', before.left(unit), then.left(unit)] as const,
          ]),
    ]),
    ...(of.spending === null ? [] : [['Its calls', before.calls, callsAfter(before, then)] as const]),
    ...(left === null ? [] : [['Left under the account’s cap', dollarsLeft(left), dollarsLeft(left)] as const]),
  ];
  return (
    <table class="ba">
      <caption class="unseen">Before and after</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">What</span>
          </th>
          <th scope="col">Now</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody aria-live="polite">
        {lines.map(([name, ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={index}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What was refused so far is answered from the next call on. */
function callsAfter(before: { readonly calls: string }, { calls }: { readonly calls: string }): string {
  return calls === ANSWERED && before.calls !== ANSWERED ? `${ANSWERED} from the next call on` : calls;
}

/** @param budget null for none, undefined for what is no budget */
function sideOf({ spending }: Budgeted, budget: BudgetChoice | null | undefined, tokensPerRecord: number | null) {
  if (budget === undefined) {
    const unknown = () => UNKNOWN;
    return { bound: unknown, used: unknown, left: unknown, calls: UNKNOWN };
  }
  const every = budget?.every ?? 'period';
  const use = spending === null ? undefined : useOf(spending, every);
  const reaches = budget === null || use === undefined ? [] : reachesOf(budget, use, tokensPerRecord);
  const reachOf = (unit: BudgetUnit) => reaches.find((one) => one.unit === unit);
  const refused = reaches.some((one) => one.isUsedUp);
  const until = budget === null || use === undefined ? '' : `refused until ${resetWords(every, use)}`;
  return {
    bound: (unit: BudgetUnit) => {
      const words = boundWords(unit, budget);
      return words === NO_BOUND ? words : `${words} a ${every}`;
    },
    used: (unit: BudgetUnit) => {
      if (use === undefined) return UNKNOWN;
      const words =
        unit === 'tokens' ? count(use.tokens) : dollars(formatUsd(Math.round(use.research_cents * NANO_USD_PER_CENT)));
      const percent = reachOf(unit)?.percent;
      const share = percent === undefined || reachOf(unit)?.most === 0 ? '' : ` (${percent}\u00A0%)`;
      return `${words} ${every === 'day' ? 'today' : 'this period'}${share}`;
    },
    left: (unit: BudgetUnit) => {
      const reach = reachOf(unit);
      return reach === undefined ? NO_BOUND : leftInFull(reach, tokensPerRecord);
    },
    calls: refused ? until : ANSWERED,
  };
}

/** `100,000, about 700 records`, `$5.70, 38 parts` */
function leftInFull({ unit, used, most }: BudgetReach, tokensPerRecord: number | null): string {
  const left = Math.max(0, most - used);
  if (unit === 'research') {
    const parts = Math.floor(left / RESEARCH_PRICE_NANO_USD);
    return `${dollarsLeft(formatUsd(left))}, ${countOf(parts, 'part')}`;
  }
  const records = tokensPerRecord === null ? 0 : Math.floor(left / tokensPerRecord);
  return records === 0 ? count(left) : `${count(left)}, about ${countOf(records, 'record')}`;
}
