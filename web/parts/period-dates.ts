/** The billing period in words: `1 Nov – 30 Nov`. Billing days are UTC. */
import type { OverviewData } from '../api-data.ts';
import { dayWords } from '../design/dates.ts';

export function periodWords({ usage: { period_start: start, period_end: end } }: OverviewData): string {
  if (start === null || end === null) return '';
  const last = new Date(Date.parse(end) - 1).toISOString();
  return `${dayWords(start, Date.now(), 'UTC')} – ${dayWords(last, Date.now(), 'UTC')}`;
}
