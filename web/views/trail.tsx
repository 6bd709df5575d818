/** The trail: who changed what, the newest first. */
import type { MemberData, TrailData } from '../../functions/core/page/page-data.ts';
import { useLoaded } from '../parts/load.ts';
import { Table } from '../parts/table.tsx';
import { time } from '../parts/words.ts';

export function TrailView() {
  const { data, fault } = useLoaded<readonly TrailData[]>('/trail');
  const members = useLoaded<readonly MemberData[]>('/members');
  if (data === undefined) return <p role="status">{fault === '' ? 'Loading…' : fault}</p>;
  const nameOf = (who: string) => members.data?.find(({ person_id: id }) => id === who)?.email ?? who;
  return (
    <Table caption="The latest changes" heads={['When', 'Who', 'What', 'Details']}>
      {data.map((line, index) => (
        <tr key={index}>
          <td>{time(line.at)}</td>
          <td>{nameOf(line.who)}</td>
          <th scope="row">{line.what}</th>
          <td>
            {Object.entries(line.details)
              .map(([name, value]) => `${name}: ${value === null ? 'none' : nameOf(String(value))}`)
              .join(', ')}
          </td>
        </tr>
      ))}
    </Table>
  );
}
