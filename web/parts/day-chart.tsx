/**
 * Days as stacked bars, a color for each part of a bar, drawn at the available width; future days stay empty. The
 * same figures follow as a table.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { count, shortCount } from '../design/amounts.ts';
import { dayWords } from '../design/dates.ts';
import { dayAt, lineWords, linesFor, namedDays, WEEK } from './chart-scale.ts';

const HEIGHT = 250;
const TOP = 30;
const BASE = 224;
const LEFT = 44;
const RIGHT = 4;
/** The share of a day's width. */
const BAR_SHARE = 0.66;
const MAX_BAR = 40;
/** The gap between two parts of a bar. */
const GAP = 1;
const TIP = { width: 188, line: 18, most: 8 };

export interface Series {
  readonly id: string;
  readonly name: string;
  /** A class with a fill. */
  readonly colour: string;
  readonly values: ReadonlyMap<string, number>;
}

interface DayChartProps {
  /** The counted unit: `tokens`. */
  readonly unit: string;
  readonly days: readonly string[];
  /** The parts from the bottom up. */
  readonly series: readonly Series[];
  /** A day from which something applies, with its label. */
  readonly mark?: { readonly day: string; readonly words: string } | undefined;
  /** The table of the same figures. */
  readonly children: ComponentChildren;
}

export function DayChart({ unit, days, series, mark, children }: DayChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const size = new ResizeObserver(() => setWidth(element.clientWidth));
    size.observe(element);
    setWidth(element.clientWidth);
    return () => size.disconnect();
  }, []);
  return (
    <>
      <div class="chart-place" ref={place} onMouseLeave={() => setShown(undefined)}>
        {width > 0 && (
          <Drawn unit={unit} days={days} series={series} mark={mark} width={width} shown={shown} setShown={setShown} />
        )}
      </div>
      <div class="legend">
        {series.map(({ id, name, colour, values }) => (
          <span key={id}>
            <i class={colour} />
            {name} <b>{shortCount(sumOf(values))}</b>
          </span>
        ))}
      </div>
      <details>
        <summary>Show as a table</summary>
        {children}
      </details>
    </>
  );
}

interface DrawnProps extends Omit<DayChartProps, 'children'> {
  readonly width: number;
  readonly shown: string | undefined;
  readonly setShown: (day: string | undefined) => void;
}

function Drawn({ unit, days, series, mark, width, shown, setShown }: DrawnProps) {
  const totals = days.map((day) => series.reduce((sum, { values }) => sum + (values.get(day) ?? 0), 0));
  const lines = linesFor(Math.max(0, ...totals));
  const highest = lines.at(-1) ?? 1;
  const step = (width - LEFT - RIGHT) / days.length;
  const bar = Math.min(MAX_BAR, step * BAR_SHARE);
  const leftOf = (day: string) => LEFT + days.indexOf(day) * step;
  const yOf = (value: number) => BASE - (value / highest) * (BASE - TOP);
  const today = dayAt(Date.now());
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${HEIGHT}`} role="group" aria-label={`${unit} by day`}>
      {lines.map((value) => (
        <g key={value}>
          <line class={value === 0 ? 'base' : 'grid'} x1={LEFT} x2={width - RIGHT} y1={yOf(value)} y2={yOf(value)} />
          <text x={LEFT - 8} y={yOf(value) + 4} text-anchor="end">
            {lineWords(value)}
          </text>
        </g>
      ))}
      {namedDays(days, today).map(({ day, isToday }) => (
        <text
          key={day}
          class={isToday ? 'today' : undefined}
          x={leftOf(day) + step / 2}
          y={BASE + 20}
          text-anchor={anchorOf(leftOf(day) + step / 2, width)}
        >
          {isToday
            ? 'today'
            : day === days[0] || Number(day.slice(8)) <= WEEK
              ? dayWords(day, Date.parse(day), 'UTC')
              : Number(day.slice(8))}
        </text>
      ))}
      {mark !== undefined && <Mark x={leftOf(mark.day) + step} words={mark.words} width={width} />}
      {days.map((day, index) =>
        day > today ? null : (
          <g
            key={day}
            class={day === shown ? 'day on' : 'day'}
            tabIndex={0}
            role="img"
            aria-label={`${longDay(day)}: ${count(totals[index] ?? 0)} ${unit}`}
            onMouseEnter={() => setShown(day)}
            onFocus={() => setShown(day)}
            onBlur={() => setShown(undefined)}
          >
            <rect class="hit" x={leftOf(day)} y={TOP} width={step} height={BASE - TOP} />
            <Bar day={day} series={series} x={leftOf(day) + (step - bar) / 2} width={bar} yOf={yOf} />
          </g>
        ),
      )}
      {shown !== undefined && days.includes(shown) && (
        <Tip day={shown} series={series} unit={unit} at={leftOf(shown)} step={step} width={width} />
      )}
    </svg>
  );
}

function Bar({
  day,
  series,
  x,
  width,
  yOf,
}: {
  readonly day: string;
  readonly series: readonly Series[];
  readonly x: number;
  readonly width: number;
  readonly yOf: (value: number) => number;
}) {
  let below = 0;
  return (
    <>
      {series.map(({ id, colour, values }) => {
        const value = values.get(day) ?? 0;
        if (value === 0) return null;
        const bottom = yOf(below);
        below += value;
        const height = Math.max(1, bottom - yOf(below) - GAP);
        return <rect key={id} class={colour} x={x} y={bottom - height} width={width} height={height} rx="1.5" />;
      })}
    </>
  );
}

function Mark({ x, words, width }: { readonly x: number; readonly words: string; readonly width: number }) {
  const isRight = x > width / 2;
  return (
    <>
      <line class="mark" x1={x} x2={x} y1="12" y2={BASE} />
      <text class="mark-text" x={isRight ? x - 8 : x + 8} y="18" text-anchor={isRight ? 'end' : 'start'}>
        {words}
      </text>
    </>
  );
}

/** The sums of one day, on the side with room for them. */
function Tip({
  day,
  series,
  unit,
  at,
  step,
  width,
}: {
  readonly day: string;
  readonly series: readonly Series[];
  readonly unit: string;
  readonly at: number;
  readonly step: number;
  readonly width: number;
}) {
  const lines = series.filter(({ values }) => (values.get(day) ?? 0) > 0).slice(0, TIP.most);
  const total = series.reduce((sum, { values }) => sum + (values.get(day) ?? 0), 0);
  const beside = at + step + 6 + TIP.width <= width ? at + step + 6 : at - 6 - TIP.width;
  const x = Math.max(0, beside);
  return (
    <g class="tip" aria-hidden="true">
      <rect class="tipbox" x={x} y={TOP} width={TIP.width} height={(lines.length + 1) * TIP.line + 12} rx="8" />
      <text class="b" x={x + 10} y={TOP + 19}>
        {dayWords(day, Date.parse(day), 'UTC')}
      </text>
      <text class="b" x={x + TIP.width - 10} y={TOP + 19} text-anchor="end">
        {`${shortCount(total)} ${unit}`}
      </text>
      {lines.map(({ id, name, colour, values }, index) => (
        <g key={id}>
          <rect class={colour} x={x + 10} y={TOP + 28 + index * TIP.line} width="8" height="8" rx="2" />
          <text x={x + 24} y={TOP + 36 + index * TIP.line}>
            {shortened(name)}
          </text>
          <text x={x + TIP.width - 10} y={TOP + 36 + index * TIP.line} text-anchor="end">
            {shortCount(values.get(day) ?? 0)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** SVG does not cut off text by itself. */
function shortened(name: string): string {
  const letters = [...name];
  return letters.length > 17 ? `${letters.slice(0, 16).join('')}…` : name;
}

function anchorOf(x: number, width: number): 'start' | 'middle' | 'end' {
  if (x < LEFT + 16) return 'start';
  return x > width - RIGHT - 24 ? 'end' : 'middle';
}

function longDay(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
}

function sumOf(values: ReadonlyMap<string, number>): number {
  return [...values.values()].reduce((sum, value) => sum + value, 0);
}
