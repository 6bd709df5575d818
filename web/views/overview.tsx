/** Usage: the running period day by day, against what is included and the cap, and the periods before. */
import { useState } from 'preact/hooks';
import type { DayData, KeyData } from '../../core/dashboard/dashboard-data.ts';
import type { ResearchData } from '../../core/dashboard/enrichment-data.ts';
import { Head } from '../design/head.tsx';
import { usePage } from '../parts/page-context.ts';
import { Choice } from '../parts/form.tsx';
import { useLoaded } from '../parts/load.ts';
import { DayPlot } from '../parts/plot.tsx';
import { ResearchPlot } from '../parts/research-plot.tsx';
import { Table } from '../parts/table.tsx';
import { count, day } from '../parts/words.ts';

export function OverviewView() {
  const { overview } = usePage();
  const { usage, cap, periods, days, keys, trial } = overview;
  const [measure, setMeasure] = useState<'tokens' | 'calls' | 'research'>('tokens');
  const from = (usage.period_start ?? '').slice(0, 10);
  return (
    <>
      <Head title="Overview" />
      <dl class="figures">
        <Figure
          name="Tokens used"
          value={count(usage.tokens_used ?? 0)}
          more={usage.tokens_included === null ? 'no plan' : `of ${count(usage.tokens_included)} included`}
        />
        <Figure
          name="Spent beyond the plan"
          value={cap.spent_usd}
          more={cap.cap_usd === null ? 'no spending cap' : `of a cap of ${cap.cap_usd}`}
        />
        <Figure
          name="Records left, by your average"
          value={usage.records_estimate_remaining === null ? '–' : count(usage.records_estimate_remaining)}
        />
        <Figure
          name="Days left"
          value={usage.days_left === null ? '–' : String(usage.days_left)}
          more={usage.period_end === null ? undefined : `until ${day(usage.period_end)}`}
        />
        {overview.account.plan === 'No plan' && (
          <Figure name="Free trial" value={`${count(trial.items)} of ${count(trial.allowance)}`} more="items used" />
        )}
      </dl>
      <Share name="Included tokens" part={usage.tokens_used ?? 0} of={usage.tokens_included ?? 0} />
      {cap.used_percent !== null && <Share name="Spending cap" part={cap.used_percent} of={100} />}
      {usage.message !== null && <p role="note">{usage.message}</p>}
      <section aria-labelledby="days">
        <h2 id="days">Each day of this period</h2>
        <Choice
          name="measure"
          label="Show"
          value={measure}
          options={[
            ['tokens', 'Tokens'],
            ['calls', 'Calls'],
            ['research', 'Research'],
          ]}
          onChange={(value) => setMeasure(value as typeof measure)}
        />
        {measure === 'research' ? (
          <ResearchOfPeriod from={from} />
        ) : days.length === 0 ? (
          <p>No call was made in this period.</p>
        ) : (
          <KeyPlot days={days} keys={keys} measure={measure} from={from} />
        )}
      </section>
      <section aria-labelledby="periods">
        <h2 id="periods">Periods</h2>
        <Table
          caption="Usage by period"
          heads={['Period', 'Tokens', 'Included', 'Beyond', 'Calls', 'Records', 'Research', 'Cost beyond the plan']}
        >
          {periods.map((one) => (
            <tr key={one.period}>
              <th scope="row">{one.period}</th>
              <td>{count(one.tokens)}</td>
              <td>{count(one.tokens_included)}</td>
              <td>{count(one.tokens_overage)}</td>
              <td>{count(one.calls)}</td>
              <td>{count(one.items)}</td>
              <td>{one.research_usd}</td>
              <td>{one.cost_usd}</td>
            </tr>
          ))}
        </Table>
      </section>
    </>
  );
}

/** A colour for each key. */
function KeyPlot({
  days,
  keys,
  measure,
  from,
}: {
  readonly days: readonly DayData[];
  readonly keys: readonly KeyData[];
  readonly measure: 'tokens' | 'calls';
  readonly from: string;
}) {
  const stacked = keys.flatMap(({ client_id: id, name }) => {
    const those = days.filter(({ client_id: used }) => used === id);
    return those.length === 0 ? [] : [{ id, name, values: new Map(those.map((one) => [one.day, one[measure]])) }];
  });
  return (
    <DayPlot stacked={stacked} from={from}>
      <Table caption="Tokens and calls by day and key" heads={['Day', 'Key', 'Tokens', 'Calls']}>
        {days.map((one) => (
          <tr key={`${one.day} ${one.client_id}`}>
            <th scope="row">{one.day}</th>
            <td>{keys.find(({ client_id: id }) => id === one.client_id)?.name ?? one.client_id}</td>
            <td>{count(one.tokens)}</td>
            <td>{count(one.calls)}</td>
          </tr>
        ))}
      </Table>
    </DayPlot>
  );
}

function ResearchOfPeriod({ from }: { readonly from: string }) {
  const { data, fault } = useLoaded<ResearchData>('/research');
  if (data === undefined) return <p role="status">{fault === '' ? 'Loading…' : fault}</p>;
  const days = data.days.filter(({ day: one }) => one >= from);
  if (days.length === 0) return <p>No research was asked for in this period.</p>;
  return <ResearchPlot days={days} from={from} />;
}

function Figure({
  name,
  value,
  more,
}: {
  readonly name: string;
  readonly value: string;
  readonly more?: string | undefined;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {more !== undefined && <small>{more}</small>}
      </dd>
    </div>
  );
}

function Share({ name, part, of }: { readonly name: string; readonly part: number; readonly of: number }) {
  if (of === 0) return null;
  const percent = Math.floor((100 * part) / of);
  return (
    <p class="share">
      <span>
        {name}: {percent} %
      </span>
      <progress aria-label={name} max={of} value={Math.min(part, of)} />
    </p>
  );
}
