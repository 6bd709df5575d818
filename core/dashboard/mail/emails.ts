/**
 * Says what each email says: who did what, when, in which account, by the names that the customer gave; where to look
 * at it; and what to do if it was not the reader. Names are the only text of customers in an email: no secret, part
 * number or text of a file.
 */
import { cleanText } from '../../clean-text.ts';
import { minuteText } from '../../time.ts';
import type { Email, NoticeKey } from './email-order.ts';
import type { NoticeKind } from '../../access/people/person.ts';
import { nameInEmail } from './name-in-email.ts';
import { writeEmail, type EmailContent, type EmailFoot, type Link } from './write-email.ts';

export interface EmailSettings extends EmailFoot {
  /** The sign-in URL, without a trailing slash. */
  readonly dashboardUrl: string;
}

/** The most characters of a name in a subject. */
const NAME_CHARACTERS = 80;

export function linkEmail(to: string, token: string, settings: EmailSettings): Email {
  const subject = `Your link to sign in to ${settings.serviceName}`;
  const content: EmailContent = {
    heading: `Sign in to ${settings.serviceName}`,
    lead: ['Somebody asked for this link. It works once, within 15 minutes, in the browser that asked for it.'],
    facts: [],
    button: { label: 'Sign in', url: `${settings.dashboardUrl}/sign-in#${token}` },
    otherwise: ['If this was not you, do nothing: nobody can sign in without this email.'],
    account: null,
  };
  return {
    to,
    subject,
    ...writeEmail(content, settings),
  };
}

interface Invitation {
  readonly accountId: string;
  readonly accountName: string;
  readonly role: 'owner' | 'member';
  readonly invitedAtMs: number;
}

export function invitationEmail(
  to: string,
  { accountId, accountName, role, invitedAtMs }: Invitation,
  settings: EmailSettings,
): Email {
  const name = nameInEmail(accountName, accountId, NAME_CHARACTERS);
  const may =
    role === 'owner'
      ? 'As an owner you hold keys, the cap and the members.'
      : 'As a member you can upload files, decide rows and read usage. You cannot change keys, the cap or members.';
  const content: EmailContent = {
    heading: `You are invited to ${name}`,
    lead: [`An owner of ${name} asks you to join. ${may}`],
    facts: [['Invited', minuteText(invitedAtMs)]],
    button: { label: 'Look at the invitation', url: settings.dashboardUrl },
    otherwise: [`If you do not know ${name}, do nothing: without your click you join nothing.`],
    account: name,
  };
  const subject = `You are invited to ${name} on ${settings.serviceName}`;
  return {
    to,
    subject,
    ...writeEmail(content, settings),
  };
}

interface NoticeWords {
  readonly about: NoticeKind;
  readonly accountName: string;
  /** The first line is the subject and the heading. */
  readonly sentence: string;
  readonly facts?: readonly (readonly [name: string, value: string])[] | undefined;
}

export function noticeEmail(
  { email, notice }: { readonly email: string; readonly notice: NoticeKey },
  { about, accountName, sentence, facts = [] }: NoticeWords,
  settings: EmailSettings,
): Email {
  const name = nameInEmail(accountName, notice.accountId, NAME_CHARACTERS);
  const [heading = '', ...lead] = sentence.split('\n').map((line) => cleanText(line, 500));
  const { button, otherwise } = wayOn(about, notice.event, settings.dashboardUrl);
  const members = { label: 'Members', url: `${settings.dashboardUrl}/members` };
  const content: EmailContent = {
    heading,
    lead,
    facts,
    button,
    otherwise: [...otherwise, ' Which emails you get is set under ', members, '.'],
    account: name,
  };
  return { to: email, notice, subject: `${name}: ${heading}`, ...writeEmail(content, settings) };
}

/** The page of the very thing, and what to do if it is not as it should be. */
function wayOn(
  about: NoticeKind,
  event: string,
  page: string,
): { readonly button: Link; readonly otherwise: readonly (string | Link)[] } {
  const trail = { label: 'audit trail', url: `${page}/trail` };
  const of = event.split(':')[1] ?? '';
  const id = encodeURIComponent(of);
  switch (about) {
    case 'tokens':
    case 'cap':
      return {
        button: { label: 'Look at the cap', url: `${page}/settings` },
        otherwise: [
          'If the use surprises you, give the key that makes it a budget, or revoke it: ',
          { label: 'Keys', url: `${page}/keys` },
          '.',
        ],
      };
    case 'budget': {
      const isSignIn = event.includes(':sign-in:');
      const view = isSignIn ? 'assistants' : 'keys';
      return {
        button: {
          label: event.endsWith(':100') ? 'Raise the budget' : 'Look at the budget',
          url: `${page}/${view}?budget=${id}`,
        },
        otherwise: [
          'If the use surprises you, look at ',
          { label: 'its calls', url: `${page}/requests?key=${id}` },
          ' or ',
          isSignIn
            ? { label: 'end the sign-in', url: `${page}/assistants` }
            : { label: 'revoke the key', url: `${page}/keys?revoke=${id}` },
          '. It stops with the next call.',
        ],
      };
    }
    case 'payment':
      return {
        button: { label: 'Look at the plan', url: `${page}/settings` },
        otherwise: ['If you have paid, do nothing: it is settled when the payment arrives.'],
      };
    case 'new_key':
      return {
        button: { label: 'See the keys', url: `${page}/keys` },
        otherwise: [
          'If nobody of you made it: ',
          { label: 'revoke the key', url: `${page}/keys?revoke=${id}` },
          '. It stops with the next call. Then look at the ',
          trail,
          '.',
        ],
      };
    case 'import_ended':
      return {
        button: { label: 'Open the catalog', url: `${page}/catalogs?list=${id}` },
        otherwise: ['If nobody of you uploaded it, look at the ', trail, '.'],
      };
    case 'research_ended':
      return {
        button: { label: 'See what was found', url: `${page}/research` },
        otherwise: ['If nobody of you asked for it, look at the ', trail, '.'],
      };
    case 'statement':
      return {
        button: { label: 'Open the statement', url: `${page}/statements?period=${id}` },
        otherwise: ['If it surprises you, look at the ', { label: 'requests', url: `${page}/requests` }, '.'],
      };
  }
}
