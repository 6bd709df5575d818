/** The home page: what it is, a record of the loaded index as an assistant gets it, how to connect, what was measured, and what it costs. */
import type { ComponentChildren } from 'preact';
import { TRIAL_ALLOWANCE_ITEMS } from '../../../core/accounts/built-in-plans.ts';
import type { MeasuredFigures } from '../../../core/front-door/measured-figures.ts';
import { installOptions, type InstallOption } from '../../../core/front-door/install-options.ts';
import { LinkButton } from '../../../web/design/button.tsx';
import { Icon } from '../../../web/design/icon.tsx';
import type { DashboardSettings } from '../dashboard-settings.ts';
import type { ExampleRecord } from './example-record.ts';
import { PlanCards } from './tables.tsx';

interface LandingProps {
  readonly settings: DashboardSettings;
  /** Undefined where the stage names none that the index has. */
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
            Give Claude, ChatGPT or Cursor one address. It finds parts by manufacturer and number, by barcode or in
            plain words, and never passes off one manufacturer’s part as another’s.
          </p>
          <div class="row">
            <LinkButton href={`${settings.upgradeUrl}#start`} look="primary" large>
              Start free
            </LinkButton>
            <LinkButton href="#connect" large>
              Connect an assistant
            </LinkButton>
          </div>
          <p class="small">{TRIAL_ALLOWANCE_ITEMS} records free. No card. What is not found costs nothing.</p>
        </div>
        {example !== undefined && <Example example={example} />}
      </section>
      <section class="section" id="connect">
        <h2>Connected in a minute</h2>
        <p class="lead">
          Pick your assistant. Its address is <code>{settings.baseUrl}/mcp</code>.
        </p>
        <Connect settings={settings} />
        <p>
          <a href="/docs/connect">Every assistant, and access tokens</a>
        </p>
      </section>
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
          A token is four bytes of the product data that an answer holds. You set a cap, and no call passes it.
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
          What is {example.partNumber} of {example.manufacturer}?
        </p>
        <div class="tool">
          <p>
            <Icon name="search" />
            <b>lookup_part</b>
          </p>
          <pre>
            <span class="k">manufacturer</span>: <span class="s">“{example.manufacturer}”</span>,{' '}
            <span class="k">part_number</span>: <span class="s">“{example.partNumber}”</span>
          </pre>
        </div>
        <div class="say">
          <p>
            <strong>{example.title}</strong>
          </p>
          <dl>
            {example.facts.map(([name, value]) => (
              <>
                <dt>{name}</dt>
                <dd>{name === 'Record' ? <code>{value}</code> : value}</dd>
              </>
            ))}
          </dl>
        </div>
      </div>
    </figure>
  );
}

interface Pick {
  readonly id: string;
  readonly name: string;
  /** As the install options name it; undefined: it signs in at the address. */
  readonly client?: string;
}

const PICKS: readonly Pick[] = [
  { id: 'code', name: 'Claude Code', client: 'Claude Code' },
  { id: 'apps', name: 'Claude and ChatGPT' },
  { id: 'cursor', name: 'Cursor', client: 'Cursor' },
  { id: 'vscode', name: 'VS Code', client: 'VS Code' },
  { id: 'sdk', name: 'SDK', client: 'The official SDK' },
];

/** Tabs without a script: radio buttons, of which the style sheet shows the chosen one's pane. */
function Connect({ settings }: { readonly settings: DashboardSettings }) {
  const options = installOptions(settings.baseUrl);
  // Who cannot be signed in has no connector either.
  const picks = PICKS.filter(({ client }) => client !== undefined || settings.signIn);
  return (
    <div class="connect">
      <fieldset class="picks">
        <legend class="unseen">Your assistant</legend>
        {picks.map(({ id, name }, index) => (
          <label key={id}>
            <input class="unseen" type="radio" name="p" id={`p-${id}`} checked={index === 0} />
            {name}
          </label>
        ))}
      </fieldset>
      {picks.map(({ id, client }) => {
        const option = options.find((one) => one.client === client);
        return (
          <div class="pane" id={`pane-${id}`} key={id}>
            {option === undefined ? (
              <Connector settings={settings} />
            ) : (
              <Installed option={option} settings={settings} />
            )}
          </div>
        );
      })}
    </div>
  );
}

function Connector({ settings }: { readonly settings: DashboardSettings }) {
  return (
    <>
      <Steps>
        <li>
          <span>
            Open <b>Settings → Connectors</b> and add a custom connector. In ChatGPT: <b>Apps → Create</b>.
          </span>
        </li>
        <li>
          <span>
            <b>Paste the address.</b> No key is needed: you sign in with a link by email.
          </span>
        </li>
        <li>
          <span>
            <b>Choose</b> what it may do. Spending is off unless you tick it.
          </span>
        </li>
      </Steps>
      <Text text={`${settings.baseUrl}/mcp`} />
    </>
  );
}

function Installed({ option, settings }: { readonly option: InstallOption; readonly settings: DashboardSettings }) {
  return (
    <>
      <Steps>
        <li>
          <span>
            <b>Make a key</b> on <a href={`${settings.dashboardUrl}/keys?new=key`}>your page</a>. It shows everything
            here with the key already in it.
          </span>
        </li>
        <li>
          <span>{option.how}</span>
        </li>
        <li>
          <span>
            <b>Ask</b> for a part that you know.
          </span>
        </li>
      </Steps>
      <div class="stack">
        {option.link !== undefined && (
          <div>
            <LinkButton href={option.link} look="primary" icon="open">
              Add to {option.client}
            </LinkButton>
          </div>
        )}
        <Text text={option.text} />
      </div>
    </>
  );
}

function Steps({ children }: { readonly children: ComponentChildren }) {
  return <ol>{children}</ol>;
}

function Text({ text }: { readonly text: string }) {
  return (
    <div class="code short">
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}

interface ProofProps {
  readonly figure: string;
  readonly what: string;
  /** The heading of the guide that says how it was measured. */
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
