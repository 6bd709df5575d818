/** `admin members …`: the people of an account, who sign in to the customer's page. */
import { timeTextOrNull } from '../../core/time.ts';
import { Command, Option } from 'commander';
import { DynamoPeopleStore } from '../../adapters/dynamodb/people/dynamo-people-store.ts';
import { SqsMailQueue } from '../../adapters/sqs/sqs-mail-queue.ts';
import {
  erasePerson,
  inviteMember,
  listMembers,
  removeMember,
  setMemberRole,
  type ReachedMember,
} from '../../core/people/administer-members.ts';
import { reachAgain } from '../../core/people/hear-bounce.ts';
import { isMember, MEMBER_ROLES, type Member, type MemberRole, type Person } from '../../core/people/person.ts';
import { confirm } from './console/confirm.ts';
import { OperatorError } from './console/operator-error.ts';
import { printTable, printText } from './console/print.ts';
import { printable } from './console/printable.ts';
import { readAccountId, readEmail } from './console/read-option.ts';
import { orRefuse } from './console/refusal-words.ts';
import { minuteText } from './console/values.ts';
import { nearestOr } from './stage/nearest.ts';
import type { OpenStage } from './stage/open-stage.ts';
import { accountSearchStore, requireAccount } from './stage/require-account.ts';
import { runCommand } from './stage/run-command.ts';

export function membersCommand(): Command {
  return new Command('members')
    .description('The people of an account: invite, list, remove, sign out, erase')
    .addCommand(inviteCommand())
    .addCommand(listCommand())
    .addCommand(roleCommand())
    .addCommand(removeCommand())
    .addCommand(signOutCommand())
    .addCommand(eraseCommand());
}

function inviteCommand(): Command {
  return new Command('invite')
    .description('Invite a person: an email tells them where to sign in and accept. Mail that came back is tried again')
    .argument('<account>', 'account id', readAccountId)
    .argument('<email>', 'e-mail address', readEmail)
    .addOption(
      new Option('--role <role>', 'owners hold keys, cap and members; members read, upload and correct')
        .choices([...MEMBER_ROLES])
        .default('member'),
    )
    .action((accountId: string, email: string, { role }: { readonly role: MemberRole }, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        await requireAccount(stage, accountId);
        const reached = await reachAgain(storeOf(stage), email);
        const member = await inviteOrFind(stage, { accountId, email, role }, who, reached);
        const told = !isMember(member) && (await sendInvitation(stage, member));
        answer({ ...memberJson(member), told }, () => {
          if (reached) printText(`Mail to ${email} had come back; from now on emails go there again.`);
          if (isMember(member)) printText(`${email} is ${memberWords(member)} of ${accountId} already.`);
          else
            printText(`${email} is invited as ${memberWords(member)} of ${accountId}, and becomes one by accepting.`);
          if (!isMember(member))
            printText(told ? 'An email is on its way.' : 'No email could be sent: tell them to sign in at /dashboard.');
          next('Whether they have accepted', `members list ${accountId}`);
        });
      }),
    );
}

/** @param reached the address could not be written to until now: that alone is a reason to invite a member again */
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

/** The person is already invited, so a queue that does not answer must not make the command fail. */
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
          next('Make one', `members invite ${accountId} NAME@EXAMPLE.COM --role owner`);
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
      'E-mail',
      'Role',
      { heading: 'Id', minor: true },
      { heading: 'Invited (UTC)', minor: true },
      'Accepted (UTC)',
      { heading: 'Signed in (UTC)', minor: true },
      'Mail',
    ],
    members.map(
      ({ member: { email, role, personId, invitedAtMs, acceptedAtMs, signedInAtMs }, undeliverableSinceMs }) => [
        email,
        role,
        personId,
        minuteText(invitedAtMs),
        acceptedAtMs === null ? 'invited' : minuteText(acceptedAtMs),
        signedInAtMs === null ? 'never' : minuteText(signedInAtMs),
        undeliverableSinceMs === null ? 'ok' : `back since ${minuteText(undeliverableSinceMs)}`,
      ],
    ),
  );
  const back = members.find(({ undeliverableSinceMs }) => undeliverableSinceMs !== null)?.member;
  if (back !== undefined) {
    printText('Mail to an address came back: nothing is sent there until its person signs in, or you invite it again.');
    next('Send there again', `members invite ${accountId} ${back.email} --role ${back.role}`);
  }
  next('Invite another person', `members invite ${accountId} NAME@EXAMPLE.COM`);
}

function roleCommand(): Command {
  return new Command('role')
    .description('Make a member an owner, or an owner a member')
    .argument('<account>', 'account id', readAccountId)
    .argument('<email>', 'e-mail address', readEmail)
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
          next('Who may do what', `members list ${accountId}`);
        });
      }),
    );
}

function removeCommand(): Command {
  return new Command('remove')
    .description('Take a person out of an account, or withdraw an invitation; other accounts of theirs stay')
    .argument('<account>', 'account id', readAccountId)
    .argument('<email>', 'e-mail address', readEmail)
    .action((accountId: string, email: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const member = await findMember(stage, accountId, email);
        await confirm(
          `${email} will no longer see anything of ${accountId}, nor will their assistants. Continue?`,
          yes,
        );
        orRefuse(await removeMember(storeOf(stage), member, { who }, Date.now()));
        answer(memberJson(member), () => {
          printText(`${email} is removed from ${accountId}.`);
          next('Who is left', `members list ${accountId}`);
        });
      }),
    );
}

function signOutCommand(): Command {
  return new Command('sign-out')
    .description('End every session of a person together')
    .argument('<email>', 'e-mail address', readEmail)
    .action((email: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const { personId, accountIds } = await findPerson(stage, email);
        const sessions = await storeOf(stage).endSessions(personId);
        answer({ person_id: personId, sessions }, () => {
          printText(`Sessions ended: ${sessions}. They can sign in again with a new link.`);
          next('Take their access away', `members remove ${accountIds[0] ?? 'acc_…'} ${email}`);
        });
      }),
    );
}

function eraseCommand(): Command {
  return new Command('erase')
    .description(
      'Delete everything that is kept of a person; the audit trail keeps only their id, which then identifies no one',
    )
    .argument('<email>', 'e-mail address', readEmail)
    .action((email: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const { personId } = await findPerson(stage, email);
        await confirm(`${email} will be removed from every account and deleted for good. Continue?`, yes);
        const accounts = orRefuse(await erasePerson(storeOf(stage), email, { who }, Date.now()));
        answer({ person_id: personId, accounts }, () => {
          printText(`${personId} is erased.`);
          const [first] = accounts;
          if (first === undefined) next('Every account', 'accounts list');
          else next('Who is left', `members list ${first}`);
        });
      }),
    );
}

/** @throws {OperatorError} when there is no such account, with the nearest ids */
async function membersOf(stage: OpenStage, accountId: string): Promise<readonly Member[]> {
  const found = await storeOf(stage).readMembers(accountId);
  if (found !== undefined) return [...found.members, ...found.invited];
  await requireAccount(stage, accountId);
  return [];
}

/** @throws {OperatorError} when the address is not a member's, with the nearest of those that are */
async function findMember(stage: OpenStage, accountId: string, email: string): Promise<Member> {
  const members = await membersOf(stage, accountId);
  const member = members.find((one) => one.email === email);
  if (member !== undefined) return member;
  const known = members.map((one) => one.email);
  throw new OperatorError(`No member of ${accountId} has the address ${printable(email)}.`, {
    code: 'unknown_member',
    fix: nearestOr(known, email, `\`members list ${accountId}\` shows those there are.`),
  });
}

/** @throws {OperatorError} when the address is unknown, with the nearest of those that are known */
async function findPerson(stage: OpenStage, email: string): Promise<Person> {
  const person = (await storeOf(stage).findPerson(email))?.value;
  if (person !== undefined) return person;
  const known = (await accountSearchStore(stage).readAll()).flatMap(({ members }) => members);
  throw new OperatorError(`No person of ${stage.stage} has the address ${printable(email)}.`, {
    code: 'unknown_member',
    fix: nearestOr(known, email, '`accounts find TEXT` looks for a part of an address.'),
  });
}

function storeOf(stage: OpenStage): DynamoPeopleStore {
  return new DynamoPeopleStore(stage.documents, stage.output('AccountsTable'));
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
