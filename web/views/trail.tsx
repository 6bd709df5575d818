/** The trail: who changed what, the newest first. */
import type { MemberData, TrailData } from '../../core/dashboard/dashboard-data.ts';
import { Head } from '../design/head.tsx';
import { useLoaded } from '../parts/load.ts';
import { Table } from '../parts/table.tsx';
import { time, TRAIL_WORDS } from '../parts/words.ts';

export function TrailView() {
  const { data, fault } = useLoaded<readonly TrailData[]>('/trail');
  const members = useLoaded<readonly MemberData[]>('/members');
  if (data === undefined) return <p role="status">{fault === '' ? 'Loading…' : fault}</p>;
  const nameOf = (who: string) => members.data?.find(({ person_id: id }) => id === who)?.email ?? who;
  return (
    <>
      <Head title="Audit trail" />
      <p>Every change of the account, its keys and its members, by its people and by our operators.</p>
      <Table caption="The latest changes" heads={['When', 'Who', 'What', 'Details']}>
        {data.map((line, index) => (
          <tr key={index}>
            <td>{time(line.at)}</td>
            <td>{nameOf(line.who)}</td>
            <th scope="row">{TRAIL_WORDS[line.what] ?? line.what}</th>
            <td>{detailsOf(line.details, nameOf).join(', ')}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** `role: member → owner` for what was changed, `kind: live` for what was said. */
function detailsOf(details: TrailData['details'], nameOf: (who: string) => string): readonly string[] {
  const text = (value: TrailData['details'][string] | undefined): string =>
    value === null || value === undefined ? 'none' : nameOf(String(value));
  const shown = (name: string, value: TrailData['details'][string] | undefined): string =>
    name.startsWith('spending_cap_cents') && typeof value === 'number' ? `$${(value / 100).toFixed(2)}` : text(value);
  return Object.entries(details).flatMap(([name, value]) => {
    const [, changed] = /^(.+)_before$/.exec(name) ?? [];
    if (changed !== undefined) {
      return `${plain(changed)}: ${shown(name, value)} → ${shown(name, details[`${changed}_after`])}`;
    }
    const isToldAlready = name.endsWith('_after') && name.replace(/_after$/, '_before') in details;
    return isToldAlready ? [] : `${plain(name)}: ${shown(name, value)}`;
  });
}

const PLAIN: Readonly<Record<string, string>> = {
  person_id: 'person',
  client_id: 'key',
  spending_cap_cents: 'spending cap',
};

function plain(name: string): string {
  return PLAIN[name] ?? name.replaceAll('_', ' ');
}
