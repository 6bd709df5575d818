/**
 * Writes the emails as plain text that names accounts, keys and catalogs by id. They contain no customer text: otherwise anyone who can
 * trigger an email could send any text from the service's address.
 */
import { cleanText } from '../../clean-text.ts';
import type { Email, NoticeKey } from './email-order.ts';

export interface EmailSettings {
  /** The sign-in URL, without a trailing slash. */
  readonly dashboardUrl: string;
  readonly supportEmail: string;
}

export function linkEmail(to: string, token: string, settings: EmailSettings): Email {
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

export function invitationEmail(to: string, accountId: string, settings: EmailSettings): Email {
  return {
    to,
    subject: 'You are invited to an account on Product Data',
    text: lines(
      `You are invited to the account ${accountId}.`,
      '',
      `Sign in with this email address to see whose it is, and to accept or decline: ${settings.dashboardUrl}`,
      '',
      'If you do not know why, do nothing, or write to us:',
      settings.supportEmail,
    ),
  };
}

/** @param sentence its first line is the subject */
export function noticeEmail(
  { email, notice }: { readonly email: string; readonly notice: NoticeKey },
  sentence: string,
  settings: EmailSettings,
): Email {
  const said = sentence.split('\n').map((line) => cleanText(line, 500));
  return {
    to: email,
    notice,
    subject: `${notice.accountId}: ${said[0] ?? ''}`,
    text: lines(
      `Account ${notice.accountId}:`,
      '',
      ...said,
      '',
      `More: ${settings.dashboardUrl}`,
      `Which emails you get is set there, under "Members".`,
      '',
      settings.supportEmail,
    ),
  };
}

function lines(...texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}
