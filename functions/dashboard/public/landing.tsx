/**
 * The home page: what the service is, an item as an assistant gets it, how to connect, measured figures, and prices.
 */
import type { ComponentChildren } from 'preact';
import { TRIAL_ALLOWANCE_ITEMS } from '../../../core/billing/plans/built-in-plans.ts';
import { BYTES_PER_TOKEN } from '../../../core/billing/meter/charge-for-items.ts';
import type { MeasuredFigures } from '../../../core/api/front-door/measured-figures.ts';
import { RESEARCH_PRICE_USD_TEXT } from '../../../core/money.ts';
import { Badge } from '../../../web/design/badge.tsx';
import { LinkButton } from '../../../web/design/button.tsx';
import { Icon } from '../../../web/design/icon.tsx';
import type { DashboardSettings } from '../dashboard-settings.ts';
import { ConnectTabs } from './connect-tabs.tsx';
import type { ExampleRecord } from './example-record.ts';
import { PlanCards } from './tables.tsx';
import { numberText } from '../../../core/number-text.ts';

/** The tabs of the home page; the guide has a tab for every client. */
const SHOWN = ['Claude Code', 'Claude and ChatGPT', 'Cursor', 'VS Code', 'The official SDK'];

interface LandingProps {
  readonly settings: DashboardSettings;
  /** Undefined if the stage names no item, or one that the index does not have. */
  readonly example: ExampleRecord | undefined;
  readonly figures: MeasuredFigures;
}

export function Landing({ settings, example, figures }: LandingProps) {
  return (
    <>
      <section class={example === undefined ? 'hero alone' : 'hero'}>
        <div>
          <span class="eyebrow">An MCP server for AI assistants</span>
          <h1>Product data your assistant can trust</h1>
          <p class="lead">
            For people who design, buy or list parts: give Claude, ChatGPT or Cursor one address. It finds parts by
            manufacturer and number, by barcode or in plain words, and never passes off one manufacturer’s part as
            another’s.
          </p>
          <div class="row">
            <LinkButton href={`${settings.upgradeUrl}#start`} look="primary" large>
              Ask for an account
            </LinkButton>
            <LinkButton href="#connect" large>
              Connect an assistant
            </LinkButton>
          </div>
          <p class="small">
            {TRIAL_ALLOWANCE_ITEMS} records free, no card; accounts are opened by hand. On a plan, a record beyond the
            included ones usually costs less than {figures.RECORD_COST}. What is not found costs nothing. No prices and
            no stock.
          </p>
        </div>
        {example !== undefined && <Example example={example} />}
      </section>
      <section class="section" id="connect">
        <h2>Connected in a minute</h2>
        <p class="lead">
          Pick your assistant. Its address is <code>{settings.baseUrl}/mcp</code>.
        </p>
        <ConnectTabs settings={settings} shown={SHOWN} />
        <p>
          <a href="/docs/connect">Every assistant, and access tokens</a>
        </p>
      </section>
      <Uses />
      <section class="section">
        <h2>Measured, not promised</h2>
        <p class="lead">Every figure links to how it was measured, and with what limits.</p>
        <div class="proofs">
          <Proof
            figure={`${figures.WRONG_ANSWERED} of ${figures.WRONG_ASKED}`}
            what="wrong manufacturers"
            of="no-other-manufacturers-part"
          >
            Questions that named a part under another manufacturer, and were answered with the part. A miss says who
            makes it.
          </Proof>
          <Proof
            figure={figures.SPELLINGS_BY_USE}
            what="of manufacturers understood, by use"
            of="manufacturers-as-people-write-them"
          >
            {figures.SPELLINGS} ways to write the names of manufacturers, weighted by public bills of materials.
          </Proof>
          <Proof figure={figures.CALLS_RATIO} what="the calls a second of the official SDK" of="calls-a-second">
            {figures.CALLS} against {figures.CALLS_OFFICIAL}: the same tools, records and processors, measured in
            memory.
          </Proof>
        </div>
      </section>
      <section class="section" id="plans">
        <h2>Pay for answers, never for misses</h2>
        <p class="lead">
          A token is {BYTES_PER_TOKEN} bytes of product data. A record usually has about {figures.TOKENS_A_RECORD}{' '}
          tokens, so 1 million tokens are about {figures.RECORDS_A_MILLION} records. You set a cap, and no call passes
          it. <a href="/docs/measured#tokens-of-a-record">How it is measured</a>
        </p>
        <PlanCards support={settings.supportEmail} />
        <p>
          <a href={settings.upgradeUrl}>Compare all limits</a>
        </p>
      </section>
      <p class="small muted machines">
        For agents and directories: <a href="/llms.txt">llms.txt</a>, <a href="/skill.md">a skill file</a>,{' '}
        <a href="/mcp/server-card">the server card</a>, <a href="/v1/openapi.json">OpenAPI</a>. For programs:{' '}
        <a href="/docs/api">the HTTP API</a>
      </p>
    </>
  );
}

function Example({ example }: { readonly example: ExampleRecord }) {
  return (
    <figure class="chat" aria-label="An example question and its answer">
      <header>
        <span class="row">
          <Icon name="assistant" />
          Your assistant
        </span>
        <span>example from the index</span>
      </header>
      <div>
        <p class="ask">
          I need a part: {example.need}
          {example.isMade ? ', still made' : ''}.
        </p>
        <div class="tool">
          <p>
            <Icon name="search" />
            <b>search_items</b>
            <span class="end num">{numberText(example.tokens)} tokens</span>
          </p>
          <pre>
            <span class="k">query</span>: <span class="s">“{example.need}”</span>
          </pre>
        </div>
        <div class="say">
          <p>
            <strong>
              {example.partNumber} of {example.manufacturer}
            </strong>
          </p>
          <dl>
            {example.facts.map(([name, value]) => (
              <>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </>
            ))}
          </dl>
        </div>
      </div>
    </figure>
  );
}

/** What a buyer does with it. The parts in the pictures are invented. */
function Uses() {
  return (
    <section class="section uses">
      <div class="split">
        <div>
          <h2>A bill of materials, row by row</h2>
          <p>Drop the file as it is. Each row is matched, or says why it is not, and you decide the rest.</p>
          <ul class="ticks">
            <Tick>Your own words are held against the part: “the row says 0805, this part is 1206”.</Tick>
            <Tick>What you decide for a number of yours is remembered, and can be taken back.</Tick>
            <Tick>The export keeps your columns and adds the outcome.</Tick>
          </ul>
        </div>
        <figure class="shot" aria-label="Example rows of a catalog">
          <header>
            <span>A catalog</span>
            <span>example</span>
          </header>
          <Line number="A-1001" part="R-100 of Norvane" badge={<Badge look="ok">Matched</Badge>} />
          <Line number="A-1002" part="R-1O0 of Norvane" badge={<Badge look="warn">To decide</Badge>}>
            A number looks alike: letter O for zero.
          </Line>
          <Line number="A-1003" part="10 kΩ, 0805" badge={<Badge look="info">Check this</Badge>}>
            The row says 0805; this part is 1206.
          </Line>
        </figure>
      </div>
      <div class="split flip">
        <figure class="shot" aria-label="An example of research">
          <header>
            <span>Research of 4 parts</span>
            <span>example</span>
          </header>
          <Line number="Found" part="3 parts" badge={`3 × $${RESEARCH_PRICE_USD_TEXT}`} />
          <Line number="Not found" part="1 part" badge="free" />
        </figure>
        <div>
          <h2>Research, paid only if found</h2>
          <p>
            What the index lacks can be looked for: ${RESEARCH_PRICE_USD_TEXT} for each part that is found, nothing for
            the others. You see the most it may cost before you ask, and your cap applies.
          </p>
        </div>
      </div>
      <div class="split">
        <div>
          <h2>Still made, and what replaces it</h2>
          <p>
            Where a source states it, a record says whether a part is active, until when it can be bought, and what
            replaces it. Where none does, its state is unknown, which never means active.
          </p>
        </div>
        <figure class="shot" aria-label="Example states of parts">
          <header>
            <span>States of parts</span>
            <span>example</span>
          </header>
          <Line number="R-100" part="of Norvane" badge={<Badge look="ok">Active</Badge>} />
          <Line number="R-200" part="of Norvane" badge={<Badge look="warn">Last time buy</Badge>}>
            Can be ordered until 30 June.
          </Line>
          <Line number="R-300" part="of Norvane" badge={<Badge look="bad">Obsolete</Badge>}>
            Replaced by R-310.
          </Line>
        </figure>
      </div>
    </section>
  );
}

function Tick({ children }: { readonly children: ComponentChildren }) {
  return (
    <li>
      <Icon name="check" />
      <span>{children}</span>
    </li>
  );
}

interface LineProps {
  readonly number: string;
  readonly part: string;
  readonly badge: ComponentChildren;
  readonly children?: ComponentChildren;
}

function Line({ number, part, badge, children }: LineProps) {
  return (
    <div class="line">
      <b>{number}</b>
      <span>{part}</span>
      <span class="end">{badge}</span>
      {children !== undefined && <span class="why">{children}</span>}
    </div>
  );
}

interface ProofProps {
  readonly figure: string;
  readonly what: string;
  /** The heading in the guide that says how the figure was measured. */
  readonly of: string;
  readonly children: ComponentChildren;
}

function Proof({ figure, what, of, children }: ProofProps) {
  return (
    <article>
      <strong>{figure}</strong>
      <h3>{what}</h3>
      <p>{children}</p>
      <a href={`/docs/measured#${of}`}>
        How it is measured<span class="unseen">: {what}</span>
      </a>
    </article>
  );
}
