/** The page: who is signed in, which view is shown, and what happens when the session ends in an open tab. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { AccountData, InvitationsData, OverviewData } from '../core/dashboard/dashboard-data.ts';
import { ApiError, change, read, setCsrfToken } from './parts/api.ts';
import { useLoaded } from './parts/load.ts';
import { PageContext, usePage } from './parts/page-context.ts';
import { AskForLink, UseLink } from './sign-in.tsx';
import { AssistantsView } from './views/assistants.tsx';
import { CatalogsView } from './views/catalogs.tsx';
import { Invitations } from './views/invitations.tsx';
import { KeysView } from './views/keys.tsx';
import { MembersView } from './views/members.tsx';
import { ResearchView } from './views/research.tsx';
import { TrailView } from './views/trail.tsx';
import { UsageView } from './views/usage.tsx';
import { WithoutAccount } from './without-account.tsx';

const VIEWS = [
  { path: '', title: 'Usage', View: UsageView },
  { path: 'assistants', title: 'Assistants', View: AssistantsView },
  { path: 'keys', title: 'Keys', View: KeysView },
  { path: 'catalogs', title: 'Catalogs', View: CatalogsView },
  { path: 'research', title: 'Research', View: ResearchView },
  { path: 'members', title: 'Cap and members', View: MembersView },
  { path: 'trail', title: 'Trail', View: TrailView },
] as const;

/** `elsewhere`: not in the account that is looked at. */
type SignedIn = 'unknown' | 'no' | 'yes' | 'ended' | 'elsewhere';

export function App() {
  const [overview, setOverview] = useState<OverviewData>();
  const [signedIn, setSignedIn] = useState<SignedIn>('unknown');
  const [fault, setFault] = useState('');
  const [person, setPerson] = useState<InvitationsData>();
  const path = usePath();

  const reload = useCallback(async () => {
    try {
      const data = await read<OverviewData>('/overview');
      setCsrfToken(data.csrf_token);
      setOverview(data);
      setSignedIn('yes');
      setFault('');
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        const found = await read<InvitationsData>('/invitations').catch(() => undefined);
        if (found !== undefined) setCsrfToken(found.csrf_token);
        setPerson(found);
        const ended = (now: SignedIn) => (now === 'yes' || now === 'ended' ? 'ended' : 'no');
        setSignedIn((now) => (found === undefined ? ended(now) : 'elsewhere'));
      } else setFault(error instanceof Error ? error.message : String(error));
    }
  }, []);
  const tell = useCallback((error: unknown): string => {
    if (error instanceof ApiError && error.status === 401) {
      setSignedIn('ended');
      return '';
    }
    return error instanceof Error ? error.message : String(error);
  }, []);

  useEffect(() => {
    if (path !== 'sign-in') void reload();
  }, [path === 'sign-in']);

  if (path === 'sign-in') return <UseLink />;
  if (signedIn === 'no') return <AskForLink />;
  if (signedIn === 'elsewhere' && person !== undefined) return <WithoutAccount person={person} />;
  if (overview === undefined)
    return (
      <main class="text" aria-busy="true">
        <p role="status">{fault === '' ? 'Loading…' : fault}</p>
      </main>
    );
  return (
    <PageContext.Provider value={{ overview, reload, tell }}>
      {signedIn === 'ended' && <SessionEnded onContinue={reload} />}
      <div inert={signedIn === 'ended'}>
        <Shell path={path} overview={overview} />
      </div>
    </PageContext.Provider>
  );
}

function Shell({ path, overview }: { readonly path: string; readonly overview: OverviewData }) {
  const view = VIEWS.find((known) => known.path === path) ?? VIEWS[0];
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${view.title} – Product Data`;
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [view]);
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="/">
          Product Data
        </a>
        <nav aria-label="Views">
          {VIEWS.map(({ path: to, title }) => (
            <a
              key={to}
              href={to === '' ? '/dashboard' : `/dashboard/${to}`}
              onClick={follow}
              aria-current={to === view.path ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
        <div class="who">
          {overview.person.accounts > 1 ? <Accounts shown={overview.account} /> : <span>{overview.account.name}</span>}{' '}
          <span class="quiet">{overview.person.email}</span>
          <button type="button" onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      </header>
      <main id="content">
        <h1 ref={heading} tabIndex={-1}>
          {view.title}
        </h1>
        {overview.person.accounts > 1 && <OpenInvitations />}
        <view.View />
      </main>
      <footer>
        <a href={`${overview.links.docs}/docs/connect`}>Documentation</a> <a href={overview.links.plans}>Plans</a>{' '}
        <span>{overview.links.support}</span>
      </footer>
    </>
  );
}

function OpenInvitations() {
  const { data } = useLoaded<InvitationsData>('/invitations');
  return <Invitations invitations={data?.invitations ?? []} />;
}

/** For people of several accounts: shows another one, from its first view on. */
function Accounts({ shown }: { readonly shown: AccountData }) {
  const { tell } = usePage();
  const { data = [shown] } = useLoaded<readonly AccountData[]>('/accounts');
  const [fault, setFault] = useState('');
  const open = async (form: HTMLFormElement): Promise<void> => {
    try {
      await change('/account', { account_id: new FormData(form).get('account') });
      location.assign('/dashboard');
    } catch (error) {
      setFault(tell(error));
    }
  };
  if (data.length < 2) return <span>{shown.name}</span>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void open(event.currentTarget);
      }}
    >
      <select name="account" aria-label="Account">
        {data.map(({ account_id: id, name }) => (
          <option key={id} value={id} selected={id === shown.account_id}>
            {name}
          </option>
        ))}
      </select>{' '}
      <button type="submit">Open</button>
      <span role="alert">{fault}</span>
    </form>
  );
}

/** What is typed in the view below stays: the dialog goes when the person is signed in again. */
function SessionEnded({ onContinue }: { readonly onContinue: () => Promise<void> }) {
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => dialog.current?.focus(), []);
  return (
    <main>
      <div class="dialog" role="alertdialog" aria-labelledby="ended" tabIndex={-1} ref={dialog}>
        <h1 id="ended">The session has ended</h1>
        <p>Sign in again; what you typed here stays. Open the link of the letter, then continue.</p>
        <AskForLink embedded />
        <p>
          <button type="button" class="primary" onClick={() => void onContinue()}>
            I have signed in: continue
          </button>
        </p>
      </div>
    </main>
  );
}

async function signOut(): Promise<void> {
  await change('/sign-out', {}).catch(() => undefined);
  location.assign('/dashboard');
}

/** The part of the address after /dashboard/. */
function usePath(): string {
  const [path, setPath] = useState(pathNow);
  useEffect(() => {
    const onMove = () => setPath(pathNow());
    addEventListener('popstate', onMove);
    return () => removeEventListener('popstate', onMove);
  }, []);
  return path;
}

function pathNow(): string {
  return location.pathname.replace(/^\/dashboard\/?/, '');
}

function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  history.pushState(null, '', (event.currentTarget as HTMLAnchorElement).href);
  dispatchEvent(new PopStateEvent('popstate'));
}
