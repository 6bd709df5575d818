/**
 * Shows the members with their roles, and since when they are members. Owners invite and remove members and change
 * roles; each member chooses their own emails.
 */
import type { MemberData } from '../../../../core/dashboard/views/dashboard-data.ts';
import { Badge } from '../../../design/badge.tsx';
import { Button, LinkButton } from '../../../design/button.tsx';
import { Card } from '../../../design/card.tsx';
import { Head } from '../../../design/head.tsx';
import { initialsOf } from '../../../design/initials.ts';
import { Actions, Cell, Row, RowHead, Table } from '../../../design/table.tsx';
import { When } from '../../../design/when.tsx';
import { useLoaded } from '../../../parts/load.ts';
import { NotLoaded } from '../../../parts/not-loaded.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { addressOf, go, useRoute } from '../../../parts/route.ts';
import { Emails } from './emails.tsx';
import { MemberDialog } from './member-dialogs.tsx';

export function MembersView() {
  const { overview } = usePage();
  const { query } = useRoute();
  const members = useLoaded('/members');
  const isOwner = overview.person.role === 'owner';
  const close = () => go(addressOf('members'));
  return (
    <>
      <Head
        title="Members"
        note="Members read, upload files and decide rows. Owners also manage keys, the cap and the members."
        actions={
          isOwner ? (
            <LinkButton href={addressOf('members', { invite: 'person' })} look="primary" icon="plus">
              Invite
            </LinkButton>
          ) : undefined
        }
      />
      {members.data === undefined ? (
        <NotLoaded what="The members" from={members} />
      ) : (
        <>
          <Card bare label="Members">
            <MemberTable members={members.data} isOwner={isOwner} />
          </Card>
          {isOwner && <Emails members={members} />}
          {isOwner && <MemberDialog query={query} members={members} onClose={close} />}
        </>
      )}
    </>
  );
}

interface MemberTableProps {
  readonly members: readonly MemberData[];
  readonly isOwner: boolean;
}

function MemberTable({ members, isOwner }: MemberTableProps) {
  const { overview } = usePage();
  const owners = members.filter(({ role, accepted_at: at }) => role === 'owner' && at !== null);
  const isLastOwner = ({ person_id: id }: MemberData) => owners.length === 1 && owners[0]?.person_id === id;
  return (
    <Table
      caption="Members"
      columns={[
        { name: 'Person' },
        { name: 'Role' },
        { name: 'Invited' },
        { name: 'Last sign-in' },
        ...(isOwner ? [{ name: 'Actions', actions: true }] : []),
      ]}
    >
      {members.map((member) => (
        <Row key={member.person_id}>
          <RowHead sub={<Standing member={member} isLastOwner={isOwner && isLastOwner(member)} />}>
            <span class="person">
              <span class="avatar round" aria-hidden="true">
                {initialsOf(member.email.split('@')[0] ?? '')}
              </span>
              <span>
                {member.email}
                {member.person_id === overview.person.person_id && <span class="faint"> (you)</span>}
              </span>
            </span>
          </RowHead>
          <Cell name="Role" state>
            <Badge look="plain">{member.role === 'owner' ? 'Owner' : 'Member'}</Badge>
          </Cell>
          <Cell name="Invited">
            <When at={member.invited_at} day />
          </Cell>
          <Cell name="Last sign-in">
            <LastHere member={member} />
          </Cell>
          {isOwner && <MemberActions member={member} isLastOwner={isLastOwner(member)} />}
        </Row>
      ))}
    </Table>
  );
}

function LastHere({ member: { mail_returned_at: returnedAt, accepted_at: acceptedAt, signed_in_at: at } }: OfMember) {
  if (returnedAt !== null) return <Badge look="warn">Mail came back</Badge>;
  if (acceptedAt === null) return <Badge look="info">Invited, not here yet</Badge>;
  return at === null ? <>never</> : <When at={at} />;
}

interface OfMember {
  readonly member: MemberData;
}

function MemberActions({ member, isLastOwner }: OfMember & { readonly isLastOwner: boolean }) {
  const { person_id: id, email } = member;
  const isInvited = member.accepted_at === null;
  const other = member.role === 'owner' ? 'member' : 'owner';
  if (isLastOwner)
    return (
      <Actions>
        <Button small disabled label={`Make member of ${email}: an account needs an owner`}>
          Make member
        </Button>
      </Actions>
    );
  return (
    <Actions>
      {isInvited && member.mail_returned_at === null ? (
        <LinkButton small href={addressOf('members', { invite: id })} label={`Send again to ${email}`}>
          Send again
        </LinkButton>
      ) : (
        <LinkButton small href={addressOf('members', { role: id })} label={`Make ${other} of ${email}`}>
          Make {other}
        </LinkButton>
      )}
      <LinkButton
        small
        look="danger"
        href={addressOf('members', { remove: id })}
        label={`${isInvited ? 'Withdraw' : 'Remove'} ${email}`}
      >
        {isInvited ? 'Withdraw' : 'Remove'}
      </LinkButton>
    </Actions>
  );
}

/** Explains why a member cannot be removed (the last owner) or gets no emails (their mail bounces). */
function Standing({ member, isLastOwner }: OfMember & { readonly isLastOwner: boolean }) {
  if (isLastOwner) return <>The last owner stays: make somebody else an owner first.</>;
  if (member.mail_returned_at === null) return null;
  return (
    <>
      Mail to this address came back on <When at={member.mail_returned_at} day />: no more is sent until they sign in.
    </>
  );
}
