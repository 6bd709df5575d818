/** Research day by day: how many parts were found, not found, ended without a result, or are open, and what they cost. */
import type { ResearchData, ResearchGroup } from '../../core/dashboard/enrichment-data.ts';
import { DayPlot } from './plot.tsx';
import { Table } from './table.tsx';
import { count, RESEARCH_WORDS } from './words.ts';

export function ResearchPlot({ days, from }: { readonly days: ResearchData['days']; readonly from: string }) {
  const stacked = (Object.keys(RESEARCH_WORDS) as ResearchGroup[]).flatMap((id) => {
    const those = days.filter(({ group }) => group === id);
    const values = new Map(those.map(({ day, parts }) => [day, parts]));
    return those.length === 0 ? [] : [{ id, name: RESEARCH_WORDS[id], values }];
  });
  return (
    <DayPlot stacked={stacked} from={from}>
      <Table caption="Research by day" heads={['Day', 'State', 'Parts', 'Cost']}>
        {days.map(({ day, group, parts, cost_usd }) => (
          <tr key={`${day} ${group}`}>
            <th scope="row">{day}</th>
            <td>{RESEARCH_WORDS[group]}</td>
            <td>{count(parts)}</td>
            <td>{cost_usd}</td>
          </tr>
        ))}
      </Table>
    </DayPlot>
  );
}
