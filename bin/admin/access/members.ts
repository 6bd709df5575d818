/** `admin members …`: manages the members of an account, who sign in to the dashboard. */
import { openPeopleStore } from '../../../adapters/dynamodb/open-stores.ts';
import { timeTextOrNull, shortMinuteText } from '../../../core/time.ts';
import { Command, Option } from 'commander';
import type { DynamoPeopleStore } from '../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { SqsMailQueue } from '../../../adapters/sqs/sqs-mail-queue.ts';
import {
  erasePerson,
  inviteMember,
  listMembers,
  removeMember,
  setMemberRole,
  type ReachedMember,
} from '../../../core/access/people/administer-members.ts';
import { clearBounce } from '../../../core/access/people/record-bounce.ts';
import {
  isMember,
  MEMBER_ROLES,
  type Member,
  type MemberRole,
  type Person,
} from '../../../core/access/people/person.ts';
import { confirm } from '../console/confirm.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printTable, printText } from '../console/print.ts';
import { printable } from '../console/printable.ts';
import { readAccountId, readEmail } from '../console/read-option.ts';
import { orRefuse } from '../console/or-refuse.ts';
import { nearestOr } from '../stage/nearest.ts';
import { tablesOf, type OpenStage } from '../stage/open-stage.ts';
import { accountSearchStore, requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';

export function membersCommand(): Command {
  return new Command('members')
    .description('Manage members: invite, list, change role, remove, sign out, erase')
    .addCommand(inviteCommand())
    .addCommand(listCommand())
    .addCommand(roleCommand())
    .addCommand(removeCommand())
    .addCommand(signOutCommand())
    .addCommand(eraseCommand());
}

function inviteCommand(): Command {
  return new Command('invite')
    .description('Invite a person by email; also retries an address whose mail bounced')
    .argument('<account>', 'account id', readAccountId)
    .argument('<email>', 'email address', readEmail)
    .addOption(
      new Option('--role <role>', 'owners manage keys, cap and members; members read, upload and correct')
        .choices([...MEMBER_ROLES])
        .default('member'),
    )
    .action((accountId: string, email: string, { role }: { readonly role: MemberRole }, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        await requireAccount(stage, accountId);
        const reached = await clearBounce(storeOf(stage), email);
        const member = await inviteOrFind(stage, { accountId, email, role }, who, reached);
        const told = !isMember(member) && (await sendInvitation(stage, member));
        answer({ ...memberJson(member), told }, () => {
          if (reached) printText(`Mail to ${email} had bounced; emails are now sent there again.`);
          if (isMember(member)) printText(`${email} is already ${memberWords(member)} of ${accountId}.`);
          else printText(`${email} is invited to become ${memberWords(member)} of ${accountId}.`);
          if (!isMember(member))
            printText(
              told
                ? 'An invitation email was queued.'
                : 'The invitation email could not be sent: ask them to sign in at /dashboard.',
            );
          next('Check whether they have accepted', `members list ${accountId}`);
        });
      }),
    );
}

/** @param reached mail to the address had bounced, so inviting an existing member again is not an error */
async function inviteOrFind(
  stage: OpenStage,
  wanted: { readonly accountId: string; readonly email: string; readonly role: MemberRole },
  who: string,
  reached: boolean,
): Promise<Member> {
  const invited = await inviteMember(storeOf(stage), wanted, { who }, Date.now());
  if (!invited.ok && invited.reason.kind === 'already_member' && reached)
    return findMember(stage, wanted.accountId, wanted.email);
  return orRefuse(invited);
}

function memberWords({ role }: Pick<Member, 'role'>): string {
  return role === 'owner' ? 'an owner' : 'a member';
}

/** Returns false if the queue fails, which must not fail the command because the person is already invited. */
async function sendInvitation(stage: OpenStage, { accountId, personId }: Member): Promise<boolean> {
  try {
    await new SqsMailQueue(stage.queues, stage.output('MailQueueUrl')).send({
      kind: 'invitation',
      accountId,
      personId,
    });
    return true;
  } catch {
    return false;
  }
}

function listCommand(): Command {
  return new Command('list')
    .description('List the members of an account')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const members = (await listMembers(storeOf(stage), accountId)) ?? [];
        if (members.length === 0) await requireAccount(stage, accountId);
        answer(members.map(reachedJson), () => {
          if (members.length > 0) return printMembers(accountId, members, next);
          console.log('The account has no members.');
          next('Invite an owner', `members invite ${accountId} NAME@EXAMPLE.COM --role owner`);
        });
      }),
    );
}

function printMembers(
  accountId: string,
  members: readonly ReachedMember[],
  next: (why: string, command: string) => void,
): void {
  printTable(
    [
      'Email',
      'Role',
      { heading: 'Id', minor: true },
      { heading: 'Invited (UTC)', minor: true },
      'Accepted (UTC)',
      { heading: 'Last sign-in (UTC)', minor: true },
      'Mail',
    ],
    members.map(
      ({ member: { email, role, personId, invitedAtMs, acceptedAtMs, signedInAtMs }, undeliverableSinceMs }) => [
        email,
        role,
        personId,
        shortMinuteText(invitedAtMs),
        acceptedAtMs === null ? 'invited' : shortMinuteText(acceptedAtMs),
        signedInAtMs === null ? 'never' : shortMinuteText(signedInAtMs),
        undeliverableSinceMs === null ? 'ok' : `bounced since ${shortMinuteText(undeliverableSinceMs)}`,
      ],
    ),
  );
  const back = members.find(({ undeliverableSinceMs }) => undeliverableSinceMs !== null)?.member;
  if (back !== undefined) {
    printText('Mail to an address bounced: nothing is sent there until the person signs in or is invited again.');
    next('Retry the address', `members invite ${accountId} ${back.email} --role ${back.role}`);
  }
  next('Invite another person', `members invite ${accountId} NAME@EXAMPLE.COM`);
}

function roleCommand(): Command {
  return new Command('role')
    .description('Make a member an owner, or an owner a member')
    .argument('<account>', 'account id', readAccountId)
    .argument('<email>', 'email address', readEmail)
    .argument('<role>', MEMBER_ROLES.join(' or '))
    .action((accountId: string, email: string, role: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const wanted = MEMBER_ROLES.find((known) => known === role);
        if (wanted === undefined)
          throw new OperatorError('There is no such role.', {
            code: 'unknown_role',
            fix: `Roles: ${MEMBER_ROLES.join(', ')}.`,
          });
        const member = await findMember(stage, accountId, email);
        const changed = orRefuse(await setMemberRole(storeOf(stage), member, wanted, { who }, Date.now()));
        answer(memberJson(changed), () => {
          printText(`${email} is now ${isMember(changed) ? '' : 'invited as '}${memberWords(changed)}.`);
          next('List the members and their roles', `members list ${accountId}`);
        });
      }),
    );
}

function removeCommand(): Command {
  return new Command('remove')
    .description('Remove a member from an account, or withdraw an invitation; other accounts are unaffected')
    .argument('<account>', 'account id', readAccountId)
    .argument('<email>', 'email address', readEmail)
    .action((accountId: string, email: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const member = await findMember(stage, accountId, email);
        await confirm(`${email} and their assistants will lose access to ${accountId}. Continue?`, yes);
        orRefuse(await removeMember(storeOf(stage), member, { who }, Date.now()));
        answer(memberJson(member), () => {
          printText(`${email} is removed from ${accountId}.`);
          next('List the remaining members', `members list ${accountId}`);
        });
      }),
    );
}

function signOutCommand(): Command {
  return new Command('sign-out')
    .description('End all dashboard sessions of a person')
    .argument('<email>', 'email address', readEmail)
    .action((email: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const { personId, accountIds } = await findPerson(stage, email);
        const sessions = await storeOf(stage).endSessions(personId);
        answer({ person_id: personId, sessions }, () => {
          printText(`Sessions ended: ${sessions}. They can sign in again with a new link.`);
          next('Remove their access', `members remove ${accountIds[0] ?? 'acc_…'} ${email}`);
        });
      }),
    );
}

function eraseCommand(): Command {
  return new Command('erase')
    .description('Delete all data of a person; the audit trail keeps only their id, which then identifies no one')
    .argument('<email>', 'email address', readEmail)
    .action((email: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const { personId } = await findPerson(stage, email);
        await confirm(`${email} will be removed from every account and permanently deleted. Continue?`, yes);
        const accounts = orRefuse(await erasePerson(storeOf(stage), email, { who }, Date.now()));
        answer({ person_id: personId, accounts }, () => {
          printText(`${personId} is erased.`);
          const [first] = accounts;
          if (first === undefined) next('List all accounts', 'accounts list');
          else next('List the remaining members', `members list ${first}`);
        });
      }),
    );
}

/** @throws {OperatorError} when there is no such account; suggests the nearest ids */
async function membersOf(stage: OpenStage, accountId: string): Promise<readonly Member[]> {
  const found = await storeOf(stage).readMembers(accountId);
  if (found !== undefined) return [...found.members, ...found.invited];
  await requireAccount(stage, accountId);
  return [];
}

/** @throws {OperatorError} when no member has the address; suggests the nearest addresses */
async function findMember(stage: OpenStage, accountId: string, email: string): Promise<Member> {
  const members = await membersOf(stage, accountId);
  const member = members.find((one) => one.email === email);
  if (member !== undefined) return member;
  const known = members.map((one) => one.email);
  throw new OperatorError(`No member of ${accountId} has the address ${printable(email)}.`, {
    code: 'unknown_member',
    fix: nearestOr(known, email, `\`members list ${accountId}\` lists its members.`),
  });
}

/** @throws {OperatorError} when the address is unknown; suggests the nearest addresses */
async function findPerson(stage: OpenStage, email: string): Promise<Person> {
  const person = (await storeOf(stage).findPerson(email))?.value;
  if (person !== undefined) return person;
  const known = (await accountSearchStore(stage).readAll()).flatMap(({ members }) => members);
  throw new OperatorError(`No person in ${stage.stage} has the address ${printable(email)}.`, {
    code: 'unknown_member',
    fix: nearestOr(known, email, 'Search for part of an address with `accounts find TEXT`.'),
  });
}

function storeOf(stage: OpenStage): DynamoPeopleStore {
  return openPeopleStore(tablesOf(stage));
}

function memberJson({ accountId, personId, email, role, invitedAtMs, acceptedAtMs, signedInAtMs }: Member) {
  return {
    account_id: accountId,
    person_id: personId,
    email,
    role,
    invited_at: new Date(invitedAtMs).toISOString(),
    accepted_at: timeTextOrNull(acceptedAtMs),
    signed_in_at: timeTextOrNull(signedInAtMs),
  };
}

function reachedJson({ member, undeliverableSinceMs }: ReachedMember) {
  return {
    ...memberJson(member),
    mail_returned_at: timeTextOrNull(undeliverableSinceMs),
  };
}
