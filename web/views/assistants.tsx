/** The connected assistants, and taking one its access. */
import { useState } from 'preact/hooks';
import type { AssistantData } from '../../core/dashboard/dashboard-data.ts';
import { Head } from '../design/head.tsx';
import { change } from '../parts/api.ts';
import { usePage } from '../parts/page-context.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Table } from '../parts/table.tsx';
import { count, time } from '../parts/words.ts';

export function AssistantsView() {
  const { overview, reload } = usePage();
  const [asked, setAsked] = useState<AssistantData>();
  const mayRevoke = overview.person.role === 'owner';
  return (
    <>
      <Head title="Assistants" />
      {overview.assistants.length === 0 && (
        <p>
          No assistant has used a key of this account yet. <a href="/docs/connect">Connect one</a>.
        </p>
      )}
      {asked !== undefined && (
        <Confirm
          title={`Revoke the access of ${asked.name}?`}
          button="Revoke"
          onCancel={() => setAsked(undefined)}
          onConfirm={async () => {
            await change(asked.sign_in_of === undefined ? '/keys/revoke' : '/sign-ins/revoke', {
              client_id: asked.client_id,
            });
            setAsked(undefined);
            await reload();
          }}
        >
          {asked.sign_in_of === undefined ? (
            <>
              <p>Its key “{asked.key_name}” is revoked for good, in the HTTP API too, from its next request on.</p>
              <p>{alsoCutOff(overview.assistants, asked)}</p>
            </>
          ) : (
            <p>The sign-in ends with its next request. To use it again, somebody has to sign it in again.</p>
          )}
        </Confirm>
      )}
      <Table
        caption="Connected assistants"
        heads={[
          'Assistant',
          overview.account.spending_by_sign_in === undefined ? 'Key' : 'Key or sign-in',
          'Permissions',
          'Last use',
          'Calls, 30 days',
          'Tokens, 30 days',
          'Access',
        ]}
      >
        {overview.assistants.map((one) => (
          <tr key={`${one.client_id} ${one.name}`}>
            <th scope="row">{one.name}</th>
            <td>
              {one.sign_in_of === undefined ? one.key_name : `sign-in of ${one.sign_in_of.email ?? 'a former member'}`}
              <br />
              <code>{one.client_id}</code>
            </td>
            <td>{one.permissions.join(', ')}</td>
            <td>{one.last_used_at === null ? 'not yet' : time(one.last_used_at)}</td>
            <td>{count(one.calls_last_30_days)}</td>
            <td>{count(one.tokens_last_30_days)}</td>
            <td>
              {one.revoked ? (
                'revoked'
              ) : mayRevoke || one.sign_in_of?.person_id === overview.person.person_id ? (
                <button type="button" class="danger" onClick={() => setAsked(one)}>
                  Revoke<span class="unseen"> {one.name}</span>
                </button>
              ) : (
                'yes'
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

export function alsoCutOff(
  assistants: readonly AssistantData[],
  revoked: Pick<AssistantData, 'client_id'> & { readonly name?: string },
): string {
  const others = assistants.filter((one) => one.client_id === revoked.client_id && one.name !== revoked.name);
  return others.length === 0
    ? 'No other assistant uses it.'
    : `Also cut off: ${others.map(({ name }) => name).join(', ')}.`;
}
