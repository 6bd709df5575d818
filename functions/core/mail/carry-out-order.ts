/** Carries out an order of the mail queue: finds out who is meant, writes the letter, hands it over. An order for an unknown address ends here. */
import type { Clock } from '../clock.ts';
import type { PeopleStore } from '../people/people-store.ts';
import { makeLink } from '../people/sign-in.ts';
import { invitationLetter, linkLetter, noticeLetter, type LetterSettings } from './letters.ts';
import type { Letter, Mailer, MailOrder } from './mail-order.ts';

/** The port that lets one of all orders about an event through. */
export interface NoticeLedger {
  /** False when the event was told to the person before. */
  claim(accountId: string, event: string, personId: string, nowMs: number): Promise<boolean>;
  /** The letter was not delivered: the next order may try again. */
  release(accountId: string, event: string, personId: string): Promise<void>;
}

export interface MailServices {
  readonly people: PeopleStore;
  readonly mailer: Mailer;
  readonly notices: NoticeLedger;
  readonly settings: LetterSettings;
  readonly clock: Clock;
}

/** @returns how many letters were delivered */
export async function carryOutOrder(services: MailServices, order: MailOrder): Promise<number> {
  switch (order.kind) {
    case 'link':
      return sendLink(services, order);
    case 'invitation':
      return sendInvitation(services, order);
    case 'notice':
      return sendNotices(services, order);
  }
}

type Order<Kind extends MailOrder['kind']> = Extract<MailOrder, { kind: Kind }>;

async function sendLink({ people, mailer, settings, clock }: MailServices, order: Order<'link'>): Promise<number> {
  const token = await makeLink(people, order, clock.nowMs());
  if (token === undefined) return 0;
  await mailer.deliver(linkLetter(order.email, token, settings));
  return 1;
}

async function sendInvitation(services: MailServices, { accountId, personId }: Order<'invitation'>): Promise<number> {
  const found = await services.people.readMembers(accountId);
  const member = found?.members.find((one) => one.personId === personId);
  if (found === undefined || member === undefined) return 0;
  await services.mailer.deliver(invitationLetter(member.email, found.account.value.name, services.settings));
  return 1;
}

async function sendNotices(services: MailServices, order: Order<'notice'>): Promise<number> {
  const { accountId, about, event, sentence } = order;
  const found = await services.people.readMembers(accountId);
  let delivered = 0;
  for (const { personId, email, notices } of found?.members ?? []) {
    if (found === undefined || !notices.includes(about)) continue;
    const person = (await services.people.readPerson(personId))?.value;
    if (person === undefined || person.undeliverableSinceMs !== null) continue;
    const letter = noticeLetter(email, found.account.value.name, sentence, services.settings);
    if (await deliverOnce(services, { accountId, event, personId }, letter)) delivered += 1;
  }
  return delivered;
}

async function deliverOnce(
  { notices, mailer, clock }: MailServices,
  { accountId, event, personId }: { readonly accountId: string; readonly event: string; readonly personId: string },
  letter: Letter,
): Promise<boolean> {
  if (!(await notices.claim(accountId, event, personId, clock.nowMs()))) return false;
  try {
    await mailer.deliver(letter);
    return true;
  } catch (error) {
    await notices.release(accountId, event, personId);
    throw error;
  }
}
