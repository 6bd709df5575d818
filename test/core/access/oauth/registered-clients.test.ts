import { describe, expect, test } from 'vitest';
import { findOauthClient } from '../../../../core/access/oauth/find-oauth-client.ts';
import {
  isRegisteredId,
  keepRegistered,
  registerClient,
  registrationAnswer,
} from '../../../../core/access/oauth/registered-clients.ts';
import type { RateCounter } from '../../../../core/billing/rate-limit/rate-counter.ts';
import { succeed } from '../../../../core/result.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';
import { MemoryRegisteredClients } from '../../../support/stores/memory-sign-ins.ts';
import { DESKTOP } from '../../../support/sign-in/oauth-clients.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';
import { DAY_MS } from '../../../../core/time.ts';

const ADDRESS = '198.51.100.1';
const ASKED = { redirect_uris: ['http://127.0.0.1/callback'], client_name: 'An assistant' };

/**
 * Opens a registration on in-memory stores.
 * @param counted the counts before the first request, by subject
 */
function registration(counted: Readonly<Record<string, number>> = {}) {
  const clients = new MemoryRegisteredClients();
  const counts = new Map(Object.entries(counted));
  const windows: (readonly [string, number, number])[] = [];
  const counter: RateCounter = {
    count: async (subject, startMs, endMs) => {
      windows.push([subject, startMs, endMs]);
      const key = `${subject} ${startMs / DAY_MS}`;
      counts.set(key, (counts.get(key) ?? counts.get(subject) ?? 0) + 1);
      return counts.get(key) ?? 0;
    },
  };
  const register = (metadata: unknown, address = ADDRESS, nowMs = NOON_MS) => {
    const body = metadata instanceof Uint8Array ? metadata : Buffer.from(JSON.stringify(metadata));
    return registerClient({ clients, counter }, body, address, nowMs);
  };
  return { clients, windows, register };
}
const register = (metadata: unknown) => registration().register(metadata);

function find(registered: MemoryRegisteredClients, clientId: string, nowMs: number, loopbackDocuments = false) {
  const documents = { read: async (url: URL) => succeed({ ...DESKTOP, clientId: url.href }) };
  return findOauthClient({ registered, documents, loopbackDocuments }, clientId, nowMs);
}

describe('a client registration', () => {
  test('is found by its id, as registered, and proves nothing', async () => {
    const { clients, register } = registration();
    const metadata = { ...ASKED, client_uri: 'https://assistant.example', jwks: {}, logo_uri: 7, contacts: ['x'] };
    const registered = valueOf(await register(metadata));
    expect(registered).toEqual({
      client: {
        clientId: expect.stringMatching(/^oac_[A-Za-z0-9]{24}$/) as string,
        name: 'An assistant',
        uri: 'https://assistant.example/',
        redirectUris: ASKED.redirect_uris,
        source: 'registered',
      },
      registeredAtMs: NOON_MS,
      expiresAtMs: NOON_MS + 7 * DAY_MS,
    });
    expect(valueOf(await find(clients, registered.client.clientId, NOON_MS))).toEqual(registered.client);
  });

  test('without a name or home page is shown without one', async () => {
    const registered = valueOf(await register({ redirect_uris: ASKED.redirect_uris, client_uri: 'javascript:x' }));
    const { client } = registered;
    expect(registrationAnswer(registered)).not.toHaveProperty('client_uri');
    expect(client).toStrictEqual({
      clientId: client.clientId,
      name: 'An assistant without a name',
      redirectUris: ASKED.redirect_uris,
      source: 'registered',
    });
  });

  test('is public for any requested method, and the response says so', async () => {
    const asked = { ...ASKED, token_endpoint_auth_method: 'client_secret_basic', scope: 'everything' };
    const answer = registrationAnswer(valueOf(await register(asked)));
    expect(answer).toEqual({
      client_id: answer.client_id,
      client_id_issued_at: NOON_MS / 1000,
      client_name: 'An assistant',
      redirect_uris: ASKED.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    const uri = 'https://assistant.example/';
    const named = valueOf(await registration().register({ ...ASKED, client_uri: uri }, ADDRESS, NOON_MS + 1_999));
    expect(registrationAnswer(named)).toMatchObject({ client_uri: uri, client_id_issued_at: NOON_MS / 1000 + 1 });
  });

  test('may name the supported flow, ten redirects, and 16 kB', async () => {
    const flow = { response_types: ['token', 'code'], grant_types: ['refresh_token', 'authorization_code'] };
    const ten = { redirect_uris: Array(10).fill('http://127.0.0.1/') };
    const full = Buffer.from(JSON.stringify(ASKED).padEnd(16_384));
    for (const metadata of [{ ...ASKED, ...flow }, ten, full])
      expect(await register(metadata)).toMatchObject({ ok: true });
  });

  const ONE_TO_TEN = { kind: 'invalid_redirect_uri', problem: 'Send one to 10 redirect_uris.' };
  const UNUSABLE = {
    kind: 'invalid_redirect_uri',
    problem: 'A redirect URI must be https, http of this computer, or a scheme of the app’s own; without a fragment.',
  };
  const metadataRefused = (problem: string) => ({ kind: 'invalid_client_metadata', problem });
  const TYPES = metadataRefused('The members are not of the types of RFC 7591.');
  const NO_CODE = metadataRefused('The response_types must hold code.');
  const NO_GRANT = metadataRefused('The grant_types must hold authorization_code.');

  test.each([
    ['an empty list of redirects', ONE_TO_TEN, { ...ASKED, redirect_uris: [] }],
    ['no redirects', ONE_TO_TEN, { client_name: 'x' }],
    ['eleven', ONE_TO_TEN, { redirect_uris: Array(11).fill('http://127.0.0.1/') }],
    ['a redirect that is not text', UNUSABLE, { redirect_uris: [7] }],
    ['a script as its only redirect', UNUSABLE, { redirect_uris: ['javascript:alert(1)'] }],
    ['http on another machine', UNUSABLE, { redirect_uris: ['http://assistant.example/'] }],
    ['a fragment', UNUSABLE, { redirect_uris: ['https://assistant.example/#x'] }],
    ['a flow without a code', NO_CODE, { ...ASKED, response_types: ['token'] }],
    ['another grant', NO_GRANT, { ...ASKED, grant_types: ['client_credentials'] }],
    ['grants that are not a list', TYPES, { ...ASKED, grant_types: 'authorization_code' }],
    ['response types that are not texts', TYPES, { ...ASKED, response_types: [1] }],
    ['a list instead of an object', TYPES, []],
    ['text that is not JSON', { kind: 'no_json' }, Buffer.from('{')],
    ['bytes that are not UTF-8', { kind: 'no_json' }, Buffer.from([0x22, 0xff, 0x22])],
    ['more than 16 kB', { kind: 'body_too_large' }, Buffer.from(JSON.stringify(ASKED).padEnd(16_385))],
  ])('with %s is refused, and nothing is counted or stored', async (_, reason, metadata) => {
    const { clients, windows, register } = registration();
    expect(await register(metadata)).toEqual({ ok: false, reason });
    expect([clients.size, windows]).toEqual([0, []]);
  });

  test('with some redirects that cannot be used has the others, and the response names them', async () => {
    const usable = ['http://127.0.0.1/', 'cursor://anysphere.cursor-mcp/oauth/callback'];
    const given = ['myapp://callback', usable[0], 'javascript:alert(1)', 7, 'https://a.example/#x', usable[1]];
    const registered = valueOf(await register({ ...ASKED, redirect_uris: given }));
    expect(registered.client.redirectUris).toEqual(usable);
    expect(registrationAnswer(registered).redirect_uris).toEqual(usable);
  });

  test('is deleted after a week without a consent', async () => {
    const { clients, register } = registration();
    const { clientId } = valueOf(await register(ASKED)).client;
    expect(await find(clients, clientId, NOON_MS + 7 * DAY_MS - 1)).toMatchObject({ ok: true });
    expect(await find(clients, clientId, NOON_MS + 7 * DAY_MS)).toEqual({ ok: false, reason: { kind: 'unknown_client' } }); // prettier-ignore
  });

  test('is kept for 400 days after a consent', async () => {
    const { clients, register } = registration();
    const { client } = valueOf(await register(ASKED));
    await keepRegistered(clients, client, NOON_MS + DAY_MS);
    expect((await clients.readClient(client.clientId))?.expiresAtMs).toBe(NOON_MS + 401 * DAY_MS);
  });
});

test('keepRegistered stores nothing for an assistant with a client document', async () => {
  const kept: string[] = [];
  const clients = { readClient: async () => undefined, putClient: async () => {}, keepClient: async (id: string) => void kept.push(id) }; // prettier-ignore
  await keepRegistered(clients, DESKTOP, NOON_MS);
  expect(kept).toEqual([]);
});

describe('a client id', () => {
  test('that no registration issued causes no read', async () => {
    const registered = new MemoryRegisteredClients();
    registered.readClient = () => Promise.reject(new Error('It was read'));
    for (const id of ['', 'x', 'cli_live_0123456789_AbCdEfGhIjKl', 'oac_1', 'http://127.0.0.1/client.json'])
      expect(await find(registered, id, NOON_MS)).toEqual({ ok: false, reason: { kind: 'unknown_client' } });
  });

  test.each([
    ['oac_012345678901234567890AbZ', true],
    ['oac_012345678901234567890AbZx', false],
    ['xoac_012345678901234567890AbZ', false],
    ['oac_012345678901234567890Ab-', false],
  ])('%s has the form of a registered one: %s', (id, is) => expect(isRegisteredId(id)).toBe(is));

  test('that is a URL is read there, but on this machine only in a local run', async () => {
    const registered = new MemoryRegisteredClients();
    expect(valueOf(await find(registered, DESKTOP.clientId, NOON_MS)).clientId).toBe(DESKTOP.clientId);
    const local = 'http://127.0.0.1:8080/client.json';
    expect(await find(registered, local, NOON_MS)).toMatchObject({ reason: { kind: 'unknown_client' } });
    expect(valueOf(await find(registered, local, NOON_MS, true)).clientId).toBe(local);
  });
});

describe('a flood of registrations', () => {
  const tooMany = { ok: false, reason: { kind: 'too_many_registrations', retryAfterSeconds: 43_200 } };

  test('from one address is refused after fifty in a day, and nothing more is stored', async () => {
    const { clients, register } = registration();
    for (let sent = 0; sent < 50; sent += 1) expect((await register(ASKED)).ok).toBe(true);
    expect(await register(ASKED)).toEqual(tooMany);
    expect(clients.size).toBe(50);
    expect((await register(ASKED, '198.51.100.2')).ok).toBe(true);
    expect((await register(ASKED, ADDRESS, NOON_MS + DAY_MS)).ok).toBe(true);
  });

  test('from many addresses uses 20,000 in a day; the first ten of every other network are registered all the same', async () => {
    const { clients, register } = registration({ 'REGISTRATIONS#FURTHER': 19_999 });
    for (let sent = 0; sent < 11; sent += 1) expect((await register(ASKED)).ok).toBe(true);
    expect(await register(ASKED, '198.51.100.2')).toEqual(tooMany);
    expect(clients.size).toBe(11);
    for (const address of ['198.51.101.1', '2001:db8:7:1::1'])
      for (let sent = 0; sent < 10; sent += 1) expect((await register(ASKED, address)).ok).toBe(true);
    expect(await register(ASKED, '198.51.101.2')).toEqual(tooMany);
    expect(await register(ASKED, '2001:db8:7:2::1')).toEqual(tooMany);
    expect((await register(ASKED, '198.51.100.2', NOON_MS + DAY_MS)).ok).toBe(true);
  });

  test('is counted per calendar day: by address, by IPv6 network, and in total', async () => {
    const { windows, register } = registration();
    await register(ASKED, '2001:db8:1:2:3::4');
    const day = [NOON_MS - DAY_MS / 2, NOON_MS + DAY_MS / 2];
    expect(windows).toEqual([
      ['REGISTRATIONS#ADDRESS#2001:db8:1:2::/64', ...day],
      ['REGISTRATIONS#NETWORK#2001:db8:1::/48', ...day],
    ]);
  });
});
