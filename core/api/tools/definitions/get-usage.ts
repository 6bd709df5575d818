/**
 * get_usage returns what the plan includes and how much of it is used (docs/reference/tools.md#get_usage). It is free
 * in every account state.
 */
import * as z from 'zod/mini';
import type { UsageReport } from '../../../billing/meter/usage-report.ts';
import { succeed } from '../../../result.ts';
import { defineTool } from '../define-tool.ts';

const text = z.nullish(z.string());
const whole = z.nullish(z.int());

const output = () =>
  z.looseObject({
    sandbox: z.boolean(),
    dashboard_url: z.string(),
    plan_code: text,
    plan_name: text,
    period_start: text,
    period_end: text,
    tokens_used: whole,
    tokens_included: whole,
    tokens_overage: whole,
    records_estimate_remaining: whole,
    spending_cap_cents: whole,
    days_left: whole,
    message: text,
  });

export const getUsage = defineTool({
  name: 'get_usage',
  title: 'Show plan usage',
  description:
    'Show the plan and what this billing period has used: tokens (1 is 4 bytes of a record) used, included and beyond; days left; ' +
    'records_estimate_remaining, at your average size so far; spending_cap_cents (null: no cap). Use it for questions about usage or cost of this ' +
    'service (never part prices), before a large job, and after a refusal for billing; not before each call. message says what is spent and left ' +
    'of the cap, the most parts in a lookup_parts call, the requests a minute, and why calls are refused and what to do. A null figure does not ' +
    'apply; sandbox true: a test key, never billed. A person changes plan and cap at dashboard_url. Free, and answers when other tools are ' +
    'refused.',
  input: z.strictObject({}),
  output,
  scope: 'usage:read',
  changesData: false,
  async answer(_args, { caller, ports, nowMs }) {
    const { usageReport } = await import('../../../billing/meter/usage-report.ts');
    const structured = usageReport(caller, ports.dashboardUrl, nowMs, ports.testItemsPerDay);
    return succeed({ structured: { ...structured }, summary: summarize(structured), billing: { kind: 'free' } });
  },
});

function summarize(report: UsageReport): string {
  return [headline(report), report.message].filter((sentence) => sentence !== null && sentence !== '').join(' ');
}

function headline({
  sandbox,
  plan_code,
  plan_name,
  tokens_used,
  tokens_included,
  days_left,
  ...rest
}: UsageReport): string {
  if (sandbox) return '';
  if (tokens_used === null) return `${plan_name}: ${rest.records_estimate_remaining ?? 0} items left.`;
  if (plan_code === null) return 'No plan.';
  const used = tokens_included
    ? `${tokens_used} of ${tokens_included} included tokens used`
    : `${tokens_used} tokens used, none are included`;
  return `${plan_name} plan: ${used}, ${days_left ?? 0} days left in the period.`;
}
