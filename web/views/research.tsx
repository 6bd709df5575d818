/** Research: what is open, what was found and what not, and what each cost. */
import type { RequestData, ResearchData } from '../../core/dashboard/enrichment-data.ts';
import { Head } from '../design/head.tsx';
import { useLoaded } from '../parts/load.ts';
import { ResearchPlot } from '../parts/research-plot.tsx';
import { Table } from '../parts/table.tsx';
import { count, RESEARCH_WORDS, time } from '../parts/words.ts';

const STATE_WORDS: Readonly<Record<RequestData['state'], string>> = {
  queued: 'open: queued',
  researching: 'open: being researched',
  found: 'found',
  not_found: 'not found',
  failed: 'ended without a result',
};

const PLOTTED_DAYS = 30;
const DAY_MS = 86_400_000;

export function ResearchView() {
  const { data, fault } = useLoaded<ResearchData>('/research');
  if (data === undefined) return <p role="status">{fault === '' ? 'Loading…' : fault}</p>;
  if (data.total === 0)
    return (
      <>
        <Head title="Research" />
        <p>
          No research was asked for yet. An assistant asks for it when the index lacks a part:{' '}
          <a href="/docs/research">how it works</a>.
        </p>
      </>
    );
  const from = new Date(Date.now() - (PLOTTED_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const days = data.days.filter(({ day }) => day >= from);
  return (
    <>
      <Head title="Research" />
      <dl class="figures">
        {data.sums.map(({ group, parts, cost_usd }) => (
          <div key={group}>
            <dt>{RESEARCH_WORDS[group]}</dt>
            <dd>
              <strong>{count(parts)}</strong>
              <small>{group === 'open' ? `${cost_usd} reserved` : cost_usd}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p>Only parts that were found by research are charged, once each. What is open keeps its price reserved.</p>
      {days.length > 0 && (
        <section aria-labelledby="days">
          <h2 id="days">The last {PLOTTED_DAYS} days</h2>
          <ResearchPlot days={days} from={from} />
        </section>
      )}
      <section aria-labelledby="requests">
        <h2 id="requests">Requests</h2>
        {data.total > data.requests.length && <p>The latest {count(data.requests.length)} are shown.</p>}
        <Table caption="Research requests" heads={['Manufacturer', 'Part number', 'State', 'Asked', 'Ended', 'Cost']}>
          {data.requests.map((one) => (
            <tr key={`${one.manufacturer} ${one.part_number} ${one.requested_at}`}>
              <th scope="row">{one.manufacturer}</th>
              <td>{one.part_number}</td>
              <td>{STATE_WORDS[one.state]}</td>
              <td>{time(one.requested_at)}</td>
              <td>{one.ended_at === null ? '–' : time(one.ended_at)}</td>
              <td>
                {one.cost_usd}
                {one.ended_at === null && one.cost_usd !== '$0.00' ? ' reserved' : ''}
              </td>
            </tr>
          ))}
        </Table>
      </section>
    </>
  );
}
