/** Shows invitations to accounts: nobody becomes a member without accepting one. */
import { useState } from 'preact/hooks';
import type { InvitationsData } from '../../api-data.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { When } from '../../design/when.tsx';
import { change } from '../../parts/api.ts';

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
        <section key={one.account_id} aria-label={`Invitation to ${one.name}`}>
          <Banner
            icon="members"
            title={`Invitation to ${one.name}`}
            actions={
              <>
                <Button
                  look="primary"
                  label={`Accept the invitation to ${one.name}`}
                  onClick={() => void answer('accept', one)}
                >
                  Accept
                </Button>
                <Button label={`Decline the invitation to ${one.name}`} onClick={() => void answer('decline', one)}>
                  Decline
                </Button>
              </>
            }
          >
            On <When at={one.invited_at} day /> you were invited as {one.role === 'owner' ? 'an owner' : 'a member'} of{' '}
            <code>{one.account_id}</code>. Accept it if you know the company: its members then see your email address.
          </Banner>
        </section>
      ))}
      {fault !== '' && (
        <p role="alert" class="wrong-text">
          {fault}
        </p>
      )}
    </>
  );
}
