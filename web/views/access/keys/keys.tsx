/**
 * Keys: what each may do, which assistant used it last, and its usage; owners create, rotate, rename and revoke them.
 * An open dialog has an address.
 */
import { useState } from 'preact/hooks';
import type { ListedKeyData, NewKeyData, OverviewData } from '../../../api-data.ts';
import { dollars, dollarsLeft } from '../../../design/amounts.ts';
import { Badge, Chips } from '../../../design/badge.tsx';
import { LinkButton } from '../../../design/button.tsx';
import { Card } from '../../../design/card.tsx';
import { Empty } from '../../../design/empty.tsx';
import { Tabs } from '../../../design/filters.tsx';
import { dayWords } from '../../../design/dates.ts';
import { Head } from '../../../design/head.tsx';
import { Actions, Cell, Row, RowHead, Table } from '../../../design/table.tsx';
import { When } from '../../../design/when.tsx';
import { CopiedId } from '../../../parts/copy.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { addressOf, go, useRoute } from '../../../parts/route.ts';
import { assistantName, kindNote, PERMISSION_CHIPS } from '../../../parts/labels.ts';
import { BudgetBanner } from '../budgets/budget-banner.tsx';
import { BudgetButton } from '../budgets/budget-button.tsx';
import { isUsedUp } from '../budgets/budget-labels.ts';
import { BudgetMeter } from '../budgets/budget-meter.tsx';
import { BudgetPlace } from '../budgets/budget-place.tsx';
import { KeyDialog } from './key-dialogs.tsx';
import { MadeKey } from './made-key.tsx';

const KIND_BADGES = {
  live: { look: 'ok', word: 'Live' },
  test: { look: 'info', word: 'Test' },
  trial: { look: 'quiet', word: 'Trial' },
} as const;

export function KeysView() {
  const { overview } = usePage();
  const { query } = useRoute();
  const [made, setMade] = useState<NewKeyData>();
  const isOwner = overview.person.role === 'owner';
  const showsRevoked = query.state === 'revoked';
  const tab = showsRevoked ? { state: 'revoked' } : {};
  const isStopped = ({ spending }: ListedKeyData) =>
    spending !== null && isUsedUp(spending, overview.tokens_per_record);
  // What is stopped comes first.
  const sorted = [...overview.keys.filter(isStopped), ...overview.keys.filter((key) => !isStopped(key))];
  const ofState = (revoked: boolean) => sorted.filter((key) => (key.revoked_at !== null) === revoked);
  const keys = ofState(showsRevoked);
  const newKey = (
    <LinkButton href={addressOf('keys', { ...tab, new: 'key' })} look="primary" icon="plus">
      New key
    </LinkButton>
  );
  return (
    <>
      <Head
        title="Keys"
        note="A key is a client id and its secret. Give each assistant and program its own, and a budget: then one of them cannot use up what the others need."
        actions={isOwner ? newKey : undefined}
      />
      <BudgetBanner of="keys" />
      <Card bare label="Keys" footer={<CapOverAll overview={overview} />}>
        <Tabs
          label="Keys by state"
          choices={[
            { href: addressOf('keys'), name: 'In use', count: ofState(false).length, isCurrent: !showsRevoked },
            {
              href: addressOf('keys', { state: 'revoked' }),
              name: 'Revoked',
              count: ofState(true).length,
              isCurrent: showsRevoked,
            },
          ]}
        />
        {keys.length === 0 ? (
          <Empty
            icon="key"
            title={showsRevoked ? 'No key was revoked' : 'No key yet'}
            actions={isOwner && !showsRevoked ? newKey : undefined}
          >
            {showsRevoked ? 'Keys that are revoked stay listed here.' : 'Each assistant gets one of its own.'}
          </Empty>
        ) : (
          <KeyTable keys={keys} overview={overview} isOwner={isOwner && !showsRevoked} />
        )}
      </Card>
      <p class="small muted">
        Secrets are stored as hashes. A lost secret cannot be shown again: rotate the key, and the old secret works on
        for the time that you choose.{isOwner ? '' : ' Owners make and change keys and budgets.'}
      </p>
      {isOwner && made === undefined && (
        <KeyDialog query={query} keys={ofState(false)} onMade={setMade} onClose={() => go(addressOf('keys', tab))} />
      )}
      <BudgetPlace view="keys" />
      {made !== undefined && <MadeKey made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

interface KeyTableProps {
  readonly keys: readonly ListedKeyData[];
  readonly overview: OverviewData;
  readonly isOwner: boolean;
}

function KeyTable({ keys, overview, isOwner }: KeyTableProps) {
  return (
    <Table
      caption="Keys"
      top
      columns={[
        { name: 'Key' },
        { name: 'Kind' },
        { name: 'Permissions' },
        { name: 'Budget' },
        { name: 'Last used' },
        ...(isOwner ? [{ name: 'Actions', actions: true }] : []),
      ]}
    >
      {keys.map((key) => (
        <Row key={key.client_id}>
          <RowHead sub={<CopiedId id={key.client_id} />}>{key.name}</RowHead>
          <Cell name="Kind" state>
            {key.revoked_at === null ? (
              <Badge look={KIND_BADGES[key.kind].look}>{KIND_BADGES[key.kind].word}</Badge>
            ) : (
              <Badge>Revoked</Badge>
            )}
          </Cell>
          <Cell name="Permissions" full>
            <Chips words={key.permissions.map((one) => PERMISSION_CHIPS[one])} />
          </Cell>
          <Cell name="Budget" full unknown={key.revoked_at !== null}>
            {key.spending === null ? (
              <KindNote kind={key.kind} />
            ) : (
              <BudgetMeter spending={key.spending} tokens={tokensOf(overview, key)} />
            )}
          </Cell>
          <LastUse of={key} overview={overview} />
          {isOwner && (
            <Actions>
              {key.spending !== null && (
                <BudgetButton view="keys" clientId={key.client_id} name={key.name} spending={key.spending} />
              )}
              <RowMenu label={`More for ${key.name}`}>
                <a href={addressOf('keys', { rotate: key.client_id })}>
                  Rotate<span class="unseen"> {key.name}</span>
                </a>
                <a href={addressOf('keys', { rename: key.client_id })}>
                  Rename<span class="unseen"> {key.name}</span>
                </a>
                <a class="danger" href={addressOf('keys', { revoke: key.client_id })}>
                  Revoke …<span class="unseen"> {key.name}</span>
                </a>
              </RowMenu>
            </Actions>
          )}
        </Row>
      ))}
    </Table>
  );
}

/** The time, and the assistant. */
function LastUse({ of: key, overview }: { readonly of: ListedKeyData; readonly overview: OverviewData }) {
  const [last] = overview.assistants
    .filter(({ client_id: id, last_used_at: at }) => id === key.client_id && at !== null)
    .sort((a, b) => (b.last_used_at ?? '').localeCompare(a.last_used_at ?? ''));
  return last === undefined ? (
    <Cell
      name="Last used"
      sub={
        <>
          made{'\u00A0'}
          <When at={key.created_at} day />
        </>
      }
    >
      never
    </Cell>
  ) : (
    <Cell name="Last used" sub={assistantName(last.name)}>
      <When at={last.last_used_at ?? ''} />
    </Cell>
  );
}

function tokensOf({ days }: OverviewData, { client_id: id }: ListedKeyData): number {
  return days.reduce((sum, day) => sum + (day.client_id === id ? day.tokens : 0), 0);
}

/** What keys without a budget cost. */
function KindNote({ kind }: Pick<ListedKeyData, 'kind'>) {
  const { overview } = usePage();
  return (
    <div class="budget">
      <span class="faint">No budget</span>
      <span class="sub">{kindNote(kind, overview.account.test_items_per_day)}</span>
    </div>
  );
}

function CapOverAll({ overview: { cap, usage } }: Pick<KeyTableProps, 'overview'>) {
  const until = usage.period_end === null ? '' : ` until ${dayWords(usage.period_end, Date.now(), 'UTC')}`;
  return (
    <>
      <span class="small muted">
        {cap.left_usd === null || cap.cap_usd === null
          ? 'The account has no spending cap: only budgets bound what keys spend.'
          : `The account’s cap is over all budgets: ${dollarsLeft(cap.left_usd)} is left of ${dollars(cap.cap_usd)}${until}.`}
      </span>
      <LinkButton small look="ghost" href={addressOf('settings')}>
        Plan and cap
      </LinkButton>
    </>
  );
}
