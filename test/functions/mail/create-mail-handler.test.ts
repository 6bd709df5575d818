import type { SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { NoticeClaim } from '../../../core/dashboard/mail/send-email.ts';
import { createMailHandler } from '../../../functions/mail/create-mail-handler.ts';
import type { MailDependencies } from '../../../functions/mail/dependencies.ts';

const [accountId, personId] = ['acc_0123456789', 'per_0123456789abcdef'];
const NOTICE = { kind: 'notice', accountId, about: 'cap', event: 'cap', sentence: 'The cap is near.', facts: [] };
const OWNER = { personId, email: 'a@b.example', role: 'owner', acceptedAtMs: 1, signedInAtMs: 1, notices: ['cap'] };

/** Delivers messages to the mail function; `claim` says what became of the notice before. */
async function deliver(
  messages: readonly (object | string)[],
  { claim = 'claimed', isDown = false }: { claim?: NoticeClaim; isDown?: boolean } = {},
) {
  const logged: string[] = [];
  const emails: unknown[] = [];
  const handler = createMailHandler({
    ports: {
      people: {
        readMembers: async () => ({ members: [OWNER], invited: [], account: { value: { name: 'Acme' } } }),
        readPerson: async () => ({ value: { undeliverableSinceMs: null } }),
      },
      mailer: {
        deliver: async (email: unknown) => {
          if (isDown) throw new Error('a@b.example is slow');
          emails.push(email);
        },
      },
      notices: { claim: async () => claim, told: async () => undefined, release: async () => undefined },
      settings: {
        dashboardUrl: 'https://example.com/dashboard',
        supportEmail: 'help@example.com',
        serviceName: 'Parts',
      },
      clock: { nowMs: () => 0 },
    },
    log: {
      handled: (kind: string, count: number) => void logged.push(`${kind} ${count}`),
      internalError: () => void logged.push('failed'),
    },
  } as unknown as MailDependencies);
  const Records = messages.map((message, index) => ({
    messageId: `m${index}`,
    body: typeof message === 'string' ? message : JSON.stringify(message),
  }));
  const { batchItemFailures } = await handler({ Records: Records as SQSRecord[] });
  return { logged, emails: emails.length, again: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}

test('a message of the mail queue that is neither an order nor an event is logged and not delivered again', async () => {
  expect(await deliver(['{', { kind: 'letter' }, NOTICE])).toEqual({
    logged: ['unknown 0', 'unknown 0', 'notice 1'],
    emails: 1,
    again: [],
  });
});

test('a notice that another run may be sending is delivered again later, without an alarm', async () => {
  expect(await deliver([NOTICE], { claim: 'in_doubt' })).toEqual({ logged: ['in_doubt 0'], emails: 0, again: ['m0'] });
});

test('a notice that was sent before is not sent twice', async () => {
  expect(await deliver([NOTICE], { claim: 'told' })).toEqual({ logged: ['notice 0'], emails: 0, again: [] });
});

test('an email that the mailer does not take is delivered again and raises an alarm', async () => {
  expect(await deliver([NOTICE], { isDown: true })).toEqual({ logged: ['failed'], emails: 0, again: ['m0'] });
});
