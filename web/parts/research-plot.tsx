/**
 * Research day by day: the numbers of parts that were found, not found, ended without a result or are open, and their
 * cost.
 */
import type { ResearchData, ResearchGroup } from '../../core/dashboard/views/enrichment-data.ts';
import { count, dollars } from '../design/amounts.ts';
import { Cell, Row, RowHead, Table } from '../design/table.tsx';
import { When } from '../design/when.tsx';
import { DayChart } from './day-chart.tsx';
import { RESEARCH_LABELS } from './labels.ts';

const COLOURS: Readonly<Record<ResearchGroup, string>> = { found: 'fok', not_found: 'f6', failed: 'fwarn', open: 'f1' };

interface ResearchPlotProps {
  readonly data: Pick<ResearchData, 'days'>;
  readonly days: readonly string[];
}

export function ResearchPlot({ data, days }: ResearchPlotProps) {
  const shown = data.days.filter(({ day }) => days.includes(day));
  const series = (Object.keys(RESEARCH_LABELS) as ResearchGroup[]).flatMap((id) => {
    const those = shown.filter(({ group }) => group === id);
    const values = new Map(those.map(({ day, parts }) => [day, parts]));
    return those.length === 0 ? [] : [{ id, name: RESEARCH_LABELS[id], colour: COLOURS[id], values }];
  });
  return (
    <DayChart unit="parts" days={days} series={series}>
      <Table
        caption="Research by day"
        cards={false}
        columns={[{ name: 'Day' }, { name: 'State' }, { name: 'Parts', right: true }, { name: 'Cost', right: true }]}
      >
        {shown.map(({ day, group, parts, cost_usd }) => (
          <Row key={`${day} ${group}`}>
            <RowHead>
              <When at={day} day utc />
            </RowHead>
            <Cell name="State">{RESEARCH_LABELS[group]}</Cell>
            <Cell name="Parts" right>
              {count(parts)}
            </Cell>
            <Cell name="Cost" right>
              {dollars(cost_usd)}
            </Cell>
          </Row>
        ))}
      </Table>
    </DayChart>
  );
}
