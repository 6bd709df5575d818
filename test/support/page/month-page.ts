/** Makes the output of an operator's commands the same in every run, as docs/operate/month.md shows it. */
import { periodAt } from '../../../core/billing/meter/periods.ts';
import { finishedMonth } from '../../../local/demo/open-demo-month.ts';

export function asOnMonthPage(text: string, nowMs: number): string {
  const last = finishedMonth(nowMs);
  return text
    .replaceAll(/cor_[0-9a-f]{16}/g, 'cor_0123456789abcdef')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'yyyy-mm-dd')
    .replaceAll(/(?<=yyyy-mm-dd )\d\d:\d\d/g, 'hh:mm')
    .replaceAll(periodAt(1, last.endMs).key, '2026-11')
    .replaceAll(last.key, '2026-10')
    .replaceAll(/"start":\d+/g, '"start":1790812800')
    .replaceAll(/"end":\d+/g, '"end":1793491200')
    .replaceAll('\uFEFF', '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '');
}
