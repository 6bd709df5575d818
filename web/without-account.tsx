/** Shown to a signed-in person without an account: invited but not yet a member, or no longer a member. */
import { useEffect, useState } from 'preact/hooks';
import type { AccountData, InvitationsData } from './api-data.ts';
import { Centered } from './design/centered.tsx';
import { change, read } from './parts/api.ts';
import { Form } from './parts/form.tsx';
import { Invitations } from './views/access/invitations.tsx';

export function WithoutAccount({ person }: { readonly person: InvitationsData }) {
  const [accounts, setAccounts] = useState<readonly AccountData[]>([]);
  useEffect(() => {
    void read('/accounts')
      .then(setAccounts)
      .catch(() => undefined);
  }, []);
  return (
    <Centered home="/" title="Your accounts" note={`You are signed in as ${person.email}.`}>
      <Invitations invitations={person.invitations} />
      {accounts.map(({ account_id: id, name }) => (
        <Form
          key={id}
          button={`Open ${name}`}
          onSubmit={async () => {
            await change('/account', { account_id: id });
            location.assign('/dashboard');
          }}
        />
      ))}
      {person.invitations.length + accounts.length === 0 && (
        <p>You belong to no account. An owner of an account can invite you.</p>
      )}
      <Form
        button="Sign out"
        onSubmit={async () => {
          await change('/sign-out', {});
          location.assign('/dashboard');
        }}
      />
    </Centered>
  );
}
