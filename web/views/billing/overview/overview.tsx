/**
 * The first view: open tasks, the period in figures and day by day, the latest users, and the remainder of the cap.
 */
import { Card, Figures, type Figure } from '../../../design/card.tsx';
import type { PeriodData } from '../../../../core/dashboard/views/dashboard-data.ts';
import type { OverviewData } from '../../../api-data.ts';
import { billedCalls, count, countOf, dollars, shortCount } from '../../../design/amounts.ts';
import { Badge } from '../../../design/badge.tsx';
import { LinkButton } from '../../../design/button.tsx';
import { datedWords, dayWords } from '../../../design/dates.ts';
import { Empty } from '../../../design/empty.tsx';
import { Head } from '../../../design/head.tsx';
import { Meter } from '../../../design/meter.tsx';
import { Cell, Row, RowHead, Table } from '../../../design/table.tsx';
import { When } from '../../../design/when.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { addressOf } from '../../../parts/route.ts';
import { assistantName } from '../../../parts/labels.ts';
import { CapStanding } from '../cap-standing.tsx';
import { AccountBanner } from './account-banner.tsx';
import { FirstSteps, stepsLeftWords, useFirstSteps } from './first-steps.tsx';
import { UsageByDay } from './usage-by-day.tsx';

const SHOWN_ASSISTANTS = 5;

export function OverviewView() {
  const { overview } = usePage();
  const steps = useFirstSteps();
  const isNew = overview.periods.length === 0 && steps !== undefined;
  const isOnTrial = !overview.account.has_plan;
  return (
    <>
      <Head
        title={isNew ? 'Welcome' : 'Overview'}
        note={
          isNew
            ? `${stepsLeftWords(steps)} until your own parts are matched. This list goes away when all are done.`
            : periodWords(overview)
        }
        actions={
          isNew ? undefined : (
            <>
              <LinkButton href={addressOf('catalogs')} icon="upload">
                Upload a file
              </LinkButton>
              {overview.person.role === 'owner' && (
                <LinkButton href={addressOf('keys', { new: 'key' })} look="primary" icon="plus">
                  New key
                </LinkButton>
              )}
            </>
          )
        }
      />
      <AccountBanner overview={overview} />
      {steps !== undefined && <FirstSteps steps={steps} />}
      {!isNew && <Figures figures={isOnTrial ? trialFigures(overview) : planFigures(overview)} />}
      {!isNew && <UsageByDay overview={overview} />}
      <div class="cols">
        <LatestUse overview={overview} />
        {isOnTrial ? <Trial overview={overview} /> : <SpendingCap overview={overview} />}
      </div>
      {overview.periods.length > 0 && <Periods overview={overview} />}
    </>
  );
}

function periodWords({ usage, account }: OverviewData): string {
  const plan = account.has_plan ? `${account.plan} plan` : 'free trial';
  const { period_start: start, period_end: end } = usage;
  if (start === null || end === null) return plan;
  const last = new Date(Date.parse(end) - 1).toISOString();
  return `Period ${dayWords(start, Date.parse(last), 'UTC')} – ${datedWords(last, 'UTC')}, ${plan}`;
}

function planFigures({ usage, cap, tokens_per_record: size }: OverviewData): readonly Figure[] {
  const included = usage.tokens_included ?? 0;
  const beyond = usage.tokens_overage ?? 0;
  const left = usage.records_estimate_remaining;
  return [
    {
      name: 'Tokens this period',
      value: <span title={`${count(usage.tokens_used ?? 0)} tokens`}>{shortCount(usage.tokens_used ?? 0)}</span>,
      more:
        beyond > 0 ? `${count(beyond)} beyond ${shortCount(included)} included` : `of ${shortCount(included)} included`,
      isHigh: beyond > 0,
    },
    {
      name: 'Spent beyond the plan',
      value: dollars(cap.spent_usd),
      more: cap.cap_usd === null ? 'no spending cap' : `of a cap of ${dollars(cap.cap_usd)}`,
    },
    {
      name: 'Records still affordable',
      value: left === null ? '–' : count(left),
      more: affordableWords(left, size, cap.cap_usd !== null),
    },
    daysFigure(usage),
  ];
}

/** Explains the basis of the number, including the remainder of the cap. */
function affordableWords(left: number | null, size: number | null, hasCap: boolean): string {
  if (size === null) return 'known after the first record';
  if (left === null) return 'nothing bounds them: there is no cap';
  const usual = `at your usual ${countOf(size, 'token')} each`;
  return hasCap ? `${usual}, with what the cap allows` : `${usual}, within the plan`;
}

function daysFigure({ days_left: left, period_end: end }: OverviewData['usage']): Figure {
  return {
    name: 'Period ends in',
    value: left === null ? '–' : countOf(left, 'day'),
    more: end === null ? undefined : `${dayWords(end, Date.now(), 'UTC')}, 00:00 UTC`,
  };
}

function trialFigures({ usage, trial, calls }: OverviewData): readonly Figure[] {
  return [
    { name: 'Free trial', value: count(trial.items), more: `of ${countOf(trial.allowance, 'record')} used` },
    { name: 'Records left', value: count(Math.max(0, trial.allowance - trial.items)) },
    { name: 'Billed calls this period', value: billedCalls(calls.billed, calls.all) },
    daysFigure(usage),
  ];
}

function LatestUse({ overview: { assistants } }: { readonly overview: OverviewData }) {
  const used = assistants.filter(({ last_used_at: at }) => at !== null).slice(0, SHOWN_ASSISTANTS);
  if (used.length === 0)
    return (
      <Card bare label="Latest use">
        <Empty icon="assistants" title="No call yet">
          Assistants appear here with their first call, and what they used.
        </Empty>
      </Card>
    );
  return (
    <Card bare title="Latest use" id="latest" beside={<a href={addressOf('assistants')}>All assistants</a>}>
      <Table
        caption="Assistants by their latest call"
        columns={[
          { name: 'Assistant' },
          { name: 'Last call' },
          { name: 'Billed calls, 30 days', right: true },
          { name: 'Tokens, 30 days', right: true },
        ]}
      >
        {used.map((one) => (
          <Row key={`${one.client_id} ${one.name}`}>
            <RowHead sub={one.key_name}>{assistantName(one.name)}</RowHead>
            <Cell name="Last call">
              <When at={one.last_used_at ?? ''} />
            </Cell>
            <Cell name="Billed calls, 30 days" right>
              {billedCalls(one.billed_calls_last_30_days, one.calls_last_30_days)}
            </Cell>
            <Cell name="Tokens, 30 days" right>
              {count(one.tokens_last_30_days)}
            </Cell>
          </Row>
        ))}
      </Table>
    </Card>
  );
}

function SpendingCap({ overview }: { readonly overview: OverviewData }) {
  return (
    <Card title="Spending cap" id="cap" beside={<a href={addressOf('settings')}>Change</a>}>
      <CapStanding overview={overview} />
    </Card>
  );
}

function Trial({ overview: { trial, links } }: { readonly overview: OverviewData }) {
  const share = trial.allowance === 0 ? 1 : trial.items / trial.allowance;
  return (
    <Card
      title="Free trial"
      id="trial"
      beside={
        share >= 1 ? (
          <Badge look="bad">Used up</Badge>
        ) : share >= 0.75 ? (
          <Badge look="warn">Nearly used</Badge>
        ) : undefined
      }
    >
      <p>
        <strong class="num">{count(trial.items)}</strong>{' '}
        <span class="muted">of {countOf(trial.allowance, 'record')} used</span>
      </p>
      <Meter
        label={`${count(trial.items)} of ${count(trial.allowance)} records used`}
        parts={[{ share, colour: share >= 1 ? 'fbad' : share >= 0.75 ? 'fwarn' : 'k1' }]}
      />
      <p class="small muted">Records that are found count. What is not found is free, as are catalogs and usage.</p>
      <LinkButton href={links.plans} wide>
        Compare plans
      </LinkButton>
    </Card>
  );
}

/** All calls are only known of the current period. */
function isCurrent({ period }: PeriodData, { period_start: start }: OverviewData['usage']): boolean {
  return start?.startsWith(period) === true;
}

function Periods({ overview: { periods, calls, usage } }: { readonly overview: OverviewData }) {
  return (
    <Card bare title="Periods" id="periods" note="Every one since the account began, the newest first">
      <Table
        caption="Usage by period"
        columns={[
          { name: 'Period' },
          ...['Tokens', 'Beyond the plan', 'Billed calls', 'Records', 'Research', 'Cost beyond the plan'].map(
            (name) => ({
              name,
              right: true,
            }),
          ),
        ]}
      >
        {periods.map((one) => (
          <Row key={one.period}>
            <RowHead>{monthWords(one.period)}</RowHead>
            {(
              [
                ['Tokens', count(one.tokens)],
                ['Beyond the plan', count(one.tokens_overage)],
                [
                  'Billed calls',
                  isCurrent(one, usage) ? billedCalls(calls.billed, calls.all) : count(one.billed_calls),
                ],
                ['Records', count(one.items)],
                ['Research', dollars(one.research_usd)],
                ['Cost beyond the plan', dollars(one.cost_usd)],
              ] as const
            ).map(([name, value]) => (
              <Cell key={name} name={name} right>
                {value}
              </Cell>
            ))}
          </Row>
        ))}
      </Table>
    </Card>
  );
}

/** `2026-11`, the month in which a period begins. */
function monthWords(period: string): string {
  return new Date(`${period}-01`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}
