/**
 * Sends one queued email: finds the recipient, writes the text and passes it to the mailer. An email to an unknown
 * address is dropped.
 */
import type { PeopleStore } from '../../access/people/people-store.ts';
import { isWrittenTo } from '../../access/people/person.ts';
import { makeLink } from '../../access/people/sign-in.ts';
import { invitationEmail, linkEmail, noticeEmail, type EmailSettings } from './emails.ts';
import { EmailRefusedError, type Email, type EmailOrder, type Mailer, type NoticeKey } from './email-order.ts';
import { MINUTE_MS, type Clock } from '../../time.ts';

/** `in_doubt`: another delivery claimed the email recently, and it is unknown whether it was sent. */
export type NoticeClaim = 'claimed' | 'told' | 'in_doubt';

/** The port that allows only one email per event and person. */
export interface NoticeStore {
  /** A claim that stays in doubt is released after `DOUBT_MS`. */
  claim(key: NoticeKey, nowMs: number): Promise<NoticeClaim>;
  /** Records that the email was sent. */
  told(key: NoticeKey, nowMs: number): Promise<void>;
  /** Records that the email was certainly not sent, so that the next delivery may try. */
  release(key: NoticeKey): Promise<void>;
}

/** Long enough for the mailer to report acceptance, and shorter than the queue's visibility timeout. */
export const DOUBT_MS = 5 * MINUTE_MS;

/** Thrown so that the queue delivers the message again, when the doubt is resolved. */
export class NoticeInDoubtError extends Error {
  override readonly name = 'NoticeInDoubtError';
}

export interface MailPorts {
  readonly people: PeopleStore;
  readonly mailer: Mailer;
  readonly notices: NoticeStore;
  readonly settings: EmailSettings;
  readonly clock: Clock;
}

/** @returns the number of delivered emails */
export async function carryOutOrder(ports: MailPorts, order: EmailOrder): Promise<number> {
  switch (order.kind) {
    case 'link':
      return sendLink(ports, order);
    case 'invitation':
      return sendInvitation(ports, order);
    case 'notice':
      return sendNotices(ports, order);
  }
}

type Order<Kind extends EmailOrder['kind']> = Extract<EmailOrder, { kind: Kind }>;

async function sendLink({ people, mailer, settings, clock }: MailPorts, order: Order<'link'>): Promise<number> {
  const token = await makeLink(people, order, clock.nowMs());
  if (token === undefined) return 0;
  await mailer.deliver(linkEmail(order.email, token, settings));
  return 1;
}

async function sendInvitation(ports: MailPorts, { accountId, personId }: Order<'invitation'>): Promise<number> {
  const [found, person] = await Promise.all([ports.people.readMembers(accountId), ports.people.readPerson(personId)]);
  const invited = found?.invited.find((one) => one.personId === personId);
  if (invited === undefined || person === undefined || person.value.undeliverableSinceMs !== null) return 0;
  await ports.mailer.deliver(
    invitationEmail(
      invited.email,
      { accountId, accountName: found?.account.value.name ?? '', role: invited.role, invitedAtMs: invited.invitedAtMs },
      ports.settings,
    ),
  );
  return 1;
}

async function sendNotices(ports: MailPorts, order: Order<'notice'>): Promise<number> {
  const { accountId, about, event, sentence, facts } = order;
  const found = await ports.people.readMembers(accountId);
  let delivered = 0;
  let inDoubt = 0;
  for (const member of found?.members ?? []) {
    const { personId } = member;
    if (!isWrittenTo(member) || !member.notices.includes(about)) continue;
    const person = (await ports.people.readPerson(personId))?.value;
    if (person === undefined || person.undeliverableSinceMs !== null) continue;
    const notice = { accountId, event, personId };
    const email = noticeEmail(
      { email: member.email, notice },
      { about, accountName: found?.account.value.name ?? '', sentence, facts },
      ports.settings,
    );
    const outcome = await deliverOnce(ports, notice, email);
    if (outcome === 'delivered') delivered += 1;
    if (outcome === 'in_doubt') inDoubt += 1;
  }
  if (inDoubt > 0) throw new NoticeInDoubtError('An email about the event may be on its way');
  return delivered;
}

/**
 * Never sends twice, but may send late after a kill. Between the claim and `told` the email is in doubt, until the
 * mailer reports that it accepted the email (then it counts as sent) or reports nothing for `DOUBT_MS` (then it is
 * sent).
 */
async function deliverOnce(
  { notices, mailer, clock }: MailPorts,
  notice: NoticeKey,
  email: Email,
): Promise<'delivered' | 'told' | 'in_doubt'> {
  const claim = await notices.claim(notice, clock.nowMs());
  if (claim !== 'claimed') return claim;
  try {
    await mailer.deliver(email);
  } catch (error) {
    if (error instanceof EmailRefusedError) await notices.release(notice);
    throw error;
  }
  await notices.told(notice, clock.nowMs());
  return 'delivered';
}
