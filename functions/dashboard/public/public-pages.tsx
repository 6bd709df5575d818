/** Renders the stage's public pages: plans, errors, the guides, and the home page with the current example. */
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { writePage } from '../../../adapters/pages/write-page.ts';
import { TRIAL_ALLOWANCE_ITEMS } from '../../../core/billing/plans/built-in-plans.ts';
import { BYTES_PER_TOKEN } from '../../../core/billing/meter/charge-for-items.ts';
import { ERROR_CODES } from '../../../core/error-codes.ts';
import type { MeasuredFigures } from '../../../core/api/front-door/measured-figures.ts';
import { TOOL_GUIDE } from '../../../core/api/front-door/tool-guide.ts';
import { RESEARCH_PRICE_USD_TEXT } from '../../../core/money.ts';
import { FACE_PATHS, SERVICE_DESCRIPTION } from '../../../core/service-face.ts';
import { escapeHtml } from '../../../core/http/escape-html.ts';
import { legalPages } from '../../../core/service-settings.ts';
import { Badge } from '../../../web/design/badge.tsx';
import { LinkButton } from '../../../web/design/button.tsx';
import { PublicPage } from '../../../web/design/document.tsx';
import type { DashboardSettings } from '../dashboard-settings.ts';
import type { ExampleRecord } from './example-record.ts';
import {
  ApiEndpoints,
  ApiFields,
  ApiHeaders,
  ApiStatuses,
  ApiTable,
  type EndpointAnswers,
  type OpenApiDocument,
} from './api-reference.tsx';
import { imprintPlaceholders } from './imprint.ts';
import { Landing } from './landing.tsx';
import { ConnectTabs } from './connect-tabs.tsx';
import { PlanCards, PlanTable, ToolErrors, ToolTable } from './tables.tsx';
import { numberText } from '../../../core/number-text.ts';

/** A guide as synthesis built it from the project's Markdown: HTML with placeholders for values of the stage. */
export interface Guide {
  readonly title: string;
  /** One sentence, for search engines and messengers. */
  readonly description: string;
  readonly html: string;
}

/** The files that synthesis puts next to the bundle. */
interface BuiltParts {
  readonly guides: Readonly<Record<string, Guide>>;
  /** The privacy, terms and support pages. */
  readonly legal: Readonly<Record<string, Guide>>;
  /** The URL of the style sheet. */
  readonly style: string;
  /** The URL of the script that gives code its Copy buttons. */
  readonly copying: string;
  readonly figures: MeasuredFigures;
  readonly openApi: () => OpenApiDocument;
  readonly answers: EndpointAnswers;
}

export class PublicPages {
  readonly #settings: DashboardSettings;
  readonly #parts: BuiltParts;
  /** Functions that render each page, by path. */
  readonly written: ReadonlyMap<string, () => string>;

  constructor(settings: DashboardSettings, parts: BuiltParts) {
    this.#settings = settings;
    this.#parts = parts;
    const { guides, legal, openApi, figures, answers } = parts;
    const values = placeholders(settings, openApi, answers);
    const filled = (html: string) => html.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name]?.() ?? whole);
    this.written = new Map([
      ['/plans', () => this.#page('/plans', PLANS, <Plans settings={settings} figures={figures} />)],
      ['/errors', () => this.#page('/errors', ERRORS, <Errors settings={settings} />)],
      ...Object.entries(guides).map(([path, guide]) => {
        const write = () =>
          this.#page(path, guide, <GuidePage path={path} guides={guides} html={filled(guide.html)} />);
        return [path, write] as const;
      }),
      ...Object.entries(legal).map(([path, text]) => {
        const write = () => this.#page(path, text, <Prose html={filled(text.html)} />);
        return [path, write] as const;
      }),
    ]);
  }

  home(example: ExampleRecord | undefined): string {
    const page = <Landing settings={this.#settings} example={example} figures={this.#parts.figures} />;
    return this.#page('/', HOME, page);
  }

  #page(path: string, { title, description }: Described, content: VNode): string {
    const settings = this.#settings;
    const { baseUrl, serviceName, dashboardUrl: dashboard, upgradeUrl: plans, supportEmail: support } = settings;
    return writePage(
      <PublicPage
        title={title}
        serviceName={serviceName}
        style={this.#parts.style}
        script={this.#parts.copying}
        shown={{
          description: description.replaceAll('{{SERVICE_NAME}}', () => serviceName),
          url: `${baseUrl}${path}`,
          preview: `${baseUrl}${FACE_PATHS.preview}`,
        }}
        links={{ dashboard, plans, support, ...legalPages(settings) }}
        path={path}
      >
        {content}
      </PublicPage>,
    );
  }
}

type Described = Pick<Guide, 'title' | 'description'>;

const HOME: Described = { title: 'Product data for AI assistants', description: SERVICE_DESCRIPTION };
const PLANS: Described = {
  title: 'Plans',
  description: 'What each plan includes, what further records cost, and what is free: parts that are not found.',
};
const ERRORS: Described = {
  title: 'Errors',
  description: 'Every error code of the MCP server and the HTTP API: what it means and how to fix it.',
};

/** Said by the local run alone. */
const LOCAL_KEYS = ' The demo keys of <code>npm start</code> are in <code>.local/credentials.json</code>.';

/** Functions that render the values of a guide's placeholders, called only for pages that have them. */
function placeholders(
  settings: DashboardSettings,
  openApi: () => OpenApiDocument,
  answers: EndpointAnswers,
): Readonly<Record<string, () => string>> {
  const { baseUrl, dashboardUrl, upgradeUrl, docsBaseUrl, supportEmail, serviceName } = settings;
  const addresses = { BASE_URL: baseUrl, DASHBOARD_URL: dashboardUrl, UPGRADE_URL: upgradeUrl };
  const texts = { ...addresses, DOCS_BASE_URL: docsBaseUrl, SUPPORT_EMAIL: supportEmail, SERVICE_NAME: serviceName };
  return {
    ...imprintPlaceholders(settings),
    RESEARCH_PRICE: () => `$${RESEARCH_PRICE_USD_TEXT}`,
    TRIAL_RECORDS: () => String(TRIAL_ALLOWANCE_ITEMS),
    BYTES_PER_TOKEN: () => String(BYTES_PER_TOKEN),
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, () => escapeHtml(text)])),
    ...Object.fromEntries(
      TOOL_GUIDE.map((tool) => [`ERRORS_OF_${tool.name}`, () => renderToString(<ToolErrors {...tool} />)]),
    ),
    TOOLS_TABLE: () => renderToString(<ToolTable />),
    LOCAL_KEYS: () => (new URL(baseUrl).hostname === '127.0.0.1' ? LOCAL_KEYS : ''),
    INSTALL_OPTIONS: () => renderToString(<ConnectTabs settings={settings} />),
    API_TABLE: () => renderToString(<ApiTable document={openApi()} />),
    API_ENDPOINTS: () =>
      renderToString(<ApiEndpoints document={openApi()} answers={answers} />).replaceAll('{{DASHBOARD_URL}}', () =>
        escapeHtml(dashboardUrl),
      ),
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
  const sections = sectionsOf(html);
  const links = sections.map(({ id, title }) => (
    <a key={id} href={`#${id}`} dangerouslySetInnerHTML={{ __html: title }} />
  ));
  return (
    <div class={sections.length === 0 ? 'errors' : 'errors with-sections'}>
      <nav class="guides" aria-label="Documentation">
        {Object.entries(guides).map(([to, { title }]) => (
          <a key={to} href={to} aria-current={to === path ? 'page' : undefined}>
            {title}
          </a>
        ))}
        <a href="/errors">Errors</a>
      </nav>
      {sections.length > 0 && (
        <details class="onpage-m">
          <summary>On this page</summary>
          {links}
        </details>
      )}
      <Prose html={html} />
      {sections.length > 0 && (
        <nav class="onpage" aria-label="On this page">
          <h2>On this page</h2>
          {links}
        </nav>
      )}
    </div>
  );
}

/** The fewest sections that a page lists. */
const FEW_SECTIONS = 3;

function sectionsOf(html: string): readonly { readonly id: string; readonly title: string }[] {
  const found = [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)].map(([, id = '', title = '']) => ({ id, title }));
  return found.length < FEW_SECTIONS ? [] : found;
}

/** The HTML comes from the project's files, and the inserted values are escaped. */
function Prose({ html }: { readonly html: string }) {
  return <article class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

interface PlansProps {
  readonly settings: DashboardSettings;
  readonly figures: MeasuredFigures;
}

function Plans({ settings, figures }: PlansProps) {
  const { supportEmail: support } = settings;
  return (
    <>
      <section class="section">
        <h1 class="h2">Plans</h1>
        <p class="lead muted">
          Each begins with {TRIAL_ALLOWANCE_ITEMS} free records, without a card. What is not found costs nothing, on
          every plan.
        </p>
        <h2 class="unseen">The plans</h2>
        <PlanCards support={support} />
      </section>
      <section class="section" id="start">
        <h2>Ask for an account</h2>
        <p class="lead">
          Write to <a href={`mailto:${support}`}>{support}</a> with the email address that you want to sign in with. You
          get an account with {TRIAL_ALLOWANCE_ITEMS} free records, and choose a plan when they are used up.
        </p>
        <div class="row">
          <LinkButton
            href={`mailto:${support}?subject=${encodeURIComponent('An account')}`}
            look="primary"
            icon="mail"
            large
          >
            Ask for an account
          </LinkButton>
        </div>
      </section>
      <section class="section">
        <h2>All limits</h2>
        <PlanTable support={support} />
      </section>
      <section class="section">
        <h2>Questions about money</h2>
        <div class="faq">
          <Question title="What is a token?">
            {BYTES_PER_TOKEN} bytes of the product data in an answer; a record usually has{' '}
            <a href="/docs/measured#tokens-of-a-record">about {figures.TOKENS_A_RECORD}</a>. Ask for fewer fields, and
            pay for less.
          </Question>
          <Question title="Can a bill surprise me?">
            Not once you have set a cap in dollars: a call that would pass it is refused whole, and free tools go on.
          </Question>
          <Question title="When is research charged?">
            Only when a part is found: ${RESEARCH_PRICE_USD_TEXT}, once for each part. Until then the price is reserved
            under your cap.
          </Question>
          <Question title="Is testing free?">
            Yes. Test keys read the real index and are never billed
            {settings.testItemsPerDay === undefined ? '' : `, ${numberText(settings.testItemsPerDay)} items a day`}.
          </Question>
          <Question title="How is a plan changed?">
            Write to <a href={`mailto:${support}`}>{support}</a>. Your usage and your cap are in{' '}
            <a href={settings.dashboardUrl}>your dashboard</a>.
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

/** Lists the error codes by group. The style sheet highlights the one that the URL names. */
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

type Lead = readonly [href: string, words: string];

/** Links to where a person can fix the error, and to related help. */
function FixOf({ code, settings }: { readonly code: string; readonly settings: DashboardSettings }) {
  const { dashboardUrl, upgradeUrl, supportEmail, billingPortal } = settings;
  const payment: Lead =
    billingPortal === undefined ? toSupport(supportEmail) : ([billingPortal, 'Update the card'] as const);
  const refused: Lead = [`${dashboardUrl}/requests?result=refused`, 'See the refused calls'];
  const plans: Lead = [upgradeUrl, 'Compare plans'];
  const fixes: Readonly<Record<string, readonly Lead[]>> = {
    spending_cap_reached: [
      [`${dashboardUrl}/keys`, 'Raise the budget'],
      [`${dashboardUrl}/settings`, 'Change your cap'],
      refused,
    ],
    past_due: [payment, refused],
    trial_ended: [payment, refused],
    trial_limit_reached: [plans, refused],
    no_active_plan: [plans, refused],
    plan_required_for_enrich: [plans],
    insufficient_scope: [[`${dashboardUrl}/keys`, 'See what your keys may do'], refused],
    unauthorized: [['/docs/connect', 'Connect an assistant']],
    rate_limited: [refused],
  };
  const leads = fixes[code];
  if (leads === undefined) return null;
  return (
    <div class="row">
      {leads.map(([href, words], index) => (
        <LinkButton key={href} href={href} look={index === 0 ? undefined : 'ghost'} small>
          {words}
        </LinkButton>
      ))}
    </div>
  );
}

function toSupport(email: string): Lead {
  return [`mailto:${email}`, `Write to ${email}`];
}

/** Renders text in which backticks enclose code. */
function withCode(text: string): ComponentChildren {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
