/** A whole page that is complete without a script: its head, and the frame of every public page. */
import type { ComponentChildren } from 'preact';
import { LinkButton } from './button.tsx';
import { Brand, Icon } from './icon.tsx';

interface DocumentProps {
  readonly title: string;
  /** The address of the style sheet. */
  readonly style: string;
  /** The address of a script that the page is complete without. */
  readonly script?: string | undefined;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Document({ title, style, script, class: bodyClass, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="stylesheet" href={style} />
        {script !== undefined && <script type="module" src={script} />}
      </head>
      <body class={bodyClass}>{children}</body>
    </html>
  );
}

/** The addresses to which the public pages link. */
export interface PublicLinks {
  readonly dashboard: string;
  readonly plans: string;
  readonly support: string;
  /** Undefined if the stage has none; the same applies to the next field. */
  readonly terms?: string | undefined;
  readonly privacy?: string | undefined;
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
export function PublicPage({ title, style, script, links, path = '', children }: PublicPageProps) {
  const current = (isHere: boolean) => (isHere ? 'page' : undefined);
  return (
    <Document title={title} style={style} script={script} class="public">
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
            <a href={links.dashboard}>Your page</a>
            <a href={`mailto:${links.support}`}>{links.support}</a>
            {links.terms !== undefined && <a href={links.terms}>Terms</a>}
            {links.privacy !== undefined && <a href={links.privacy}>Privacy</a>}
          </div>
        </div>
      </footer>
    </Document>
  );
}
