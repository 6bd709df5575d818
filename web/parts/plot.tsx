/** Days as stacked bars, a colour for each key, with the same figures as a table for those who do not see them. */
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { DayData, KeyData } from '../../functions/core/page/page-data.ts';
import { Table } from './table.tsx';
import { count } from './words.ts';

const DAY_MS = 86_400_000;
const COLOURS = ['--plot-1', '--plot-2', '--plot-3', '--plot-4', '--plot-5', '--plot-6'];
const HEIGHT = 240;
/** Of the width between two days. */
const BAR_SHARE = 0.7;
const MAX_BAR = 60;

interface DayPlotProps {
  readonly days: readonly DayData[];
  readonly keys: readonly KeyData[];
  readonly measure: 'tokens' | 'calls';
  /** The first day of the period. */
  readonly from: string;
}

export function DayPlot({ days, keys, measure, from }: DayPlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const used = keys.filter(({ client_id: id }) => days.some((one) => one.client_id === id));
  const dates = datesFrom(from);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const draw = () =>
      drawPlot(
        element,
        dates,
        used.map(({ client_id, name }) => ({ name, values: valuesOf(days, dates, client_id, measure) })),
      );
    let plot = draw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => {
      plot.destroy();
      plot = draw();
    };
    const size = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    size.observe(element);
    scheme.addEventListener('change', redraw);
    return () => {
      size.disconnect();
      scheme.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [days, measure]);
  return (
    <>
      <div class="plot" ref={place} aria-hidden="true" />
      <ul class="legend" aria-hidden="true">
        {used.map(({ client_id, name }, index) => (
          <li key={client_id}>
            <span class={`swatch s${(index % COLOURS.length) + 1}`} />
            {name}
          </li>
        ))}
      </ul>
      <details>
        <summary>The same as a table</summary>
        <Table
          caption={`${measure === 'tokens' ? 'Tokens' : 'Calls'} by day and key`}
          heads={['Day', 'Key', 'Tokens', 'Calls']}
        >
          {days.map((one) => (
            <tr key={`${one.day} ${one.client_id}`}>
              <th scope="row">{one.day}</th>
              <td>{keys.find(({ client_id: id }) => id === one.client_id)?.name ?? one.client_id}</td>
              <td>{count(one.tokens)}</td>
              <td>{count(one.calls)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}

interface PlottedKey {
  readonly name: string;
  readonly values: readonly number[];
}

/** Sums from the bottom up; the highest is drawn first, and the others over it. */
function drawPlot(element: HTMLElement, dates: readonly string[], keys: readonly PlottedKey[]): uPlot {
  const colour = (name: string) => colourOf(element, name);
  const stacked: number[][] = [];
  for (const { values } of keys) {
    const below = stacked.at(-1);
    stacked.push(values.map((value, index) => value + (below?.[index] ?? 0)));
  }
  const bars = uPlot.paths.bars?.({ size: [BAR_SHARE, MAX_BAR] });
  const series = keys.map(({ name }, index) => ({
    label: name,
    fill: colour(COLOURS[index % COLOURS.length] ?? ''),
    ...(bars !== undefined && { paths: bars }),
    points: { show: false },
  }));
  const axis = { stroke: colour('--ink'), grid: { stroke: colour('--line') }, ticks: { stroke: colour('--line') } };
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: true }, y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.05)] } },
      axes: [
        { ...axis, values: (_plot, splits) => splits.map((at) => new Date(at * 1000).toISOString().slice(8, 10)) },
        { ...axis, size: 64, values: (_plot, splits) => splits.map(count) },
      ],
      series: [{}, ...series.toReversed()],
    },
    [dates.map((date) => Date.parse(date) / 1000), ...stacked.toReversed()],
    element,
  );
}

/** A canvas knows no `light-dark()`: the browser says what a property comes to. */
function colourOf(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}

function valuesOf(
  days: readonly DayData[],
  dates: readonly string[],
  clientId: string,
  measure: 'tokens' | 'calls',
): number[] {
  const byDay = new Map(days.filter(({ client_id: id }) => id === clientId).map((one) => [one.day, one[measure]]));
  return dates.map((date) => byDay.get(date) ?? 0);
}

function datesFrom(from: string): readonly string[] {
  const startMs = Date.parse(from.slice(0, 10));
  const days = Math.max(7, Math.floor((Date.now() - startMs) / DAY_MS) + 1);
  return Array.from({ length: days }, (_, index) => new Date(startMs + index * DAY_MS).toISOString().slice(0, 10));
}
