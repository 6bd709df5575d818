/**
 * Writes an email as HTML and as text with the same facts and links. Mail programs ignore style sheets and scripts and
 * may fetch pictures from elsewhere, so the HTML has inline styles only. Names that customers gave are cleaned and
 * escaped.
 */
import { cleanText } from '../../clean-text.ts';
import { escapeHtml } from '../../http/escape-html.ts';

export interface Link {
  readonly label: string;
  readonly url: string;
}

/** What an email says, whatever its form. */
export interface EmailContent {
  readonly heading: string;
  /** Paragraphs. */
  readonly lead: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly button: Link;
  /** What to do if it was not the reader: a sentence with links in it. */
  readonly otherwise: readonly (string | Link)[];
  /** The name of the account; null for an email about no account. */
  readonly account: string | null;
}

/** What every email of a stage ends with. */
export interface EmailFoot {
  readonly supportEmail: string;
  readonly serviceName: string;
}

const TEXT = '#4e4e59';
const DARK = '#16161b';
const FAINT = '#686874';
const LINE = '#e7e7ec';
const BLUE = '#2a44c8';
const MAX_CHARACTERS = 500;

export function writeEmail(content: EmailContent, foot: EmailFoot): { readonly html: string; readonly text: string } {
  return { html: htmlOf(content, foot), text: textOf(content, foot) };
}

function textOf(
  { heading, lead, facts, button, otherwise, account }: EmailContent,
  { supportEmail, serviceName }: EmailFoot,
): string {
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  const rows = facts.map(([name, value]) => `  ${clean(name).padEnd(width)}  ${clean(value)}`);
  const otherParts = otherwise.map((part) => (typeof part === 'string' ? part : `${part.label} (${part.url})`));
  const parts = [
    clean(heading),
    ...lead.map(clean),
    ...(rows.length > 0 ? [rows.join('\n')] : []),
    `${button.label}:\n${button.url}`,
    otherParts.join(''),
    `-- \n${clean(serviceName)}${account === null ? '' : `, for the account ${clean(account)}`}\n${supportEmail}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function htmlOf(
  { heading, lead, facts, button, otherwise, account }: EmailContent,
  { supportEmail, serviceName }: EmailFoot,
): string {
  const paragraphs = lead.map(
    (text) => `<p style="margin:0 0 14px;font-size:15px;line-height:1.6;color:${TEXT}">${escapeClean(text)}</p>`,
  );
  const otherParts = otherwise.map((part) => (typeof part === 'string' ? escapeHtml(part) : linkTo(part, BLUE)));
  const foot = `${escapeClean(serviceName)}${account === null ? '' : `, for the account ${escapeClean(account)}`}. Questions: `;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeClean(heading)}</title>
</head>
<body style="margin:0;padding:0;background:#f8f8fa;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f8f8fa"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 18px;font-size:15px;font-weight:600;color:${DARK}"><span style="display:inline-block;width:12px;height:12px;border-radius:4px;background:#17171d;margin-right:8px"></span>${escapeClean(serviceName)}</td></tr>
<tr><td style="background:#ffffff;border:1px solid ${LINE};border-radius:12px;padding:28px">
<h1 style="margin:0 0 12px;font-size:20px;line-height:1.3;color:${DARK};overflow-wrap:anywhere">${escapeClean(heading)}</h1>
${paragraphs.join('\n')}
${factTable(facts)}<a href="${escapeHtml(button.url)}" style="display:inline-block;background:#17171d;color:#ffffff;font-size:15px;font-weight:500;text-decoration:none;padding:12px 20px;border-radius:8px">${escapeHtml(button.label)}</a>
<p style="margin:16px 0 0;font-size:13px;line-height:1.5;color:${FAINT};word-break:break-all">Or open: ${linkTo({ label: button.url, url: button.url }, BLUE)}</p>
</td></tr>
<tr><td style="padding:18px 4px 0;font-size:13px;line-height:1.6;color:${TEXT}">${otherParts.join('')}</td></tr>
<tr><td style="padding:14px 4px 0;font-size:12px;line-height:1.6;color:${FAINT}">${foot}${linkTo({ label: supportEmail, url: `mailto:${supportEmail}` }, FAINT)}</td></tr>
</table></td></tr></table>
</body>
</html>
`;
}

function factTable(facts: EmailContent['facts']): string {
  if (facts.length === 0) return '';
  const border = `border-top:1px solid ${LINE}`;
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:7px 16px 7px 0;color:${FAINT};font-size:14px;vertical-align:top;${border}">${escapeClean(name)}</td><td style="padding:7px 0;color:${DARK};font-size:14px;overflow-wrap:anywhere;${border}">${escapeClean(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:6px 0 22px">${rows.join('')}</table>\n`;
}

function linkTo({ label, url }: Link, colour: string): string {
  return `<a href="${escapeHtml(url)}" style="color:${colour}">${escapeHtml(label)}</a>`;
}

function escapeClean(text: string): string {
  return escapeHtml(clean(text));
}

function clean(text: string): string {
  return cleanText(text, MAX_CHARACTERS);
}
