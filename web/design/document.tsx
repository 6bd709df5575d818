/** A whole page that is complete without a script: its head, and the frame of every public page. */
import type { ComponentChildren } from 'preact';
import { LinkButton } from './button.tsx';
import { Brand, Icon } from './icon.tsx';
import { ServiceName } from './service-name.ts';

interface DocumentProps {
  /** Followed by the name of the service. */
  readonly title: string;
  readonly serviceName: string;
  /** The address of the style sheet. */
  readonly style: string;
  /** The address of a script that the page is complete without. */
  readonly script?: string | undefined;
  /** What search engines and messengers show of the page; undefined for a page that nobody links to. */
  readonly shown?: ShownPage | undefined;
  readonly class?: string;
  readonly children: ComponentChildren;
}

interface ShownPage {
  readonly description: string;
  /** Absolute addresses: of the page, and of a picture of 1200 × 630 pixels. */
  readonly url: string;
  readonly preview: string;
}

export function Document({ title, serviceName, style, script, shown, class: bodyClass, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – ${serviceName}`}</title>
        {shown !== undefined && <Shown title={title} serviceName={serviceName} shown={shown} />}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/dashboard/assets/mark.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="stylesheet" href={style} />
        {script !== undefined && <script type="module" src={script} />}
      </head>
      <body class={bodyClass}>
        <ServiceName.Provider value={serviceName}>{children}</ServiceName.Provider>
      </body>
    </html>
  );
}

/** The card of a link: Open Graph (ogp.me), which messengers and assistants read. */
function Shown({
  title,
  serviceName,
  shown,
}: Required<Pick<DocumentProps, 'title' | 'serviceName'>> & { readonly shown: ShownPage }) {
  const { description, url, preview } = shown;
  const properties = { site_name: serviceName, type: 'website', title, description, url, image: preview };
  const picture = { 'image:width': '1200', 'image:height': '630', 'image:alt': `${serviceName}: ${description}` };
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {Object.entries({ ...properties, ...picture }).map(([name, content]) => (
        <meta key={name} property={`og:${name}`} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The addresses to which the public pages link. */
interface PublicLinks {
  readonly dashboard: string;
  readonly plans: string;
  readonly support: string;
  readonly terms: string;
  readonly privacy: string;
}

interface PublicPageProps extends DocumentProps {
  readonly links: PublicLinks;
  /** The path of the page, for its place in the navigation. */
  readonly path?: string;
}

/** The error reference counts as documentation; the connection guide has its own entry in the navigation. */
function isGuide(path: string): boolean {
  return path === '/errors' || (path.startsWith('/docs/') && path !== '/docs/connect');
}

/** The documentation, as the menu of a phone lists it. */
const GUIDES = [
  ['/docs/tools', 'Tools'],
  ['/docs/lists', 'Files and catalogs'],
  ['/docs/research', 'Research'],
  ['/docs/billing', 'Billing'],
  ['/docs/api', 'HTTP API'],
  ['/docs/measured', 'Measured'],
  ['/errors', 'Errors'],
] as const;

/** The bar above, the page, and the footer below. */
export function PublicPage({ links, path = '', children, ...document }: PublicPageProps) {
  const current = (isHere: boolean) => (isHere ? 'page' : undefined);
  return (
    <Document {...document} class="public">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="bar">
        <div>
          <Brand href="/" />
          <nav aria-label="Pages">
            <a href="/docs/connect" aria-current={current(path === '/docs/connect')}>
              Connect
            </a>
            <a href="/docs/tools" aria-current={current(isGuide(path))}>
              Docs
            </a>
            <a href={links.plans} aria-current={current(path === '/plans')}>
              Plans
            </a>
          </nav>
          <div class="row">
            <LinkButton href={links.dashboard} look="ghost" small>
              Sign in
            </LinkButton>
            <LinkButton href={`${links.plans}#start`} look="primary" small>
              Ask for an account
            </LinkButton>
            <button type="button" class="btn sm icon bar-menu" popovertarget="pages" aria-label="Menu">
              <Icon name="menu" />
            </button>
          </div>
        </div>
      </header>
      <nav class="pages" id="pages" popover="auto" aria-label="All pages">
        <a href="/docs/connect">Connect</a>
        <a href={links.plans}>Plans</a>
        <h2>Docs</h2>
        {GUIDES.map(([to, title]) => (
          <a key={to} href={to} aria-current={current(path === to)}>
            {title}
          </a>
        ))}
        <hr />
        <a href={`${links.plans}#start`}>Ask for an account</a>
        <a href={links.dashboard}>Sign in</a>
      </nav>
      <main id="main" class="wrap">
        {children}
      </main>
      <footer class="foot">
        <div class="wrap">
          <div>
            <Brand href="/" />
          </div>
          <div>
            <a href="/docs/connect">Connect</a>
            <a href="/docs/tools">Tools</a>
            <a href="/docs/api">HTTP API</a>
            <a href="/errors">Errors</a>
            <a href={links.plans}>Plans</a>
            <a href={links.dashboard}>Your dashboard</a>
            <a href={`mailto:${links.support}`}>{links.support}</a>
            <a href="/support">Support</a>
            <a href={links.terms}>Terms</a>
            <a href={links.privacy}>Privacy</a>
          </div>
        </div>
      </footer>
    </Document>
  );
}
