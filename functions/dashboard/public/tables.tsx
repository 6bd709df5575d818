/** Renders tables of plans and tools, with figures from the code. */
import type { ComponentChildren } from 'preact';
import { BUILT_IN_PLANS, NO_PLAN, TRIAL_ALLOWANCE_ITEMS } from '../../../core/billing/plans/built-in-plans.ts';
import type { PlanTerms } from '../../../core/billing/plans/plan.ts';
import { ERROR_CODES } from '../../../core/error-codes.ts';
import { COST_WORDS, TOOL_GUIDE, type ToolGuide } from '../../../core/api/front-door/tool-guide.ts';
import { centsToNanoUsd, formatUsd, RESEARCH_PRICE_USD_TEXT } from '../../../core/money.ts';
import { LinkButton } from '../../../web/design/button.tsx';
import { Icon } from '../../../web/design/icon.tsx';
import { Cell, Row, RowHead, Table } from '../../../web/design/table.tsx';
import { numberText } from '../../../core/number-text.ts';

/** The plan that most customers start with is highlighted. */
const MARKED = 'growth';

interface PlansProps {
  readonly support: string;
  /** The plans that are sold. */
  readonly plans?: readonly PlanTerms[];
}

export function PlanCards({ support, plans = BUILT_IN_PLANS }: PlansProps) {
  return (
    <div class="plans">
      {plans.map((plan) => (
        <article key={plan.code} class={plan.code === MARKED ? 'plan best' : 'plan'}>
          <h3>{plan.name}</h3>
          <Price plan={plan} support={support} />
          <ul>
            {pointsOf(plan).map(([amount, what]) => (
              <li key={what}>
                <Icon name="check" />
                <span>
                  <b>{amount}</b> {what}
                </span>
              </li>
            ))}
          </ul>
          <LinkButton href="/plans#start" wide large look={plan.code === MARKED ? 'primary' : undefined}>
            Ask for {plan.name}
          </LinkButton>
        </article>
      ))}
    </div>
  );
}

/**
 * Shows the monthly fee as the large figure. Without a fixed fee, the price of tokens is large and the fee is on
 * request.
 */
function Price({ plan, support }: { readonly plan: PlanTerms; readonly support: string }) {
  const beyond = formatUsd(1_000 * plan.overagePriceNanoUsdPerToken);
  if (plan.monthlyFeeCents === null)
    return (
      <p class="price num">
        {beyond}
        <small>
          per 1,000 tokens beyond the included ones
          <br />
          Monthly fee: <a href={`mailto:${support}`}>on request</a>
        </small>
      </p>
    );
  return (
    <p class="price num">
      {formatUsd(centsToNanoUsd(plan.monthlyFeeCents))}
      <small>
        a month
        <br />
        {beyond} per 1,000 tokens beyond the included ones
      </small>
    </p>
  );
}

function pointsOf(plan: PlanTerms): readonly (readonly [amount: string, what: string])[] {
  return [
    [`${inWords(plan.tokensIncluded)} tokens`, 'included a month'],
    ...(plan.researchAllowed ? [[`$${RESEARCH_PRICE_USD_TEXT}`, 'for each part that research finds'] as const] : []),
    [numberText(plan.requestsPerMinute), 'requests a minute'],
    [numberText(plan.batchSize), 'parts in one call'],
    [inWords(plan.catalogRowsPerMonth), 'catalog rows a month'],
  ];
}

interface PlanLine {
  readonly what: string;
  readonly of: (plan: PlanTerms, support: string) => ComponentChildren;
}

const LINES: readonly PlanLine[] = [
  { what: 'Monthly fee', of: feeOf },
  {
    what: 'Included a month',
    of: ({ code, tokensIncluded }) =>
      code === NO_PLAN.code ? `${TRIAL_ALLOWANCE_ITEMS} records, once` : `${numberText(tokensIncluded)} tokens`,
  },
  {
    what: '1,000 tokens beyond',
    of: ({ code, overagePriceNanoUsdPerToken: price }) => (code === NO_PLAN.code ? '–' : formatUsd(1_000 * price)),
  },
  { what: 'Requests a minute', of: ({ requestsPerMinute }) => numberText(requestsPerMinute) },
  { what: 'Parts in one call', of: ({ batchSize }) => numberText(batchSize) },
  { what: 'Research, each part found', of: ofResearch(() => `$${RESEARCH_PRICE_USD_TEXT}`) },
  { what: 'Parts in research concurrently', of: ofResearch(({ openParts }) => numberText(openParts)) },
  {
    what: 'Research without a find, a day',
    of: ofResearch(({ notFoundPartsPerDay }) => numberText(notFoundPartsPerDay)),
  },
  { what: 'List rows a month', of: ({ catalogRowsPerMonth }) => numberText(catalogRowsPerMonth) },
];

export function PlanTable({ support, plans: sold = BUILT_IN_PLANS }: PlansProps) {
  const plans = [NO_PLAN, ...sold];
  const nameOf = ({ code, name }: PlanTerms) => (code === NO_PLAN.code ? 'Free trial' : name);
  return (
    <div class="compare">
      <Table
        caption="Limits of the plans"
        columns={[{ name: 'Limit' }, ...plans.map((plan) => ({ name: nameOf(plan) }))]}
      >
        {LINES.map(({ what, of }) => (
          <Row key={what}>
            <RowHead>{what}</RowHead>
            {plans.map((plan) => (
              <Cell key={plan.code} name={nameOf(plan)}>
                {of(plan, support)}
              </Cell>
            ))}
          </Row>
        ))}
      </Table>
    </div>
  );
}

export function ToolTable() {
  return (
    <Table
      caption="Tools"
      columns={[{ name: 'Tool' }, { name: 'What it does' }, { name: 'Cost' }, { name: 'Permission' }]}
      top
    >
      {TOOL_GUIDE.map(({ name, does, cost, scope }) => (
        <Row key={name}>
          <RowHead>
            <a href={`#${name}`}>
              <code>{name}</code>
            </a>
          </RowHead>
          <Cell name="What it does" full>
            {does}
          </Cell>
          <Cell name="Cost">{COST_WORDS[cost]}</Cell>
          <Cell name="Permission">
            <code>{scope}</code>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function feeOf({ code, monthlyFeeCents: cents }: PlanTerms, support: string): ComponentChildren {
  if (code === NO_PLAN.code) return '–';
  return cents === null ? <a href={`mailto:${support}`}>Ask us</a> : formatUsd(centsToNanoUsd(cents));
}

/** Shows a dash for a plan without research. */
function ofResearch(of: (plan: PlanTerms) => string): PlanLine['of'] {
  return (plan) => (plan.researchAllowed ? of(plan) : '–');
}

/** Writes `10 million`. */
function inWords(value: number): string {
  return value % 1_000_000 === 0 ? `${numberText(value / 1_000_000)} million` : numberText(value);
}

/** The codes whose place in the list of errors names the tool, or tools of its kind. */
export function ToolErrors({ name, cost }: Pick<ToolGuide, 'name' | 'cost'>) {
  const named = new RegExp(`\\b${name}\\b|^Tool arguments|^tools/call\\.|requests of an account`);
  const codes = Object.entries(ERROR_CODES).filter(
    ([, { occurs }]) => named.test(occurs) || (cost === 'items' && occurs.startsWith('Tools that return item data')),
  );
  return (
    <>
      Its errors:{' '}
      {codes.map(([code]) => (
        <>
          <a key={code} href={`/errors#${code}`}>
            <code>{code}</code>
          </a>
          ,{' '}
        </>
      ))}
      and <a href="/errors">those of every request</a>. A refused call is free.
    </>
  );
}
