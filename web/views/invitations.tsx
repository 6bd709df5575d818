/** Invitations to accounts: nobody becomes a member without accepting. */
import { useState } from 'preact/hooks';
import type { InvitationsData } from '../../core/dashboard/dashboard-data.ts';
import { change } from '../parts/api.ts';
import { day } from '../parts/words.ts';

type Invitation = InvitationsData['invitations'][number];

export function Invitations({ invitations }: Pick<InvitationsData, 'invitations'>) {
  const [fault, setFault] = useState('');
  const answer = async (answer: 'accept' | 'decline', { account_id }: Invitation): Promise<void> => {
    try {
      await change(`/invitations/${answer}`, { account_id });
      location.assign('/dashboard');
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      {invitations.map((one) => (
        <section class="dialog" key={one.account_id} aria-label={`Invitation to ${one.name}`}>
          <h2>Invitation to {one.name}</h2>
          <p>
            On {day(one.invited_at)} you were invited as {one.role === 'owner' ? 'an owner' : 'a member'} of{' '}
            <code>{one.account_id}</code>. Accept it if you know the company: its members then see your e-mail address.
          </p>
          <p class="actions">
            <button type="button" class="primary" onClick={() => void answer('accept', one)}>
              Accept<span class="unseen"> the invitation to {one.name}</span>
            </button>{' '}
            <button type="button" onClick={() => void answer('decline', one)}>
              Decline<span class="unseen"> the invitation to {one.name}</span>
            </button>
          </p>
        </section>
      ))}
      <p role="alert">{fault}</p>
    </>
  );
}
