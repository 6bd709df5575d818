/** The connected assistants, and disconnecting one. */
import type { ComponentChildren } from 'preact';
import type { AssistantData } from '../../../core/dashboard/views/dashboard-data.ts';
import { billedCalls, count, shortCount } from '../../design/amounts.ts';
import { Badge, Chips } from '../../design/badge.tsx';
import { LinkButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Head } from '../../design/head.tsx';
import { Actions, Cell, Row, RowHead, Table } from '../../design/table.tsx';
import { When } from '../../design/when.tsx';
import { change } from '../../parts/api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { usePage } from '../../parts/page-context.ts';
import { addressOf, go, useRoute } from '../../parts/route.ts';
import { assistantName, PERMISSION_CHIPS } from '../../parts/labels.ts';
import { BudgetBanner } from './budgets/budget-banner.tsx';
import { BudgetButton } from './budgets/budget-button.tsx';
import { BudgetMeter } from './budgets/budget-meter.tsx';
import { BudgetPlace } from './budgets/budget-place.tsx';
import { budgetWords } from './budgets/budget-labels.ts';
import { AlsoCutOff } from './also-cut-off.tsx';

export function AssistantsView() {
  const { overview } = usePage();
  const { query } = useRoute();
  const asked = overview.assistants.find(
    (one) => one.client_id === query.revoke && one.name === query.name && mayRevoke(one, overview.person),
  );
  const canSignIn = overview.account.has_plan && overview.account.spending_by_sign_in !== undefined;
  const connect = (
    <LinkButton href={`${overview.links.docs}/docs/connect`} look="primary" icon="assistants">
      Connect an assistant
    </LinkButton>
  );
  return (
    <>
      <Head
        title="Connected assistants and programs"
        note="Every program that used a key or a sign-in of this account. A key shared by several has one budget for all of them. Billed calls, of all, and tokens are those of the last 30 days."
        actions={connect}
      />
      <BudgetBanner of="sign-ins" />
      <Card bare label="Connected assistants and programs" footer={canSignIn && <BudgetOfAll />}>
        {overview.assistants.length === 0 ? (
          <Empty icon="assistants" title="No assistant or program yet" actions={connect}>
            Connect one, and it appears here with its first call.
          </Empty>
        ) : (
          <AssistantTable />
        )}
      </Card>
      <BudgetPlace view="assistants" />
      {asked !== undefined && <Revoke asked={asked} onClose={() => go(addressOf('assistants'))} />}
    </>
  );
}

function AssistantTable() {
  const { overview } = usePage();
  return (
    <Table
      caption="Connected assistants and programs"
      top
      columns={[
        { name: 'Assistant or program' },
        { name: 'Through' },
        { name: 'Permissions' },
        { name: 'Budget' },
        { name: 'Last used' },
        { name: 'Actions', actions: true },
      ]}
    >
      {overview.assistants.map((one) => (
        <Row key={`${one.client_id} ${one.name}`}>
          <RowHead sub={assistantName(one.name) === one.name ? undefined : one.name}>{assistantName(one.name)}</RowHead>
          <Cell name="Through" sub={throughWords(one, overview.assistants)}>
            <span title={one.client_id}>
              {one.sign_in_of === undefined ? one.key_name : breakable(one.sign_in_of.email ?? 'a former member')}
            </span>
          </Cell>
          <Cell name="Permissions" full>
            <Chips words={one.permissions.map((name) => PERMISSION_CHIPS[name])} />
          </Cell>
          <Cell name="Budget" full unknown={one.spending === null}>
            {one.spending !== null && <BudgetMeter spending={one.spending} />}
          </Cell>
          <Cell name="Last used" sub={useWords(one)} full>
            {one.last_used_at === null ? 'not yet' : <When at={one.last_used_at} />}
          </Cell>
          <Actions>
            {one.spending !== null && overview.person.role === 'owner' && (
              <BudgetButton
                view="assistants"
                clientId={one.client_id}
                name={one.sign_in_of === undefined ? `the key ${one.key_name}` : assistantName(one.name)}
                spending={one.spending}
              />
            )}
            {one.revoked ? (
              <Badge>Revoked</Badge>
            ) : (
              mayRevoke(one, overview.person) && (
                <LinkButton
                  small
                  look="danger"
                  href={addressOf('assistants', { revoke: one.client_id, name: one.name })}
                  label={`Revoke ${assistantName(one.name)}`}
                >
                  Revoke
                </LinkButton>
              )
            )}
          </Actions>
        </Row>
      ))}
    </Table>
  );
}

/** An address may go on in a second line after its `@`. */
function breakable(address: string): ComponentChildren {
  const [name, domain = ''] = address.split(/(?<=@)/);
  return [name, <wbr key="break" />, domain];
}

/** `Billed calls 18 of 34`, and below it `12.4k tokens`. */
function useWords(one: AssistantData): ComponentChildren {
  const calls = billedCalls(one.billed_calls_last_30_days, one.calls_last_30_days);
  return (
    <>
      {`Billed calls ${calls}`.replaceAll(' ', '\u00A0')}
      <br />
      {shortCount(one.tokens_last_30_days)}&nbsp;tokens
    </>
  );
}

/** The budget of every sign-in without one of its own. */
function BudgetOfAll() {
  const { overview } = usePage();
  const { person, sign_in_budget: budget } = overview;
  const word = budget === null ? 'Set a budget' : 'Change';
  return (
    <>
      <span class="small muted">
        {budget === null
          ? 'A sign-in without a budget of its own has none; the account’s cap applies.'
          : `Each sign-in without a budget of its own: ${budgetWords(budget)}.`}
      </span>
      {person.role === 'owner' && (
        <LinkButton
          small
          look="ghost"
          href={addressOf('assistants', { budget: 'all' })}
          label={`${word}${budget === null ? '' : ' the budget'} of every sign-in without its own`}
        >
          {word}
        </LinkButton>
      )}
    </>
  );
}

/** A key that several assistants use is revoked for all of them. */
function throughWords({ client_id: id, sign_in_of: signInOf }: AssistantData, all: readonly AssistantData[]): string {
  if (signInOf !== undefined) return 'sign-in';
  const users = all.filter((one) => one.client_id === id).length;
  return users === 1 ? 'key' : `key, shared by ${NUMBERS[users] ?? count(users)}`;
}

const NUMBERS: readonly (string | undefined)[] = [undefined, undefined, 'two', 'three', 'four', 'five', 'six'];

function Revoke({ asked, onClose }: { readonly asked: AssistantData; readonly onClose: () => void }) {
  const { overview, reload, toast } = usePage();
  const isKey = asked.sign_in_of === undefined;
  return (
    <Confirm
      title={`Revoke the access of ${assistantName(asked.name)}?`}
      button={isKey ? 'Revoke the key' : 'End the sign-in'}
      onCancel={onClose}
      onConfirm={async () => {
        await change(isKey ? '/keys/revoke' : '/sign-ins/revoke', { client_id: asked.client_id });
        onClose();
        toast(`${assistantName(asked.name)} has no access any more.`);
        await reload();
      }}
    >
      {isKey ? (
        <>
          <p>
            It uses the key <b>{asked.key_name}</b>. Revoking ends that key for good, from its next request on, in the
            HTTP API too.
          </p>
          <AlsoCutOff assistants={overview.assistants} revoked={asked} isAssistant />
        </>
      ) : (
        <p>The sign-in ends with its next request. To use it again, somebody has to sign it in again.</p>
      )}
    </Confirm>
  );
}

/** Owners may disconnect any assistant, other members only the ones that they connected. */
function mayRevoke(
  { sign_in_of: signInOf, revoked }: AssistantData,
  person: { readonly person_id: string; readonly role: string },
): boolean {
  return !revoked && (person.role === 'owner' || signInOf?.person_id === person.person_id);
}
