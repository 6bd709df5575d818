/** `admin members …`: the people of an account, who sign in to the customer's page. */
import { Command, Option } from 'commander';
import { DynamoPeopleStore } from '../../functions/adapters/dynamodb/people/dynamo-people-store.ts';
import { SqsMailQueue } from '../../functions/adapters/sqs/sqs-mail-queue.ts';
import {
  erasePerson,
  inviteMember,
  removeMember,
  setMemberRole,
} from '../../functions/core/people/administer-members.ts';
import type { PeopleStore } from '../../functions/core/people/people-store.ts';
import { MEMBER_ROLES, type Member, type MemberRole, type Person } from '../../functions/core/people/person.ts';
import { confirm } from './console/confirm.ts';
import { OperatorError } from './console/operator-error.ts';
import { printTable } from './console/print.ts';
import { readAccountId, readEmail } from './console/read-option.ts';
import { orRefuse } from './console/refusal-words.ts';
import type { OpenStage } from './stage/open-stage.ts';
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
    .description('Make somebody a member; a letter tells them where to sign in')
    .argument('<account>', 'account id', readAccountId)
    .argument('<email>', 'e-mail address', readEmail)
    .addOption(
      new Option('--role <role>', 'owners hold keys, cap and members; members read, upload and correct')
        .choices([...MEMBER_ROLES])
        .default('member'),
    )
    .action((accountId: string, email: string, { role }: { readonly role: MemberRole }, command: Command) =>
      runCommand(command, async ({ stage, who, answer }) => {
        const member = orRefuse(await inviteMember(storeOf(stage), { accountId, email, role }, { who }, Date.now()));
        const told = await sendInvitation(stage, member);
        answer({ ...memberJson(member), told }, () => {
          console.log(`${email} is ${role === 'owner' ? 'an owner' : 'a member'} of ${accountId}.`);
          console.log(
            told ? 'A letter is on its way.' : 'No letter could be sent: tell them to sign in at /dashboard.',
          );
        });
      }),
    );
}

/** The person is a member already: a queue that does not answer is no reason to fail. */
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
      runCommand(command, async ({ stage, answer }) => {
        const members = await membersOf(storeOf(stage), accountId);
        answer(members.map(memberJson), () =>
          members.length === 0
            ? console.log('The account has no members: `members invite` makes one.')
            : printTable(
                ['E-mail', 'Role', { heading: 'Id', minor: true }, 'Invited', 'First came'],
                members.map(({ email, role, personId, invitedAtMs, signedInAtMs }) => [
                  email,
                  role,
                  personId,
                  dayText(invitedAtMs),
                  signedInAtMs === null ? 'never' : dayText(signedInAtMs),
                ]),
              ),
        );
      }),
    );
}

function roleCommand(): Command {
  return new Command('role')
    .description('Make a member an owner, or an owner a member')
    .argument('<account>', 'account id', readAccountId)
    .argument('<email>', 'e-mail address', readEmail)
    .argument('<role>', MEMBER_ROLES.join(' or '))
    .action((accountId: string, email: string, role: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer }) => {
        const wanted = MEMBER_ROLES.find((known) => known === role);
        if (wanted === undefined) throw new OperatorError(`There is no such role. Roles: ${MEMBER_ROLES.join(', ')}.`);
        const store = storeOf(stage);
        const member = await findMember(store, accountId, email);
        const changed = orRefuse(await setMemberRole(store, member, wanted, { who }, Date.now()));
        answer(memberJson(changed), () => console.log(`${email} is now: ${changed.role}.`));
      }),
    );
}

function removeCommand(): Command {
  return new Command('remove')
    .description('Take somebody out of an account; their sessions end at once')
    .argument('<account>', 'account id', readAccountId)
    .argument('<email>', 'e-mail address', readEmail)
    .action((accountId: string, email: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer }) => {
        const store = storeOf(stage);
        const member = await findMember(store, accountId, email);
        await confirm(`${email} will be signed out and see nothing of ${accountId} any more. Go on?`, yes);
        orRefuse(await removeMember(store, member, { who }, Date.now()));
        answer(memberJson(member), () => console.log(`${email} is removed from ${accountId}.`));
      }),
    );
}

function signOutCommand(): Command {
  return new Command('sign-out')
    .description('End every session of a person at once')
    .argument('<email>', 'e-mail address', readEmail)
    .action((email: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const store = storeOf(stage);
        const { personId } = await findPerson(store, email);
        const sessions = await store.endSessions(personId);
        answer({ person_id: personId, sessions }, () => console.log(`Sessions ended: ${sessions}.`));
      }),
    );
}

function eraseCommand(): Command {
  return new Command('erase')
    .description('Delete everything that is kept of a person; the audit trail keeps their id, which names nobody then')
    .argument('<email>', 'e-mail address', readEmail)
    .action((email: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer }) => {
        const store = storeOf(stage);
        const { personId } = await findPerson(store, email);
        await confirm(`${email} will be removed from every account and deleted for good. Go on?`, yes);
        const accounts = orRefuse(await erasePerson(store, email, { who }, Date.now()));
        answer({ person_id: personId, accounts }, () => console.log(`${personId} is erased.`));
      }),
    );
}

async function membersOf(store: PeopleStore, accountId: string): Promise<readonly Member[]> {
  const found = await store.readMembers(accountId);
  if (found === undefined) throw new OperatorError('There is no such account in this stage.');
  return found.members;
}

async function findMember(store: PeopleStore, accountId: string, email: string): Promise<Member> {
  const member = (await membersOf(store, accountId)).find((one) => one.email === email);
  if (member !== undefined) return member;
  throw new OperatorError('Nobody with this address is a member: `members list ACCOUNT` shows who is.');
}

async function findPerson(store: PeopleStore, email: string): Promise<Person> {
  const person = (await store.findPerson(email))?.value;
  if (person !== undefined) return person;
  throw new OperatorError('Nobody with this address is known in this stage.');
}

function storeOf(stage: OpenStage): DynamoPeopleStore {
  return new DynamoPeopleStore(stage.documents, stage.output('AccountsTable'));
}

function memberJson({ accountId, personId, email, role, invitedAtMs, signedInAtMs }: Member) {
  return {
    account_id: accountId,
    person_id: personId,
    email,
    role,
    invited_at: new Date(invitedAtMs).toISOString(),
    signed_in_at: signedInAtMs === null ? null : new Date(signedInAtMs).toISOString(),
  };
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
