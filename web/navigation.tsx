/** Every view with its address, its name and its place in the navigation. A new view is one line here. */
import type { FunctionComponent } from 'preact';
import { LinkButton } from './design/button.tsx';
import { Card } from './design/card.tsx';
import { Empty } from './design/empty.tsx';
import { Head } from './design/head.tsx';
import { Icon, type IconName } from './design/icon.tsx';
import { RequestId } from './parts/not-loaded.tsx';
import { AssistantsView } from './views/access/assistants.tsx';
import { CatalogsView } from './views/catalogs/catalogs.tsx';
import { KeysView } from './views/access/keys/keys.tsx';
import { MembersView } from './views/access/members/members.tsx';
import { OverviewView } from './views/billing/overview/overview.tsx';
import { RequestsView } from './views/dashboard/requests/requests.tsx';
import { ResearchView } from './views/sourcing/research.tsx';
import { SettingsView } from './views/access/settings.tsx';
import { StatementsView } from './views/billing/statements.tsx';
import { TrailView } from './views/dashboard/trail/trail.tsx';

export interface PlacedView {
  /** The part of the path after /dashboard/. */
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  readonly group: 'work' | 'connect' | 'account';
  /** Whether it is one of the four tabs on a phone. */
  readonly isOnPhone?: boolean;
  readonly View: FunctionComponent;
}

export const GROUP_WORDS = { work: undefined, connect: 'Connect', account: 'Account' } as const;

const FIRST_VIEW: PlacedView = {
  path: '',
  title: 'Overview',
  icon: 'overview',
  group: 'work',
  isOnPhone: true,
  View: OverviewView,
};

export const VIEWS: readonly PlacedView[] = [
  FIRST_VIEW,
  { path: 'requests', title: 'Requests', icon: 'requests', group: 'work', isOnPhone: true, View: RequestsView },
  { path: 'catalogs', title: 'Catalogs', icon: 'catalogs', group: 'work', isOnPhone: true, View: CatalogsView },
  { path: 'research', title: 'Research', icon: 'research', group: 'work', View: ResearchView },
  { path: 'keys', title: 'Keys', icon: 'key', group: 'connect', isOnPhone: true, View: KeysView },
  { path: 'assistants', title: 'Assistants', icon: 'assistants', group: 'connect', View: AssistantsView },
  { path: 'members', title: 'Members', icon: 'members', group: 'account', View: MembersView },
  { path: 'settings', title: 'Plan and cap', icon: 'settings', group: 'account', View: SettingsView },
  { path: 'statements', title: 'Statements', icon: 'statements', group: 'account', View: StatementsView },
  { path: 'trail', title: 'Audit trail', icon: 'trail', group: 'account', View: TrailView },
];

/** For an address that is no view's. */
export const NO_VIEW: PlacedView = {
  path: '\0',
  title: 'No such page',
  icon: 'warning',
  group: 'work',
  View: NoSuchPage,
};

function NoSuchPage() {
  return (
    <>
      <Head
        title="No such page"
        crumbs={
          <>
            <a href="/dashboard">Overview</a>
            <Icon name="next" />
            <span>{location.pathname}</span>
          </>
        }
      />
      <Card bare label="No such page">
        <Empty
          icon="warning"
          title="Nothing is at this address"
          foot={<RequestId id={document.querySelector<HTMLMetaElement>('meta[name=request-id]')?.content ?? ''} />}
          actions={
            <>
              <LinkButton look="primary" href="/dashboard/catalogs">
                Catalogs
              </LinkButton>
              <LinkButton href="/dashboard">Overview</LinkButton>
            </>
          }
        >
          A link may be old, or the catalog was deleted. Your account and role are fine.
        </Empty>
      </Card>
    </>
  );
}
