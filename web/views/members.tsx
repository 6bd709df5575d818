/** The members, and which letters one gets. */
import { useState } from 'preact/hooks';
import type { MemberData } from '../../core/dashboard/dashboard-data.ts';
import { Head } from '../design/head.tsx';
import { change } from '../parts/api.ts';
import { usePage } from '../parts/page-context.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Choice, Field, Form } from '../parts/form.tsx';
import { useLoaded, type Loaded } from '../parts/load.ts';
import { Table } from '../parts/table.tsx';
import { day, NOTICE_WORDS } from '../parts/words.ts';

export function MembersView() {
  const { overview } = usePage();
  const members = useLoaded<readonly MemberData[]>('/members');
  const isOwner = overview.person.role === 'owner';
  return (
    <>
      <Head title="Members" />
      <Members members={members} isOwner={isOwner} />
      {isOwner && <Letters members={members} />}
    </>
  );
}

/** A change that was asked for and is to be confirmed. */
interface Asked {
  readonly member: MemberData;
  readonly change: 'remove' | 'role';
}

function Members({ members, isOwner }: { readonly members: Loaded<readonly MemberData[]>; readonly isOwner: boolean }) {
  const { tell, overview } = usePage();
  const [asked, setAsked] = useState<Asked>();
  const [said, setSaid] = useState('');
  const { data = [], fault, again } = members;
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      <p role="status">
        {said}
        {fault}
      </p>
      {asked !== undefined && (
        <ConfirmChange asked={asked} members={members} onDone={() => setAsked(undefined)} onSaid={setSaid} />
      )}
      <Table
        caption="Members of the account"
        heads={['E-mail', 'Role', 'Invited', 'Accepted', ...(isOwner ? ['Change'] : [])]}
      >
        {data.map((member) => (
          <tr key={member.person_id}>
            <th scope="row">
              {member.email}
              {member.person_id === overview.person.person_id ? ' (you)' : ''}
              {member.mail_returned_at !== null && (
                <>
                  <br />
                  <small>Mail to this address came back on {day(member.mail_returned_at)}: no more is sent.</small>
                </>
              )}
            </th>
            <td>{member.role}</td>
            <td>{day(member.invited_at)}</td>
            <td>{member.accepted_at === null ? 'not yet' : day(member.accepted_at)}</td>
            {isOwner && (
              <td>
                <button type="button" onClick={() => setAsked({ member, change: 'role' })}>
                  Make {ROLES[otherRole(member)]}
                  <span class="unseen"> of {member.email}</span>
                </button>{' '}
                <button type="button" class="danger" onClick={() => setAsked({ member, change: 'remove' })}>
                  {member.accepted_at === null ? 'Withdraw' : 'Remove'}
                  <span class="unseen"> {member.email}</span>
                </button>
              </td>
            )}
          </tr>
        ))}
      </Table>
      {isOwner && <h3>Invite somebody</h3>}
      {isOwner && (
        <Form
          button="Invite"
          tell={tell}
          onSubmit={async (values, form) => {
            const invited = await change<MemberData>('/members/invite', { email: values.email, role: values.role });
            form.reset();
            setSaid(
              invited.mail_returned_at === null
                ? `An email to ${invited.email} is on its way. They become ${ROLES[invited.role]} when they accept.`
                : `${invited.email} is invited. Mail to this address came back: no email is sent until they sign in.`,
            );
            await again();
          }}
        >
          <Field
            name="email"
            label="E-mail address"
            type="email"
            required
            hint="The same address again: another email"
          />
          <Choice
            name="role"
            label="Role"
            value="member"
            options={[
              ['member', 'member: reads, uploads, corrects rows'],
              ['owner', 'owner: keys, cap and members too'],
            ]}
          />
        </Form>
      )}
    </section>
  );
}

const ROLES = { owner: 'an owner', member: 'a member' } as const;

function otherRole({ role }: MemberData): MemberData['role'] {
  return role === 'owner' ? 'member' : 'owner';
}

function ConfirmChange({
  asked: { member, change: asked },
  members,
  onDone,
  onSaid,
}: {
  readonly asked: Asked;
  readonly members: Loaded<readonly MemberData[]>;
  readonly onDone: () => void;
  readonly onSaid: (said: string) => void;
}) {
  const { reload } = usePage();
  const role = otherRole(member);
  const confirmed = async (said: string): Promise<void> => {
    onDone();
    onSaid(said);
    // One's own role decides what the page offers.
    await Promise.all([members.again(), reload()]);
  };
  return asked === 'remove' ? (
    <Confirm
      key={`remove ${member.person_id}`}
      title={member.accepted_at === null ? `Withdraw the invitation of ${member.email}?` : `Remove ${member.email}?`}
      button={member.accepted_at === null ? 'Withdraw' : 'Remove'}
      onCancel={onDone}
      onConfirm={async () => {
        await change('/members/remove', { person_id: member.person_id });
        await confirmed(`${member.email} is removed.`);
      }}
    >
      <p>They see nothing of this account any more, nor do the assistants that they let in.</p>
    </Confirm>
  ) : (
    <Confirm
      key={`role ${member.person_id}`}
      title={`Make ${member.email} ${ROLES[role]}?`}
      button={`Make ${ROLES[role]}`}
      onCancel={onDone}
      onConfirm={async () => {
        await change('/members/role', { person_id: member.person_id, role });
        await confirmed(`${member.email} is ${ROLES[role]} now.`);
      }}
    >
      <p>
        {role === 'owner'
          ? 'Owners hold keys, the spending cap and the members, besides what members do.'
          : 'Members read everything, upload lists and correct rows. Keys, cap and members are the owners’.'}
      </p>
    </Confirm>
  );
}

function Letters({ members }: { readonly members: Loaded<readonly MemberData[]> }) {
  const { overview, tell } = usePage();
  const [said, setSaid] = useState('');
  const own = members.data?.find(({ person_id: id }) => id === overview.person.person_id);
  if (own === undefined) return null;
  return (
    <section aria-labelledby="letters">
      <h2 id="letters">Letters to you</h2>
      {own.mail_returned_at !== null && (
        <p role="note">
          Mail to {own.email} came back on {day(own.mail_returned_at)}: no email is sent any more. Once the address
          works, sign out, and ask for a link in this browser: signing in begins them again.
        </p>
      )}
      <Form
        button="Save"
        tell={tell}
        onSubmit={async (values) => {
          await change('/members/notices', {
            notices: Object.keys(NOTICE_WORDS).filter((one) => values[one] !== undefined),
          });
          await members.again();
          setSaid('Saved.');
        }}
      >
        <fieldset>
          <legend>Write to me when</legend>
          {(Object.keys(NOTICE_WORDS) as (keyof typeof NOTICE_WORDS)[]).map((one) => (
            <label key={one}>
              <input type="checkbox" name={one} defaultChecked={own.notices.includes(one)} /> {NOTICE_WORDS[one]}
            </label>
          ))}
        </fieldset>
      </Form>
      <p role="status">{said}</p>
    </section>
  );
}
