/** Keys: make one, rotate, rename, revoke. */
import { useState } from 'preact/hooks';
import type { KeyData, NewKeyData } from '../../core/dashboard/dashboard-data.ts';
import { Head } from '../design/head.tsx';
import { change } from '../parts/api.ts';
import { usePage } from '../parts/page-context.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Choice, Field, Form } from '../parts/form.tsx';
import { Table } from '../parts/table.tsx';
import { day, KIND_WORDS, PERMISSION_WORDS } from '../parts/words.ts';
import { alsoCutOff } from './assistants.tsx';
import { NewKey } from './new-key.tsx';

interface Asked {
  readonly what: 'rotate' | 'rename' | 'revoke';
  readonly key: KeyData;
}

export function KeysView() {
  const { overview, reload } = usePage();
  const [made, setMade] = useState<NewKeyData>();
  const [asked, setAsked] = useState<Asked>();
  const isOwner = overview.person.role === 'owner';
  const done = async (): Promise<void> => {
    setAsked(undefined);
    await reload();
  };
  return (
    <>
      <Head title="Keys" />
      {made !== undefined && <NewKey key={made.client_secret} made={made} onClose={() => setMade(undefined)} />}
      {asked !== undefined && (
        <AskedPanel asked={asked} onCancel={() => setAsked(undefined)} onDone={done} onSecret={setMade} />
      )}
      <Table caption="Keys" heads={['Name', 'Kind', 'Permissions', 'Made', 'State', ...(isOwner ? ['Change'] : [])]}>
        {overview.keys.map((key) => (
          <tr key={key.client_id}>
            <th scope="row">
              {key.name}
              <br />
              <code>{key.client_id}</code>
            </th>
            <td>{key.kind}</td>
            <td>{key.permissions.map((one) => PERMISSION_WORDS[one]).join(', ')}</td>
            <td>{day(key.created_at)}</td>
            <td>{key.revoked_at === null ? 'in use' : `revoked ${day(key.revoked_at)}`}</td>
            {isOwner && (
              <td>
                {key.revoked_at === null &&
                  (['rotate', 'rename', 'revoke'] as const).map((what) => (
                    <button
                      key={what}
                      type="button"
                      class={what === 'revoke' ? 'danger' : ''}
                      onClick={() => setAsked({ what, key })}
                    >
                      {WORDS[what]}
                      <span class="unseen"> {key.name}</span>
                    </button>
                  ))}
              </td>
            )}
          </tr>
        ))}
      </Table>
      {isOwner ? (
        <MakeKey
          onMade={async (key) => {
            setMade(key);
            await reload();
          }}
        />
      ) : (
        <p>Owners make and change keys.</p>
      )}
    </>
  );
}

const WORDS = { rotate: 'Rotate', rename: 'Rename', revoke: 'Revoke' } as const;

function MakeKey({ onMade }: { readonly onMade: (key: NewKeyData) => Promise<void> }) {
  const { tell } = usePage();
  return (
    <section aria-labelledby="make">
      <h2 id="make">Make a key</h2>
      <Form
        button="Make the key"
        tell={tell}
        onSubmit={async (values, form) => {
          const permissions = Object.keys(PERMISSION_WORDS).filter((one) => values[one] !== undefined);
          await onMade(await change<NewKeyData>('/keys', { name: values.name, kind: values.kind, permissions }));
          form.reset();
        }}
      >
        <Field name="name" label="Name" hint="Where it will be used" required />
        <Choice name="kind" label="Kind" value="live" options={Object.entries(KIND_WORDS)} />
        <fieldset>
          <legend>Permissions</legend>
          {Object.entries(PERMISSION_WORDS).map(([name, words]) => (
            <label key={name}>
              <input type="checkbox" name={name} defaultChecked={name !== 'enrich'} /> {words}
            </label>
          ))}
        </fieldset>
      </Form>
    </section>
  );
}

function AskedPanel({
  asked: { what, key },
  onCancel,
  onDone,
  onSecret,
}: {
  readonly asked: Asked;
  readonly onCancel: () => void;
  readonly onDone: () => Promise<void>;
  readonly onSecret: (made: NewKeyData) => void;
}) {
  const { overview, tell } = usePage();
  switch (what) {
    case 'revoke':
      return (
        <Confirm
          title={`Revoke ${key.name}?`}
          button="Revoke"
          onCancel={onCancel}
          onConfirm={async () => {
            await change('/keys/revoke', { client_id: key.client_id });
            await onDone();
          }}
        >
          <p>It is refused from its next request on, for good. {alsoCutOff(overview.assistants, key)}</p>
        </Confirm>
      );
    case 'rotate':
      return (
        <section class="dialog" aria-label={`Rotate ${key.name}`}>
          <h2>Rotate {key.name}</h2>
          <Form
            button="Make a new secret"
            tell={tell}
            onSubmit={async (values) => {
              onSecret(
                await change<NewKeyData>('/keys/rotate', {
                  client_id: key.client_id,
                  overlap_hours: Number(values.hours),
                }),
              );
              await onDone();
            }}
          >
            <Choice
              name="hours"
              label="The old secret works on for"
              value="24"
              options={[
                ['0', 'not at all: it leaked'],
                ['1', 'an hour'],
                ['24', 'a day'],
                ['168', 'a week'],
              ]}
            />
          </Form>
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        </section>
      );
    case 'rename':
      return (
        <section class="dialog" aria-label={`Rename ${key.name}`}>
          <h2>Rename {key.name}</h2>
          <Form
            button="Rename"
            tell={tell}
            onSubmit={async (values) => {
              await change('/keys/rename', { client_id: key.client_id, name: values.name });
              await onDone();
            }}
          >
            <Field name="name" label="Name" value={key.name} required />
          </Form>
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        </section>
      );
  }
}
