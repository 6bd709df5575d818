/** The connected assistants, and disconnecting one. */
import type { AssistantData } from '../../../core/dashboard/views/dashboard-data.ts';
import { billedCalls, count } from '../../design/amounts.ts';
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
import { assistantName, shortPermission } from '../../parts/labels.ts';
import { AlsoCutOff } from './also-cut-off.tsx';

export function AssistantsView() {
  const { overview } = usePage();
  const { query } = useRoute();
  const asked = overview.assistants.find(
    (one) => one.client_id === query.revoke && one.name === query.name && mayRevoke(one, overview.person),
  );
  const connect = (
    <LinkButton href={`${overview.links.docs}/docs/connect`} look="primary" icon="assistants">
      Connect an assistant
    </LinkButton>
  );
  return (
    <>
      <Head
        title="Connected assistants and programs"
        note="Every program that used a key or a sign-in of this account. Billed calls, of all, and tokens are those of the last 30 days."
        actions={connect}
      />
      <Card bare label="Connected assistants and programs">
        {overview.assistants.length === 0 ? (
          <Empty icon="assistants" title="No assistant or program yet" actions={connect}>
            Connect one, and it appears here with its first call.
          </Empty>
        ) : (
          <AssistantTable />
        )}
      </Card>
      {asked !== undefined && <Revoke asked={asked} onClose={() => go(addressOf('assistants'))} />}
    </>
  );
}

function AssistantTable() {
  const { overview } = usePage();
  return (
    <Table
      caption="Connected assistants and programs"
      columns={[
        { name: 'Assistant or program' },
        { name: 'Through' },
        { name: 'Permissions' },
        { name: 'Last used' },
        { name: 'Billed calls, 30 days', right: true },
        { name: 'Tokens, 30 days', right: true },
        { name: 'Actions', actions: true },
      ]}
    >
      {overview.assistants.map((one) => (
        <Row key={`${one.client_id} ${one.name}`}>
          <RowHead sub={assistantName(one.name) === one.name ? undefined : one.name}>{assistantName(one.name)}</RowHead>
          <Cell name="Through" sub={throughWords(one, overview.assistants)}>
            <span title={one.client_id}>
              {one.sign_in_of === undefined ? one.key_name : (one.sign_in_of.email ?? 'a former member')}
            </span>
          </Cell>
          <Cell name="Permissions" full>
            <Chips words={one.permissions.map(shortPermission)} />
          </Cell>
          <Cell name="Last used">{one.last_used_at === null ? 'not yet' : <When at={one.last_used_at} />}</Cell>
          <Cell name="Billed calls, 30 days" right>
            {billedCalls(one.billed_calls_last_30_days, one.calls_last_30_days)}
          </Cell>
          <Cell name="Tokens, 30 days" right>
            {count(one.tokens_last_30_days)}
          </Cell>
          <Actions>
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
