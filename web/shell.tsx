/**
 * The frame of every view: the navigation (a sidebar, a menu, or five tabs below), the account, and the signed-in
 * member.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OverviewData } from './api-data.ts';
import { count, countOf } from './design/amounts.ts';
import { Badge } from './design/badge.tsx';
import { Button } from './design/button.tsx';
import { Brand, Icon } from './design/icon.tsx';
import { initialsOf } from './design/initials.ts';
import { useServiceName } from './design/service-name.ts';
import { GROUP_WORDS, NO_VIEW, VIEWS, type PlacedView } from './navigation.tsx';
import { change } from './parts/api.ts';
import { useLoaded } from './parts/load.ts';
import { usePage } from './parts/page-context.ts';
import { addressOf, follow } from './parts/route.ts';
import { Invitations } from './views/access/invitations.tsx';

export function Shell({ path, overview }: { readonly path: string; readonly overview: OverviewData }) {
  const view = VIEWS.find((known) => known.path === path) ?? NO_VIEW;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const serviceName = useServiceName();
  useEffect(() => {
    document.title = `${view.title} – ${serviceName}`;
    document.getElementById('side')?.hidePopover();
    if (!isFirst.current) main.current?.querySelector<HTMLElement>('h1')?.focus();
    isFirst.current = false;
  }, [view]);
  return (
    <div onClick={follow}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <div class="app">
        <header class="topbar">
          <Brand href="/dashboard" />
          <Button small icon="menu" opens="side">
            Menu
          </Button>
        </header>
        <aside class="side" id="side" popover="auto">
          <Brand href="/dashboard" />
          {overview.person.accounts > 1 ? <Accounts overview={overview} /> : <AccountShown overview={overview} />}
          <nav class="nav" aria-label="Account">
            {(['work', 'connect', 'account'] as const).map((group) => (
              <Group key={group} group={group} current={view} toDecide={overview.rows_to_decide} />
            ))}
          </nav>
          <div class="end nav">
            <a href={`${overview.links.docs}/docs/connect`}>
              <Icon name="docs" />
              Documentation
            </a>
            <Legal links={overview.links} />
            <div class="me">
              <span class="avatar round" aria-hidden="true">
                {initialsOf(overview.person.email.split('@')[0] ?? '')}
              </span>
              <span class="grow" title={overview.person.email}>
                {overview.person.email}
              </span>
              <Button look="ghost" small icon="sign-out" label="Sign out" onClick={() => void signOut()} />
            </div>
          </div>
        </aside>
        <main class="main" id="main" ref={main} tabIndex={-1}>
          {overview.person.accounts > 1 && <OpenInvitations />}
          <view.View key={view.path} />
        </main>
        <nav class="bottom" aria-label="Main">
          {VIEWS.filter(({ isOnPhone }) => isOnPhone).map(({ path: to, title, icon }) => (
            <a key={to} href={addressOf(to)} aria-current={to === view.path ? 'page' : undefined}>
              <Icon name={icon} />
              {title}
            </a>
          ))}
          <button type="button" popovertarget="side">
            <Icon name="more" />
            More
          </button>
        </nav>
      </div>
    </div>
  );
}

interface GroupProps {
  readonly group: PlacedView['group'];
  readonly current: PlacedView;
  readonly toDecide: number;
}

function Group({ group, current, toDecide }: GroupProps) {
  const words = GROUP_WORDS[group];
  return (
    <>
      {words !== undefined && <h2>{words}</h2>}
      {VIEWS.filter((view) => view.group === group).map(({ path, title, icon }) => (
        <a key={path} href={addressOf(path)} aria-current={path === current.path ? 'page' : undefined}>
          <Icon name={icon} />
          {title}
          {path === 'catalogs' && toDecide > 0 && (
            <Badge look="plain" title={`${countOf(toDecide, 'row')} to decide`}>
              {count(toDecide)}
              <span class="unseen"> rows to decide</span>
            </Badge>
          )}
        </a>
      ))}
    </>
  );
}

/** Terms and privacy, if the stage names them. */
function Legal({ links: { terms, privacy } }: Pick<OverviewData, 'links'>) {
  return (
    <div class="legal">
      <a href={terms}>Terms</a>
      <a href={privacy}>Privacy</a>
    </div>
  );
}

function AccountShown({ overview }: { readonly overview: OverviewData }) {
  return (
    <div class="account">
      <AccountWords overview={overview} />
    </div>
  );
}

function AccountWords({ overview: { account } }: { readonly overview: OverviewData }) {
  return (
    <>
      <span class="avatar" aria-hidden="true">
        {initialsOf(account.name)}
      </span>
      <span class="grow">
        <strong title={account.name}>{account.name}</strong>
        <span class="sub">{account.has_plan ? `${account.plan} plan` : 'Free trial'}</span>
      </span>
    </>
  );
}

/** Lets a member of several accounts open another one, at its first view. */
function Accounts({ overview }: { readonly overview: OverviewData }) {
  const { tell } = usePage();
  const { data = [] } = useLoaded('/accounts');
  const [fault, setFault] = useState('');
  const others = data.filter(({ account_id: id }) => id !== overview.account.account_id);
  const open = async (accountId: string): Promise<void> => {
    try {
      await change('/account', { account_id: accountId });
      location.assign('/dashboard');
    } catch (error) {
      setFault(tell(error));
    }
  };
  if (others.length === 0) return <AccountShown overview={overview} />;
  return (
    <div>
      <button type="button" class="account" popovertarget="accounts">
        <AccountWords overview={overview} />
        <Icon name="choose" />
      </button>
      <div class="menu" id="accounts" popover="auto">
        {others.map(({ account_id: id, name }) => (
          <button key={id} type="button" onClick={() => void open(id)}>
            <span class="avatar" aria-hidden="true">
              {initialsOf(name)}
            </span>
            Open {name}
          </button>
        ))}
        <span role="alert">{fault}</span>
      </div>
    </div>
  );
}

function OpenInvitations() {
  const { data } = useLoaded('/invitations');
  return <Invitations invitations={data?.invitations ?? []} />;
}

async function signOut(): Promise<void> {
  await change('/sign-out', {}).catch(() => undefined);
  location.assign('/dashboard');
}
