/**
 * Attacks with the service's emails: emails to strangers, the attacker's text in emails, and an inbox flooded before
 * its owner wants to sign in.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DynamoNoticeStore } from '../../adapters/dynamodb/access/dynamo-notice-store.ts';
import { createMailHandler } from '../../functions/mail/create-mail-handler.ts';
import type { Email } from '../../core/dashboard/mail/email-order.ts';
import { recordBounce } from '../../core/access/people/record-bounce.ts';
import { SESSION_COOKIE } from '../../core/access/people/session.ts';
import { NOON_MS, openAccount } from '../support/fixtures/accounts.ts';
import { openPageInterface, PAGE_ORIGIN, type PageInterface } from '../support/service/page-interface.ts';
import { invitePerson, joinAccount, signInPerson, type PersonSession } from '../support/service/people.ts';
import { HOUR_MS } from '../../core/time.ts';

const HOSTILE = 'Your invoice is overdue, pay now: https://evil.example/pay';

let page: PageInterface;
let nowMs = NOON_MS;
let addresses = 0;
beforeAll(async () => {
  page = await openPageInterface(() => nowMs);
});
afterAll(async () => page.stop());
beforeEach(() => {
  nowMs += 25 * HOUR_MS;
  page.mailed.length = 0;
});

async function newCompany(name = 'Company') {
  const { account } = await openAccount(page.client, page.tables.accountsTable, { name });
  const owner = await invitePerson(page.people, account.accountId, 'owner', nowMs);
  const session = await signInPerson(page.people, owner, nowMs);
  return { accountId: account.accountId, owner, session };
}
type Company = Awaited<ReturnType<typeof newCompany>>;

const codeOf = (answer: { json: any }) => answer.json?.errors?.[0]?.code as string | undefined;
const invite = ({ session }: Pick<Company, 'session'>, email: string, role = 'member') =>
  page.post('/members/invite', { email, role }, session);
const orders = (kind: string) => page.mailed.filter((order) => order.kind === kind);

/** The emails that the mail function sends from the queue. */
async function delivered(): Promise<readonly Email[]> {
  const emails: Email[] = [];
  const handler = mailHandler(emails);
  for (const order of page.mailed.splice(0))
    await handler({ Records: [{ messageId: 'm', body: JSON.stringify(order) } as never] });
  return emails;
}

function mailHandler(emails: Email[]) {
  return createMailHandler({
    ports: {
      people: page.people,
      notices: new DynamoNoticeStore(page.client, page.tables.accountsTable),
      mailer: { deliver: async (email) => void emails.push(email) },
      settings: {
        dashboardUrl: `${PAGE_ORIGIN}/dashboard`,
        supportEmail: 'support@test.example',
        serviceName: 'Product Data',
      },
      clock: { nowMs: () => nowMs },
    },
    log: { handled: () => undefined, internalError: (error) => void emails.push(error as never) },
  });
}

/** Sends the request from the given network address, or from a new one. */
const askForLink = (email: string, { from, cookie }: { from?: string; cookie?: string } = {}) => {
  addresses += 1;
  return page.send({
    method: 'POST',
    path: '/dashboard/api/sign-in-link',
    sourceIp: from ?? `10.${addresses >> 8}.${addresses & 255}.1`,
    ...(cookie !== undefined && { cookies: [`${SESSION_COOKIE}=${cookie}`] }),
    headers: { origin: PAGE_ORIGIN, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
};
const cookieOf = (answer: { headers: Readonly<Record<string, string>> }) =>
  (answer.headers['set-cookie'] ?? '').split(';')[0]?.slice(SESSION_COOKIE.length + 1) ?? '';

describe('invitations', () => {
  test('to one stranger end after five emails an hour, even if they are withdrawn in between', async () => {
    const company = await newCompany();
    let codes: (string | undefined)[] = [];
    for (let index = 0; index < 12; index += 1) {
      const invited = await invite(company, 'stranger@x.example', 'owner');
      codes = [...codes, codeOf(invited)];
      if (invited.statusCode === 201)
        await page.post('/members/remove', { person_id: invited.json.data.person_id }, company.session);
    }
    expect(codes.filter((code) => code === undefined)).toHaveLength(5);
    expect(codes.at(-1)).toBe('rate_limited');
    expect(orders('invitation')).toHaveLength(5);
  });

  test('to many strangers end after 20 a day per account; those of another account continue', async () => {
    const company = await newCompany();
    const codes = [];
    for (let index = 0; index < 22; index += 1)
      codes.push(codeOf(await invite(company, `s${index}-${nowMs}@x.example`)));
    expect(codes).toEqual([...Array<undefined>(20).fill(undefined), 'rate_limited', 'rate_limited']);
    expect(codeOf(await invite(await newCompany(), `s0-${nowMs}@x.example`))).toBeUndefined();
    nowMs += 24 * HOUR_MS;
    const session = await signInPerson(page.people, company.owner, nowMs);
    expect(codeOf(await invite({ session }, `later-${nowMs}@x.example`))).toBeUndefined();
  });

  test('of several accounts to one inbox are limited to ten an hour in total, and use up none of its sign-in links', async () => {
    const email = `shared-${nowMs}@x.example`;
    const companies = [await newCompany(), await newCompany(), await newCompany()];
    for (let round = 0; round < 4; round += 1)
      for (const company of companies) {
        const invited = await invite(company, email);
        if (invited.statusCode === 201)
          await page.post('/members/remove', { person_id: invited.json.data.person_id }, company.session);
      }
    expect(page.mailed).toHaveLength(10);
    for (let index = 0; index < 12; index += 1) await askForLink(email);
    expect([orders('invitation').length, orders('link').length]).toEqual([10, 10]);
  });

  test('to an inbox that got all its links are still sent', async () => {
    const email = `asked-${nowMs}@x.example`;
    for (let index = 0; index < 12; index += 1) await askForLink(email);
    await invite(await newCompany(), email);
    expect([orders('invitation').length, orders('link').length]).toEqual([1, 10]);
  });

  test('contain no text of the customer, only an id', async () => {
    const company = await newCompany(HOSTILE);
    await invite(company, `quiet-${nowMs}@x.example`, 'owner');
    const [email] = await delivered();
    expect(`${email?.subject} ${email?.text}`).toContain(company.accountId);
    expect(`${email?.subject} ${email?.text}`).not.toMatch(/invoice|evil/);
  });

  test('do not clear a bounce that happened at another account, and are not sent', async () => {
    const [theirs, mine] = [await newCompany(), await newCompany()];
    await recordBounce(page.people, theirs.owner.email, nowMs);
    const invited = await invite(mine, theirs.owner.email);
    expect(invited.json.data.mail_returned_at).toBe(new Date(nowMs).toISOString());
    expect(await delivered()).toEqual([]);
    expect((await page.people.findPerson(theirs.owner.email))?.value.undeliverableSinceMs).toBe(nowMs);
  });
});

describe('emails about events', () => {
  test('about keys that are created and revoked repeatedly end after 20 a day per account', async () => {
    const company = await newCompany();
    const other = await newCompany();
    for (let index = 0; index < 25; index += 1) {
      const made = await page.post('/keys', { name: 'k', kind: 'test', permissions: ['usage'] }, company.session);
      expect(made.statusCode).toBe(201);
      await page.post('/keys/revoke', { client_id: made.json.data.client_id }, company.session);
    }
    expect(orders('notice')).toHaveLength(20);
    await page.post('/keys', { name: 'k', kind: 'test', permissions: ['usage'] }, other.session);
    expect(orders('notice')).toHaveLength(21);
  });

  test('never go to an invited person, or to a member who never signed in', async () => {
    const company = await newCompany();
    await invite(company, `victim-${nowMs}@x.example`, 'owner');
    page.mailed.length = 0;
    await page.post('/keys', { name: 'k', kind: 'test', permissions: ['usage'] }, company.session);
    expect((await delivered()).map(({ to }) => to)).toEqual([company.owner.email]);
  });

  test('name a key by its id, never by the customer’s name for it', async () => {
    const company = await newCompany(HOSTILE);
    const made = await page.post('/keys', { name: HOSTILE, kind: 'test', permissions: ['usage'] }, company.session);
    const ordered = JSON.stringify(page.mailed);
    const [email] = await delivered();
    expect(email?.subject).toContain(made.json.data.client_id);
    expect(`${ordered} ${email?.subject} ${email?.text}`).not.toMatch(/invoice|evil/);
  });
});

describe('a complaint or bounce', () => {
  /** A notification as SES sends it about an email to `to`; a reply was written by the recipient. */
  const returned = async (to: string, named: string, what: 'bounce' | 'complaint') => {
    const [emails, recipients] = [[] as Email[], [{ emailAddress: named }]];
    const told = {
      bounce: { bounce: { bounceType: 'Permanent', bouncedRecipients: recipients } },
      complaint: { complaint: { complainedRecipients: recipients } },
    }[what];
    const body = JSON.stringify({ source: 'aws.ses', detail: { mail: { destination: [to], tags: {} }, ...told } });
    await mailHandler(emails)({ Records: [{ messageId: 'm', body } as never] });
  };
  const returnedAt = async (email: string) => (await page.people.findPerson(email))?.value.undeliverableSinceMs;

  test.each(['bounce', 'complaint'] as const)('counts for the email’s own address only: a %s', async (what) => {
    const [victim, attacker] = [await newCompany(), await newCompany()];
    await returned(attacker.owner.email, victim.owner.email, what);
    expect(await returnedAt(victim.owner.email)).toBeNull();
    await returned(attacker.owner.email, attacker.owner.email.toUpperCase(), what);
    expect(await returnedAt(attacker.owner.email)).toBe(nowMs);
  });

  test('ends when the person signs in by a link that their own browser requests', async () => {
    const { owner, session } = await newCompany();
    await recordBounce(page.people, owner.email, nowMs);
    await askForLink(owner.email);
    expect(await delivered()).toEqual([]);
    const asked = await askForLink(owner.email, { cookie: session.cookieText });
    const [email] = await delivered();
    const token = /sign-in#(\S+)/.exec(email?.text ?? '')?.[1];
    const used = await page.send({
      method: 'POST',
      path: '/dashboard/api/sign-in',
      cookies: [`${SESSION_COOKIE}=${cookieOf(asked)}`],
      headers: { origin: PAGE_ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(used.statusCode).toBe(200);
    expect((await page.people.findPerson(owner.email))?.value.undeliverableSinceMs).toBeNull();
  });
});

describe('an inbox', () => {
  const links = () => orders('link').length;
  const ask = async (email: string, times: number, options: { from?: string; cookie?: string } = {}) => {
    let answer;
    for (let index = 0; index < times; index += 1) answer = await askForLink(email, options);
    return answer;
  };

  test('with many addresses by +tag gets what one address gets', async () => {
    const companies = [await newCompany(), await newCompany(), await newCompany()];
    for (const [place, company] of companies.entries())
      for (let index = 0; index < 6; index += 1) {
        await invite(company, `flooded+${place}${index}@x.example`);
        await askForLink(`flooded+${place}${index}@x.example`);
      }
    expect([orders('invitation').length, links()]).toEqual([10, 10]);
    await askForLink('+tag@x.example');
    await askForLink('+other@x.example');
    expect(links()).toBe(12);
  });

  test('gets five emails an hour from one network; a person on another network can still sign in', async () => {
    await ask('inbox-a@x.example', 8, { from: '192.0.2.7' });
    expect(links()).toBe(5);
    await ask('inbox-a@x.example', 1);
    expect(links()).toBe(6);
  });

  test('gets ten emails an hour from unknown browsers, for known and unknown addresses alike', async () => {
    const answer = await ask('inbox-b@x.example', 30);
    expect([links(), answer?.statusCode]).toEqual([10, 429]);
    nowMs += HOUR_MS;
    await ask('inbox-b@x.example', 1);
    expect(links()).toBe(11);
  });

  test('that gets no more links says when the next one is possible, whether or not its address is known', async () => {
    nowMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS / 4;
    const { owner } = await newCompany();
    const answers = [await ask(owner.email, 11), await ask(`nobody-${nowMs}@x.example`, 11)];
    for (const answer of answers) {
      expect(answer?.statusCode).toBe(429);
      expect(answer?.headers).toMatchObject({ 'retry-after': '2700' });
      expect(answer?.json.errors[0].message).toMatch(
        /^Ten links were asked for\. The next one is possible at \d\d:00 UTC\./,
      );
    }
    nowMs += HOUR_MS - HOUR_MS / 4;
    expect((await ask(owner.email, 1))?.statusCode).toBe(202);
  });

  test('reserves ten for browsers with a cookie of its person’s earlier session, and gets twenty in total', async () => {
    const { owner, session } = await newCompany();
    await ask(owner.email, 30);
    expect(links()).toBe(10);
    // After a day without use the session has ended; its cookie still belongs to this person.
    nowMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
    let cookie = session.cookieText;
    for (let index = 0; index < 15; index += 1)
      cookie = cookieOf(await askForLink(owner.email, { cookie, from: '192.0.2.8' })) || cookie;
    expect(links()).toBe(20);
    nowMs += 13 * HOUR_MS;
    await ask(owner.email, 30);
    const before = links();
    await ask(owner.email, 1, { cookie });
    expect(links()).toBe(before + 1);
  });

  test('reserves nothing for the cookie of another person, or a forged one', async () => {
    const [victim, attacker] = [await newCompany(), await newCompany()];
    const forged = victim.session.cookieText.replace(/\.[^.]+$/, `.${'A'.repeat(43)}`);
    await ask(victim.owner.email, 30);
    await ask(victim.owner.email, 5, { cookie: attacker.session.cookieText });
    await ask(victim.owner.email, 5, { cookie: forged });
    expect(links()).toBe(10);
  });

  test('gives a browser with a session a cookie that by itself gives no access', async () => {
    const { owner, session } = await newCompany();
    const cookie = cookieOf(await askForLink(owner.email, { cookie: session.cookieText }));
    const opened = await page.send({ path: '/dashboard/api/overview', cookies: [`${SESSION_COOKIE}=${cookie}`] });
    expect(opened.statusCode).toBe(401);
  });
});

describe('a spending cap', () => {
  const cap = async ({ session }: { readonly session: PersonSession }) =>
    (await page.get('/overview', session)).json.data.cap.cap_cents as number | null;

  test('is removed only in a separate step, never by an omitted value', async () => {
    const company = await newCompany();
    await page.post('/cap', { cap_cents: 1_250 }, company.session);
    for (const cap_cents of [null, '', undefined])
      expect(codeOf(await page.post('/cap', { cap_cents }, company.session))).toBe('validation_failed');
    expect(await cap(company)).toBe(1_250);
    const member = await joinAccount(
      page.people,
      { accountId: company.accountId, email: `m-${nowMs}@x.example`, role: 'member' },
      nowMs,
    );
    const session = await signInPerson(page.people, member, nowMs);
    expect(codeOf(await page.post('/cap/remove', {}, session))).toBe('forbidden');
    expect((await page.post('/cap/remove', {}, company.session)).json.data.cap_cents).toBeNull();
    expect(await cap(company)).toBeNull();
  });
});
