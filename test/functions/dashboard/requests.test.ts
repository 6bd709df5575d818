import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../core/error-codes.ts';
import { renameClient } from '../../../core/access/administration/administer-clients.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { TOOLS } from '../../../core/api/tools/definitions/all-tools.ts';
import { NOON_MS, openAccount, OPERATOR } from '../../support/fixtures/accounts.ts';
import { requestLine, type LoggedCall } from '../../support/fixtures/request-lines.ts';
import { openPageInterface, type PageInterface } from '../../support/service/page-interface.ts';
import { invitePerson, signInPerson, type PersonSession } from '../../support/service/people.ts';

let page: PageInterface;
let minutes = 0;
const now = () => NOON_MS + minutes * 60_000;
beforeAll(async () => {
  page = await openPageInterface(now);
});
afterAll(async () => page.stop());
beforeEach(() => {
  minutes += 2;
  page.callLogs.answerWith('Complete');
});

async function newCustomer(role: 'owner' | 'member' = 'owner') {
  const opened = await openAccount(page.client, page.tables.accountsTable, {});
  const { accountId } = opened.account;
  const member = await invitePerson(page.people, accountId, role, now());
  const session = await signInPerson(page.people, member, now());
  return { ...opened, accountId, member, session };
}

function logged(accountId: string, ...calls: readonly Partial<LoggedCall>[]): void {
  page.callLogs.write(
    'McpLogs',
    ...calls.map((call, index) =>
      requestLine({
        account: accountId,
        atMs: now() - 1_000 - index,
        tool: 'lookup_part',
        outcome: 'answered',
        ...call,
      }),
    ),
  );
}

const ask = (session: PersonSession, filters: Readonly<Record<string, string>> = {}) =>
  page.get('/requests', session, new URLSearchParams({ time: 'day', ...filters }).toString());
const follow = (session: PersonSession, id: string) => page.get('/requests/found', session, `search_id=${id}`);

async function found(session: PersonSession, filters: Readonly<Record<string, string>> = {}) {
  const { json } = await ask(session, filters);
  return (await follow(session, json.data.search_id)).json.data;
}

const codeOf = (answer: { json: any }) => [answer.json.errors[0].code, answer.json.errors[0].field];

describe('the calls of an account', () => {
  test.each(['owner', 'member'] as const)(
    'are shown to its %s: time, tool, key, sizes, outcome, tokens, request id',
    async (role) => {
      const { accountId, session, client } = await newCustomer(role);
      const requestId = `req_${'a'.repeat(20)}`;
      logged(accountId, { requestId, client: client.clientId, asked: 'part_number: 8 characters', tokensBilled: 164 });
      expect(await found(session)).toEqual({
        state: 'found',
        as_of: new Date(now()).toISOString(),
        has_more: false,
        requests: [
          {
            request_id: requestId,
            at: new Date(now() - 1_000).toISOString(),
            interface: 'mcp',
            tool: 'lookup_part',
            method: null,
            sizes: 'part_number: 8 characters',
            client_id: client.clientId,
            outcome: 'answered',
            result: 'billed',
            found: null,
            is_miss: false,
            tokens: 164,
            refusal: null,
          },
        ],
      });
    },
  );

  test('show only the listed fields of a log line: storage, traces and other fields stay internal', async () => {
    const { accountId, session } = await newCustomer();
    page.callLogs.write('V1Logs', {
      ...requestLine({ account: accountId, atMs: now(), service: 'v1', tool: 'get_item', outcome: 'answered' }),
      traceparent: '00-secret-secret-01',
      question: 'LM317T',
    });
    const text = JSON.stringify(await found(session));
    expect(text).toContain('"interface":"api"');
    expect(text).not.toMatch(/LM317T|secret|BatchGetItem/);
  });

  test.each(Object.keys(ERROR_CODES) as (keyof typeof ERROR_CODES)[])(
    'that were refused as %s show the fix of the error reference',
    async (code) => {
      const { accountId, session } = await newCustomer();
      const why = { field: 'gtin', limit: 50, limitOf: 'parts a call', asked: 62, scopeNeeded: 'enrich:write' };
      logged(accountId, { outcome: code, why });
      const [call] = (await found(session)).requests;
      expect([call.result, call.refusal]).toEqual([
        'refused',
        {
          code,
          is_served: false,
          fix: ERROR_CODES[code].fix,
          field: 'gtin',
          scope_needed: 'enrich:write',
          asked: 62,
          limit: 50,
          limit_of: 'parts a call',
        },
      ]);
    },
  );

  test('that were refused show the message that the caller got, before any general advice', async () => {
    const { accountId, session } = await newCustomer();
    const told = 'manufactuer: unknown property. Did you mean manufacturer? Allowed: manufacturer, part_number.';
    logged(
      accountId,
      { outcome: 'invalid_parameter', told, why: { field: 'manufactuer' } },
      { outcome: 'past_due', told: 'A payment failed. Update the card at https://billing.example/p.' },
      { outcome: 'of_tomorrow', told: 'A new reason.' },
    );
    const { requests } = await found(session);
    expect(requests.map(({ refusal }: any) => [refusal.fix, refusal.field])).toEqual([
      [told, 'manufactuer'],
      ['A payment failed. Update the card at https://billing.example/p.', null],
      ['A new reason.', null],
    ]);
    const { json } = await ask(session);
    const file = await page.get('/requests/found', session, `search_id=${json.data.search_id}&as=csv`);
    expect(file.json.data.csv).toContain(told.slice(0, 40));
  });

  test('that were refused for their rate, or by the protocol, also say what to do; an unknown outcome says nothing', async () => {
    const { accountId, session } = await newCustomer();
    logged(
      accountId,
      { outcome: 'rate_limited_account' },
      { outcome: 'unsupported_version', tool: undefined },
      { outcome: 'of_tomorrow' },
    );
    const refusals = (await found(session)).requests.map(({ refusal }: any) => [refusal.code, refusal.fix]);
    expect(refusals).toEqual([
      ['rate_limited', expect.stringContaining('Wait for the next minute')],
      [null, expect.stringContaining('Update the MCP client')],
      [null, null],
    ]);
  });

  test('that cost nothing are misses for a live key’s look-up over MCP or a 404 over HTTP, and otherwise free', async () => {
    const { accountId, session, client } = await newCustomer();
    const live = client.clientId;
    logged(
      accountId,
      { client: live },
      { client: live, tool: 'get_usage' },
      { client: live.replace('_live_', '_test_') },
      { client: live, service: 'v1' },
      { client: live, service: 'v1', status: 404 },
      { client: live, tokensBilled: 3 },
      { client: live.replace('_live_', '_test_'), found: 0 },
      { client: live, found: 1 },
    );
    const requests = (await found(session)).requests;
    expect(requests.map(({ is_miss, result }: any) => [is_miss, result])).toEqual([
      [true, 'free'],
      [false, 'free'],
      [false, 'free'],
      [false, 'free'],
      [true, 'free'],
      [false, 'billed'],
      // Where the line says how many were found, that alone counts.
      [true, 'free'],
      [false, 'free'],
    ]);
  });

  test('are searched for until the log has read its lines, and then found', async () => {
    const { accountId, session } = await newCustomer();
    logged(accountId, {});
    page.callLogs.answerWith('Scheduled', 'Running', 'Complete');
    const id = (await ask(session)).json.data.search_id;
    expect((await follow(session, id)).json.data.state).toBe('searching');
    expect((await follow(session, id)).json.data.state).toBe('searching');
    expect((await follow(session, id)).json.data.requests).toHaveLength(1);
  });

  test('cannot be searched for a while after the log failed, and then can', async () => {
    const { session } = await newCustomer();
    page.callLogs.answerWith('Failed');
    const id = (await ask(session)).json.data.search_id;
    expect((await follow(session, id)).json.data).toEqual({ state: 'failed', why: 'failed' });
    page.callLogs.answerWith('Complete');
    expect((await found(session)).state).toBe('found');
  });
});

describe('the export of calls', () => {
  test('has the columns of the dashboard, with the names of keys, and no cell that a spreadsheet executes', async () => {
    const { accountId, session, store, client } = await newCustomer();
    await renameClient(store, client.clientId, '=HYPERLINK("http://x")', OPERATOR, now());
    const requestId = `req_${'c'.repeat(20)}`;
    const why = { limit: 50, limitOf: 'parts a call', asked: 62 };
    logged(accountId, {
      requestId,
      client: client.clientId,
      asked: 'items: 62 entries',
      outcome: 'batch_too_large',
      why,
    });
    const id = (await ask(session)).json.data.search_id;
    const { data } = (await page.get('/requests/found', session, `search_id=${id}&as=csv`)).json;
    expect(data.requests).toEqual([]);
    expect(data.csv).toBe(
      [
        '\uFEFFtime,request_id,interface,tool,arguments,key,client_id,outcome,tokens,fix',
        `${new Date(now() - 1_000).toISOString()},${requestId},mcp,lookup_part,items: 62 entries,"'=HYPERLINK(""http://x"")",${client.clientId},batch_too_large,0,"Split the batch, or ask for fewer fields."`,
        '',
      ].join('\r\n'),
    );
    expect((await page.get('/requests/found', session, `search_id=${id}&as=xml`)).statusCode).toBe(422);
  });
});

describe('the calls of another account', () => {
  test('are never among the results', async () => {
    const { accountId, session } = await newCustomer();
    const other = await newCustomer();
    logged(accountId, { tokensBilled: 1 });
    logged(other.accountId, { tokensBilled: 2 });
    page.callLogs.write('McpLogs', {
      ...requestLine({ account: accountId, atMs: now(), tool: 'lookup_part', outcome: 'answered', tokensBilled: 3 }),
    });
    expect((await found(session)).requests.map(({ tokens }: any) => tokens)).toEqual([3, 1]);
    expect((await found(other.session)).requests.map(({ tokens }: any) => tokens)).toEqual([2]);
  });

  test('are not found by its key', async () => {
    const { session } = await newCustomer();
    const other = await newCustomer();
    logged(other.accountId, { client: other.client.clientId });
    expect((await found(session, { key: other.client.clientId })).requests).toEqual([]);
  });

  test('are not found by one of its request ids', async () => {
    const { session } = await newCustomer();
    const other = await newCustomer();
    const requestId = `req_${'o'.repeat(20)}`;
    logged(other.accountId, { requestId });
    expect((await found(session, { request: requestId })).requests).toEqual([]);
  });

  test('are 404 by the id of its search, and so are those of another session of the same account', async () => {
    const { session } = await newCustomer();
    const other = await newCustomer();
    const id = (await ask(other.session)).json.data.search_id;
    const colleague = await invitePerson(page.people, other.accountId, 'member', now());
    const second = await signInPerson(page.people, other.member, now());
    for (const one of [session, await signInPerson(page.people, colleague, now()), second]) {
      const answer = await follow(one, id);
      expect([answer.statusCode, ...codeOf(answer)]).toEqual([404, 'not_found', 'search_id']);
    }
    expect((await follow(other.session, id)).statusCode).toBe(200);
  });

  test('are refused without a session', async () => {
    expect((await page.get('/requests', undefined, 'time=day')).statusCode).toBe(401);
    expect((await page.get('/requests/found', undefined, 'search_id=srch_x')).statusCode).toBe(401);
  });
});

describe('a filter of calls', () => {
  const INJECTED = ['" or account != "', 'x" | fields @message', '\\', "'", '\n', '<img src=x onerror=alert(1)>', ''];

  test.each(['time', 'key', 'tool', 'result', 'request'])(
    'with an invalid %s is refused and starts no query',
    async (field) => {
      const { session } = await newCustomer();
      const before = page.callLogs.started.length;
      for (const text of INJECTED) {
        const answer = await ask(session, { [field]: text });
        expect([text, answer.statusCode, ...codeOf(answer)]).toEqual([text, 422, 'validation_failed', field]);
      }
      expect(page.callLogs.started).toHaveLength(before);
    },
  );

  test.each([
    ['of another name', { account: 'acc_AAAAAAAAAA' }],
    ['of a day too long ago', { time: new Date(NOON_MS - 30 * 86_400_000).toISOString().slice(0, 10) }],
    ['of a day to come', { time: '2099-01-01' }],
  ] as const)('by %s is refused', async (_, filters) => {
    const { session } = await newCustomer();
    expect((await ask(session, filters)).statusCode).toBe(422);
  });

  test('narrows the lines that are read from the log, within seven days', async () => {
    const { session, client } = await newCustomer();
    await found(session, { time: 'week', key: client.clientId, tool: 'search_items', result: 'not_found' });
    const query = page.callLogs.started.at(-1);
    expect(query?.queryString).toContain(`filter client = "${client.clientId}" | filter tool = "search_items"`);
    expect((query?.endTime ?? 0) - (query?.startTime ?? 0)).toBe(7 * 86_400);
    const oldest = new Date(now() - 7 * 86_400_000).toISOString().slice(0, 10);
    await found(session, { time: oldest });
    expect(page.callLogs.started.at(-1)?.startTime).toBe(Math.floor((now() - 7 * 86_400_000) / 1000));
  });

  test.each(TOOLS.map(({ name }) => name))('accepts the tool %s', async (tool) => {
    const { session } = await newCustomer();
    expect((await ask(session, { tool })).statusCode).toBe(200);
  });
});

describe('a search for calls', () => {
  test('is one query for identical searches, and another member waits while it runs', async () => {
    const { accountId, session } = await newCustomer();
    const colleague = await invitePerson(page.people, accountId, 'member', now());
    const theirs = await signInPerson(page.people, colleague, now());
    page.callLogs.answerWith('Running');
    const before = page.callLogs.started.length;
    const [first, second] = [await ask(session), await ask(session)];
    expect(second.json.data).toEqual(first.json.data);
    expect((await ask(theirs)).json.data).toEqual({ search_id: null });
    expect(page.callLogs.started).toHaveLength(before + 1);
  });

  describe('of an hour', () => {
    /**
     * A different search each time, a few a minute, so that only the limit of an hour can refuse it.
     * @returns the answer to the last
     */
    async function search(session: PersonSession, times: number) {
      let answer;
      for (let index = 0; index < times; index += 1)
        answer = await ask(session, { request: `req_${String(searched++).padStart(20, '0')}` });
      return answer;
    }
    let searched = 0;
    const wholeHour = () => void (minutes = Math.ceil(minutes / 60) * 60);

    test('are at most 60 of a person, and a colleague’s are not affected', async () => {
      wholeHour();
      const { accountId, session } = await newCustomer();
      const colleague = await signInPerson(
        page.people,
        await invitePerson(page.people, accountId, 'member', now()),
        now(),
      );
      expect((await search(session, 60))?.statusCode).toBe(200);
      minutes += 2;
      const refused = await search(session, 1);
      expect([refused?.statusCode, codeOf(refused ?? { json: {} })[0]]).toEqual([429, 'rate_limited']);
      expect(refused?.json.errors[0].message).toMatch(/^You have searched requests 60 times this hour/);
      expect((await search(colleague, 1))?.statusCode).toBe(200);
      minutes += 60;
      expect((await search(session, 1))?.statusCode).toBe(200);
    });

    test('are at most 240 of an account, of which a person who is over their own uses none', async () => {
      wholeHour();
      const { accountId, session } = await newCustomer();
      const colleagues = [];
      for (let index = 0; index < 4; index += 1) {
        const member = await invitePerson(page.people, accountId, 'member', now());
        colleagues.push(await signInPerson(page.people, member, now()));
      }
      expect((await search(session, 65))?.statusCode).toBe(429);
      for (const [place, colleague] of colleagues.entries()) {
        minutes += 1;
        expect((await search(colleague, place === 3 ? 1 : 60))?.statusCode).toBe(place === 3 ? 429 : 200);
      }
    });
  });

  test('is available to a suspended account, whose calls are refused', async () => {
    const { accountId, session, store } = await newCustomer();
    await setAccount(store, accountId, { status: 'suspended' }, OPERATOR, now());
    expect((await ask(session)).statusCode).toBe(200);
  });

  test('writes no text of the log into the function’s own log', async () => {
    const { accountId, session, client } = await newCustomer();
    logged(accountId, { client: client.clientId });
    await found(session, { key: client.clientId });
    expect(JSON.stringify(page.log.lines)).not.toContain(client.clientId);
    expect(page.log.faults).toEqual([]);
  });

  test('is polled at most sixty times a minute by an account, for all its members, because AWS allows five polls a second in total', async () => {
    const { accountId, session } = await newCustomer();
    const colleague = await invitePerson(page.people, accountId, 'member', now());
    const other = await signInPerson(page.people, colleague, now());
    const { json } = await ask(session);
    const looks = await Promise.all(Array.from({ length: 60 }, () => follow(session, json.data.search_id)));
    expect(looks.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect((await follow(other, json.data.search_id)).statusCode).toBe(429);
    const stranger = await newCustomer();
    expect((await follow(stranger.session, 'srch_none')).statusCode).toBe(404);
  });

  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
  ])(
    'requested by a browser on a page that is %s gets %i, so that a foreign link starts no search',
    async (site, status) => {
      const { session } = await newCustomer();
      const before = page.callLogs.started.length;
      const answer = await page.send({
        path: '/dashboard/api/requests',
        query: 'time=day',
        cookies: [session.cookieHeader],
        headers: { 'sec-fetch-site': site },
      });
      expect(answer.statusCode).toBe(status);
      expect(page.callLogs.started.length - before).toBe(status === 200 ? 1 : 0);
    },
  );
});
