/** Research: open, found, not found, and what each cost. */
import type { ResearchData } from '../../functions/core/page/page-data.ts';
import { useLoaded } from '../parts/load.ts';
import { Table } from '../parts/table.tsx';
import { count, time } from '../parts/words.ts';

const STATE_WORDS: Readonly<Record<ResearchData['state'], string>> = {
  queued: 'open: queued',
  researching: 'open: being researched',
  found: 'found',
  not_found: 'not found',
  failed: 'ended without a result',
};

export function ResearchView() {
  const { data, fault } = useLoaded<{ readonly requests: readonly ResearchData[]; readonly total: number }>(
    '/research',
  );
  if (data === undefined) return <p role="status">{fault === '' ? 'Loading…' : fault}</p>;
  if (data.total === 0)
    return (
      <p>
        No research was asked for. <a href="/docs/research">How it works</a>.
      </p>
    );
  return (
    <>
      <p>
        {count(data.total)} requests
        {data.total > data.requests.length ? `, the latest ${count(data.requests.length)} shown` : ''}.
      </p>
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
    </>
  );
}
