/** The words of the letters. Plain text; what customers named is cleaned of control characters and cut. */
import { cleanText } from '../clean-text.ts';
import type { Letter, NoticeKey } from './email-order.ts';

const NAME_CHARACTERS = 80;

export interface LetterSettings {
  /** Where people sign in, without a slash at its end. */
  readonly dashboardUrl: string;
  readonly supportEmail: string;
}

export function linkLetter(to: string, token: string, settings: LetterSettings): Letter {
  return {
    to,
    subject: 'Your link to sign in',
    text: lines(
      'Sign in to Product Data with this link:',
      '',
      `${settings.dashboardUrl}/sign-in#${token}`,
      '',
      'It works once, within 15 minutes, in the browser that asked for it.',
      'If you did not ask for it, do nothing: without your click it opens nothing.',
      '',
      settings.supportEmail,
    ),
  };
}

export function invitationLetter(to: string, accountName: string, settings: LetterSettings): Letter {
  const name = cleanText(accountName, NAME_CHARACTERS);
  return {
    to,
    subject: `You are invited to ${name} on Product Data`,
    text: lines(
      `You were made a member of the account ${name}.`,
      '',
      `Sign in with this e-mail address: ${settings.dashboardUrl}`,
      '',
      'If you do not know why, do nothing, or write to us:',
      settings.supportEmail,
    ),
  };
}

/** @param sentence its first line is the subject */
export function noticeLetter(
  { email, notice }: { readonly email: string; readonly notice: NoticeKey },
  accountName: string,
  sentence: string,
  settings: LetterSettings,
): Letter {
  const name = cleanText(accountName, NAME_CHARACTERS);
  const said = sentence.split('\n').map((line) => cleanText(line, 500));
  return {
    to: email,
    notice,
    subject: `${name}: ${said[0] ?? ''}`,
    text: lines(
      `Account ${name}:`,
      '',
      ...said,
      '',
      `More: ${settings.dashboardUrl}`,
      `Which letters you get is set there, under "Cap and members".`,
      '',
      settings.supportEmail,
    ),
  };
}

function lines(...texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}
