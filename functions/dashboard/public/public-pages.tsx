/** The public pages of this stage: plans, errors and the guides; the home page is written with the example that the index has by then. */
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { writePage } from '../../../adapters/pages/write-page.ts';
import { ERROR_CODES } from '../../../core/errors.ts';
import type { MeasuredFigures } from '../../../core/front-door/measured-figures.ts';
import { installOptions } from '../../../core/front-door/install-options.ts';
import { escapeHtml } from '../../../core/dashboard/escape-html.ts';
import { Badge } from '../../../web/design/badge.tsx';
import { LinkButton } from '../../../web/design/button.tsx';
import { PublicPage } from '../../../web/design/document.tsx';
import type { DashboardSettings } from '../dashboard-settings.ts';
import type { ExampleRecord } from './example-record.ts';
import { ApiEndpoints, ApiFields, ApiHeaders, ApiStatuses, ApiTable, type OpenApiDocument } from './api-reference.tsx';
import { Landing } from './landing.tsx';
import { InstallSections, PlanCards, PlanTable, ToolTable } from './tables.tsx';

/** A guide as synthesis wrote it, of the project's own Markdown: HTML with places for what depends on the stage. */
export interface Guide {
  readonly title: string;
  readonly html: string;
}

/** The files that synthesis puts next to the bundle. */
export interface BuiltParts {
  readonly guides: Readonly<Record<string, Guide>>;
  /** The address of the style sheet. */
  readonly style: string;
  readonly figures: MeasuredFigures;
  readonly openApi: () => OpenApiDocument;
}

export class PublicPages {
  readonly #settings: DashboardSettings;
  readonly #parts: BuiltParts;
  /** Writes each page, by path. */
  readonly written: ReadonlyMap<string, () => string>;

  constructor(settings: DashboardSettings, parts: BuiltParts) {
    this.#settings = settings;
    this.#parts = parts;
    const { guides, openApi } = parts;
    const values = placeholders(settings, openApi);
    this.written = new Map([
      ['/plans', () => this.#page('/plans', 'Plans', <Plans settings={settings} />)],
      ['/errors', () => this.#page('/errors', 'Errors', <Errors settings={settings} />)],
      ...Object.entries(guides).map(([path, { title, html }]) => {
        const write = () => {
          const filled = html.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name]?.() ?? whole);
          return this.#page(path, title, <GuidePage path={path} guides={guides} html={filled} />);
        };
        return [path, write] as const;
      }),
    ]);
  }

  home(example: ExampleRecord | undefined): string {
    const page = <Landing settings={this.#settings} example={example} figures={this.#parts.figures} />;
    return this.#page('/', 'Product data for AI assistants', page);
  }

  #page(path: string, title: string, content: VNode): string {
    const { dashboardUrl: dashboard, upgradeUrl: plans, supportEmail: support, legal } = this.#settings;
    return writePage(
      <PublicPage
        title={`${title} – Product Data`}
        style={this.#parts.style}
        links={{ dashboard, plans, support, ...legal }}
        path={path}
      >
        {content}
      </PublicPage>,
    );
  }
}

/** What is put into a guide's places, made when a page has the place. */
function placeholders(
  settings: DashboardSettings,
  openApi: () => OpenApiDocument,
): Readonly<Record<string, () => string>> {
  const { baseUrl, dashboardUrl, upgradeUrl, docsBaseUrl, supportEmail } = settings;
  const addresses = { BASE_URL: baseUrl, DASHBOARD_URL: dashboardUrl, UPGRADE_URL: upgradeUrl };
  const texts = { ...addresses, DOCS_BASE_URL: docsBaseUrl, SUPPORT_EMAIL: supportEmail };
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, () => escapeHtml(text)])),
    TOOLS_TABLE: () => renderToString(<ToolTable />),
    INSTALL_OPTIONS: () => renderToString(<InstallSections options={installOptions(baseUrl)} />),
    API_TABLE: () => renderToString(<ApiTable document={openApi()} />),
    API_ENDPOINTS: () => renderToString(<ApiEndpoints document={openApi()} />),
    API_FIELDS: () => renderToString(<ApiFields document={openApi()} />),
    API_STATUSES: () => renderToString(<ApiStatuses document={openApi()} />),
    API_HEADERS: () => renderToString(<ApiHeaders document={openApi()} />),
  };
}

interface GuidePageProps {
  readonly path: string;
  readonly guides: Readonly<Record<string, Guide>>;
  readonly html: string;
}

function GuidePage({ path, guides, html }: GuidePageProps) {
  return (
    <div class="errors">
      <nav class="guides" aria-label="Documentation">
        {Object.entries(guides).map(([to, { title }]) => (
          <a key={to} href={to} aria-current={to === path ? 'page' : undefined}>
            {title}
          </a>
        ))}
        <a href="/errors">Errors</a>
      </nav>
      {/* Of the project's own files; what was put into it is escaped. */}
      <article class="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}

function Plans({ settings }: { readonly settings: DashboardSettings }) {
  return (
    <>
      <section class="section">
        <h1 class="h2">Plans</h1>
        <p class="lead muted">
          Each begins with 200 free records, without a card. What is not found costs nothing, on every plan.
        </p>
        <h2 class="unseen">The plans</h2>
        <PlanCards support={settings.supportEmail} />
      </section>
      <section class="section" id="start">
        <h2>Start free</h2>
        <p class="lead">
          Write to <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a> with the email address that
          you want to sign in with. You get an account with 200 free records, and choose a plan when they are used up.
        </p>
      </section>
      <section class="section">
        <h2>All limits</h2>
        <PlanTable />
      </section>
      <section class="section">
        <h2>Questions</h2>
        <div class="faq">
          <Question title="What is a token?">
            Four bytes of the product data that an answer holds. What is not found costs nothing, nor do lists, usage
            and errors.
          </Question>
          <Question title="What may a month cost?">
            What is included, and beyond it at most the spending cap that you set. A call that would pass it is refused
            whole.
          </Question>
          <Question title="What does research cost?">
            Only a part that is found is charged, once. While it is looked for its price is reserved.
          </Question>
          <Question title="How is a plan changed?">
            Write to <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>. Your usage and your cap
            are on <a href={settings.dashboardUrl}>your page</a>.
          </Question>
          {settings.billingPortal !== undefined && (
            <Question title="Where are the card and the invoices?">
              In <a href={settings.billingPortal}>the billing portal</a>.
            </Question>
          )}
        </div>
      </section>
    </>
  );
}

function Question({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  );
}

const GROUPS: readonly { readonly name: string; readonly statuses: readonly number[] }[] = [
  { name: 'Money', statuses: [402] },
  { name: 'Access', statuses: [401, 403] },
  { name: 'Requests', statuses: [400, 404, 405, 409, 422, 429] },
  { name: 'Service', statuses: [500, 503] },
];

/** Grouped by what they are about; the one that the address names is marked by the style sheet. */
function Errors({ settings }: { readonly settings: DashboardSettings }) {
  const codes = Object.entries(ERROR_CODES);
  const groups = GROUPS.map(({ name, statuses }) => ({
    name,
    entries: codes.filter(([, { httpStatus }]) => statuses.includes(httpStatus)),
  }));
  return (
    <div class="errors">
      <nav aria-label="Error codes">
        {groups.map(({ name, entries }) => (
          <>
            <h2>{name}</h2>
            {entries.map(([code]) => (
              <a key={code} href={`#${code}`}>
                {code}
              </a>
            ))}
          </>
        ))}
      </nav>
      <div class="stack">
        <div>
          <h1 class="h2">Errors</h1>
          <p class="muted">
            Every error has a code, a message that says how to fix it, and the field that is wrong where there is one.
            Errors are never billed. Repeat <code>rate_limited</code> after its <code>retry_after_seconds</code>,{' '}
            <code>internal_error</code> after a short pause, and nothing else unchanged.
          </p>
        </div>
        {groups
          .flatMap(({ entries }) => entries)
          .map(([code, { httpStatus, meaning, fix, occurs }]) => (
            <article class="err" id={code} key={code}>
              <h2>
                <span>{withCode(meaning.replace(/\.$/, ''))}</span>
                <span class="row">
                  <code>{code}</code>
                  <Badge look="plain">HTTP {httpStatus}</Badge>
                </span>
              </h2>
              <p>
                <b>Fix</b> {withCode(fix)}
              </p>
              <p>
                <b>Where</b> {withCode(occurs)}
              </p>
              <FixOf code={code} settings={settings} />
            </article>
          ))}
      </div>
    </div>
  );
}

/** Where the fix is done, for errors that a person fixes. */
function FixOf({ code, settings }: { readonly code: string; readonly settings: DashboardSettings }) {
  const { dashboardUrl, upgradeUrl, supportEmail, billingPortal } = settings;
  const payment = billingPortal === undefined ? toSupport(supportEmail) : ([billingPortal, 'Update the card'] as const);
  const fixes: Readonly<Record<string, readonly [href: string, words: string]>> = {
    spending_cap_reached: [`${dashboardUrl}/settings`, 'Change your cap'],
    past_due: payment,
    trial_ended: payment,
    trial_limit_reached: [upgradeUrl, 'Compare plans'],
    no_active_plan: [upgradeUrl, 'Compare plans'],
    plan_required_for_enrich: [upgradeUrl, 'Compare plans'],
    insufficient_scope: [`${dashboardUrl}/keys`, 'See what your keys may do'],
    unauthorized: ['/docs/connect', 'Connect an assistant'],
  };
  const fix = fixes[code];
  return fix === undefined ? null : (
    <div class="row">
      <LinkButton href={fix[0]} small>
        {fix[1]}
      </LinkButton>
    </div>
  );
}

function toSupport(email: string): readonly [href: string, words: string] {
  return [`mailto:${email}`, `Write to ${email}`];
}

/** Text in which backticks enclose code. */
function withCode(text: string): ComponentChildren {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
