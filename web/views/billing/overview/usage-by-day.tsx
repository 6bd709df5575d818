/** The running period day by day: tokens or calls of each key, or research. */
import type { DayData } from '../../../../core/dashboard/views/dashboard-data.ts';
import type { OverviewData } from '../../../api-data.ts';
import { count } from '../../../design/amounts.ts';
import { Card } from '../../../design/card.tsx';
import { dayWords } from '../../../design/dates.ts';
import { Segments } from '../../../design/filters.tsx';
import { Cell, Row, RowHead, Table } from '../../../design/table.tsx';
import { When } from '../../../design/when.tsx';
import { dayOfPassing, daysBetween } from '../../../parts/chart-scale.ts';
import { DayChart, type Series } from '../../../parts/day-chart.tsx';
import { useLoaded } from '../../../parts/load.ts';
import { NotLoaded } from '../../../parts/not-loaded.tsx';
import { ResearchPlot } from '../../../parts/research-plot.tsx';
import { addressOf, useRoute } from '../../../parts/route.ts';

type Measure = 'tokens' | 'calls' | 'research';
type KeyMeasure = Exclude<Measure, 'research'>;
const UNITS: Readonly<Record<KeyMeasure, string>> = { tokens: 'tokens', calls: 'billed calls' };
const MEASURES: readonly (readonly [Measure, string])[] = [
  ['tokens', 'Tokens'],
  ['calls', 'Billed calls'],
  ['research', 'Research'],
];
/** From the sixth key on they share a color. */
const OWN_COLOURS = 5;

export function UsageByDay({ overview }: { readonly overview: OverviewData }) {
  const { query } = useRoute();
  const measure = MEASURES.find(([name]) => name === query.measure)?.[0] ?? 'tokens';
  const { period_start: start, period_end: end } = overview.usage;
  const days = start === null || end === null ? [] : daysBetween(start, end);
  return (
    <Card
      title="Usage by day"
      id="days"
      note="Days are UTC"
      beside={
        <Segments
          label="Measure"
          choices={MEASURES.map(([name, words]) => ({
            href: addressOf('', { measure: name === 'tokens' ? undefined : name }),
            name: words,
            isCurrent: name === measure,
          }))}
        />
      }
    >
      {measure === 'research' ? (
        <ResearchOfPeriod days={days} />
      ) : overview.days.length === 0 ? (
        <p class="muted">No call was made in this period.</p>
      ) : (
        <KeyChart overview={overview} days={days} measure={measure} />
      )}
    </Card>
  );
}

interface KeyChartProps {
  readonly overview: OverviewData;
  readonly days: readonly string[];
  readonly measure: KeyMeasure;
}

function KeyChart({ overview, days, measure }: KeyChartProps) {
  const series = keySeries(overview, measure);
  const included = overview.usage.tokens_included ?? 0;
  const tokens = sums(overview.days.map((one) => [one.day, one.tokens]));
  const passed = included > 0 && measure === 'tokens' ? dayOfPassing(days, tokens, included) : undefined;
  const mark =
    passed === undefined
      ? undefined
      : { day: passed, words: `included tokens used up, ${dayWords(passed, Date.now(), 'UTC')}` };
  return (
    <DayChart unit={UNITS[measure]} days={days} series={series} mark={mark}>
      <Table
        caption={`${measure === 'tokens' ? 'Tokens' : 'Billed calls'} by day and key`}
        cards={false}
        columns={[{ name: 'Day' }, ...series.map(({ name }) => ({ name, right: true }))]}
      >
        {days
          .filter((day) => series.some(({ values }) => values.has(day)))
          .map((day) => (
            <Row key={day}>
              <RowHead>
                <When at={day} day utc />
              </RowHead>
              {series.map(({ id, name, values }) => (
                <Cell key={id} name={name} right>
                  {count(values.get(day) ?? 0)}
                </Cell>
              ))}
            </Row>
          ))}
      </Table>
    </DayChart>
  );
}

/** Assigns colors to keys by age, so that a key never changes its color. Assistant sign-ins follow the keys. */
function keySeries({ keys, assistants, days }: OverviewData, measure: KeyMeasure): readonly Series[] {
  const others = [...new Set(days.map(({ client_id: id }) => id))].filter(
    (id) => !keys.some((key) => key.client_id === id),
  );
  const clients = [
    ...keys.map(({ client_id: id, name }) => ({ id, name })),
    ...others.map((id) => ({ id, name: assistants.find(({ client_id: of }) => of === id)?.name ?? id })),
  ];
  const used = (ids: readonly string[]) => days.filter(({ client_id: id }) => ids.includes(id));
  const valuesOf = (those: readonly DayData[]) =>
    sums(those.map((one) => [one.day, measure === 'tokens' ? one.tokens : one.billed_calls]));
  const own = clients.slice(0, OWN_COLOURS).flatMap(({ id, name }, index) => {
    const those = used([id]);
    return those.length === 0 ? [] : { id, name, colour: `f${index + 1}`, values: valuesOf(those) };
  });
  const rest = used(clients.slice(OWN_COLOURS).map(({ id }) => id));
  return rest.length === 0 ? own : [...own, { id: 'others', name: 'Others', colour: 'f6', values: valuesOf(rest) }];
}

function sums(values: readonly (readonly [day: string, value: number])[]): ReadonlyMap<string, number> {
  const byDay = new Map<string, number>();
  for (const [day, value] of values) byDay.set(day, (byDay.get(day) ?? 0) + value);
  return byDay;
}

function ResearchOfPeriod({ days }: { readonly days: readonly string[] }) {
  const loaded = useLoaded('/research');
  const { data } = loaded;
  if (data === undefined) return <NotLoaded what="The research" from={loaded} />;
  if (!data.days.some(({ day }) => days.includes(day)))
    return <p class="muted">No research was asked for in this period.</p>;
  return <ResearchPlot data={data} days={days} />;
}
