/** Days as stacked bars, a colour for each part of a bar, with the same figures as a table for those who do not see them. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { count } from './words.ts';

const DAY_MS = 86_400_000;
const COLOURS = ['--plot-1', '--plot-2', '--plot-3', '--plot-4', '--plot-5', '--plot-6'];
const HEIGHT = 240;
/** Of the width between two days. */
const BAR_SHARE = 0.7;
const MAX_BAR = 60;

export interface Stacked {
  readonly id: string;
  readonly name: string;
  /** By day, `YYYY-MM-DD`. */
  readonly values: ReadonlyMap<string, number>;
}

interface DayPlotProps {
  /** From the bottom up. */
  readonly stacked: readonly Stacked[];
  /** The first day. */
  readonly from: string;
  /** The table of the same figures. */
  readonly children: ComponentChildren;
}

export function DayPlot({ stacked, from, children }: DayPlotProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const dates = datesFrom(from);
    const keys = stacked.map(({ name, values }) => ({ name, values: dates.map((date) => values.get(date) ?? 0) }));
    let plot = drawPlot(element, dates, keys);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => {
      plot.destroy();
      plot = drawPlot(element, dates, keys);
    };
    const size = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    size.observe(element);
    scheme.addEventListener('change', redraw);
    return () => {
      size.disconnect();
      scheme.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [JSON.stringify(stacked.map(({ name, values }) => [name, ...values])), from]);
  return (
    <>
      <div class="plot" ref={place} aria-hidden="true" />
      <ul class="legend" aria-hidden="true">
        {stacked.map(({ id, name }, index) => (
          <li key={id}>
            <span class={`swatch s${(index % COLOURS.length) + 1}`} />
            {name}
          </li>
        ))}
      </ul>
      <details>
        <summary>The same as a table</summary>
        {children}
      </details>
    </>
  );
}

interface PlottedPart {
  readonly name: string;
  readonly values: readonly number[];
}

/** Sums from the bottom up; the highest is drawn first, and the others over it. */
function drawPlot(element: HTMLElement, dates: readonly string[], keys: readonly PlottedPart[]): uPlot {
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

function datesFrom(from: string): readonly string[] {
  const startMs = Date.parse(from.slice(0, 10));
  const days = Math.max(7, Math.floor((Date.now() - startMs) / DAY_MS) + 1);
  return Array.from({ length: days }, (_, index) => new Date(startMs + index * DAY_MS).toISOString().slice(0, 10));
}
