/** The words of the letters. Plain text; what customers named is cleaned of control characters and cut. */
import { cleanText } from '../clean-text.ts';
import type { Letter } from './mail-order.ts';

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

export function noticeLetter(to: string, accountName: string, sentence: string, settings: LetterSettings): Letter {
  const name = cleanText(accountName, NAME_CHARACTERS);
  return {
    to,
    subject: `${name}: ${cleanText(sentence, NAME_CHARACTERS)}`,
    text: lines(
      `Account ${name}:`,
      '',
      cleanText(sentence, 1_000),
      '',
      `More: ${settings.dashboardUrl}`,
      `Which letters you get is set there, under Members.`,
      '',
      settings.supportEmail,
    ),
  };
}

function lines(...texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}
