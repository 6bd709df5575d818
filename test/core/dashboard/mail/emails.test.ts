/**
 * Every email, written by one builder: the same facts and links as HTML and as text, and nothing that a mail program
 * does not show.
 */
import { describe, expect, test } from 'vitest';
import { EMAILS } from '../../../support/fixtures/emails.ts';

describe.each(EMAILS)('the email about %s', (_name, { subject, text, html }) => {
  test('has inline styles only: no script, picture, style sheet, form or tracking', () => {
    expect(html).not.toMatch(/<(?:script|img|style|link|form|iframe|svg|object)\b|url\(|\son\w+=|javascript:/i);
    for (const [, url] of html.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(url).toMatch(/^(?:https:\/\/page\.test\.example\/dashboard|mailto:support@test\.example)/);
    expect(html.length).toBeLessThan(10_000);
  });

  test('escapes names in the HTML, and breaks no line of the text or the subject by them', () => {
    expect(html).not.toContain('<b>');
    expect(html).not.toContain('<script');
    expect(subject).not.toMatch(/[\r\n]|acc_|cat_|usr_/);
    expect(text).not.toMatch(/^Bcc:/m);
  });

  test('has the same links and facts in both parts', () => {
    const linked = [...html.matchAll(/href="(https[^"]*)"/g)].map(([, url]) => url);
    for (const url of linked) expect(text).toContain(url?.replaceAll('&amp;', '&'));
    const words = html
      .replace(/<title>[^]*?<\/title>|<[^>]+>/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&');
    const flat = (of: string) => of.replace(/\s+/g, ' ');
    for (const line of text
      .split('\n')
      .filter((one) => one.trim() !== '' && !/^-- $|^https|:$|^ {2}|\(https|^Product Data/.test(one)))
      expect(flat(words)).toContain(flat(line).trim());
  });

  test('leads to the very thing, and says what to do if it was not the reader', () => {
    expect(text).toMatch(/:\nhttps:\/\/page\.test\.example\/dashboard/);
    expect(text).toMatch(/^If /m);
  });
});

test('name who, what and where in the subject', () => {
  const subjects = Object.fromEntries(EMAILS.map(([name, { subject }]) => [name, subject]));
  expect(subjects['sign-in']).toBe('Your link to sign in to Product Data');
  expect(subjects['import_ended']).toMatch(/^Löwe .*: Stückliste .* is imported$/);
});

test.each(EMAILS)('the whole email about %s', (_name, { html, text }) => {
  expect(html).toMatchSnapshot();
  expect(text).toMatchSnapshot();
});
