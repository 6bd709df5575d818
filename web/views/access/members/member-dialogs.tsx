/** The dialogs that change the account's members; the page's address says which one is open. */
import type { MemberData } from '../../../../core/dashboard/views/dashboard-data.ts';
import { change } from '../../../parts/api.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field, Form, Radios } from '../../../parts/form.tsx';
import type { Loaded } from '../../../parts/load.ts';
import { usePage } from '../../../parts/page-context.ts';
import type { Query } from '../../../parts/route.ts';

const ROLES = { owner: 'an owner', member: 'a member' } as const;

interface MemberDialogProps {
  readonly query: Query;
  readonly members: Loaded<readonly MemberData[]>;
  readonly onClose: () => void;
}

export function MemberDialog({ query, members, onClose }: MemberDialogProps) {
  const { reload, toast } = usePage();
  const named = (personId: string | undefined) => members.data?.find(({ person_id: id }) => id === personId);
  const done = async (said: string): Promise<void> => {
    onClose();
    toast(said);
    // A member's own role decides what the page offers.
    await Promise.all([members.again(), reload()]);
  };
  const [removed, changed] = [named(query.remove), named(query.role)];
  if (query.invite !== undefined)
    return <Invite key={query.invite} again={named(query.invite)} onClose={onClose} onDone={done} />;
  if (removed !== undefined) {
    const isInvited = removed.accepted_at === null;
    return (
      <Confirm
        key={`remove ${removed.person_id}`}
        title={isInvited ? `Withdraw the invitation of ${removed.email}?` : `Remove ${removed.email}?`}
        button={isInvited ? 'Withdraw the invitation' : 'Remove the member'}
        onCancel={onClose}
        onConfirm={async () => {
          await change('/members/remove', { person_id: removed.person_id });
          await done(`${removed.email} is removed.`);
        }}
      >
        <p>They see nothing of this account any more, nor do the assistants that they let in.</p>
        <p class="muted small">The last owner who accepted stays until the account is closed.</p>
      </Confirm>
    );
  }
  if (changed === undefined) return null;
  const role = changed.role === 'owner' ? 'member' : 'owner';
  return (
    <Confirm
      key={`role ${changed.person_id}`}
      title={`Make ${changed.email} ${ROLES[role]}?`}
      button={`Make ${ROLES[role]}`}
      danger={false}
      onCancel={onClose}
      onConfirm={async () => {
        await change('/members/role', { person_id: changed.person_id, role });
        await done(`${changed.email} is ${ROLES[role]} now.`);
      }}
    >
      <p>
        {role === 'owner'
          ? 'Owners manage keys, the spending cap and the members, besides what members do.'
          : 'Members read everything, upload files and decide rows. Keys, cap and members are the owners’. An account needs an owner: the last one stays.'}
      </p>
    </Confirm>
  );
}

interface InviteProps {
  /** The invited person who gets another email. */
  readonly again: MemberData | undefined;
  readonly onClose: () => void;
  readonly onDone: (said: string) => Promise<void>;
}

function Invite({ again, onClose, onDone }: InviteProps) {
  const { tell } = usePage();
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form
        button="Send the invitation"
        tell={tell}
        onCancel={onClose}
        onSubmit={async (values) => {
          const invited = await change('/members/invite', { email: values.email, role: values.role });
          await onDone(
            invited.mail_returned_at === null
              ? `An email to ${invited.email} is on its way. They become ${ROLES[invited.role]} when they accept.`
              : `${invited.email} is invited. Mail to this address came back: no email is sent until they sign in.`,
          );
        }}
      >
        <Field
          name="email"
          label="Email address"
          type="email"
          required
          value={again?.email ?? ''}
          hint="The same address again sends another email."
        />
        <Radios
          name="role"
          legend="Role"
          value={again?.role ?? 'member'}
          options={[
            { value: 'member', title: 'Member', note: 'Reads everything, uploads files, decides rows' },
            { value: 'owner', title: 'Owner', note: 'Also keys, cap and members' },
          ]}
        />
      </Form>
    </Dialog>
  );
}
