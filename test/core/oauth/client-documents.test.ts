import { describe, expect, test } from 'vitest';
import { documentUrl, readClientDocument } from '../../../functions/core/oauth/client-document.ts';
import { ClientDocuments, type FetchedDocument } from '../../../functions/core/oauth/client-documents.ts';
import { freshSeconds } from '../../../functions/core/oauth/document-freshness.ts';
import type { RateCounter } from '../../../functions/core/rate-limit/rate-counter.ts';
import { RateWindows } from '../../../functions/core/rate-limit/rate-window.ts';
import { NOON_MS } from '../../../testing/harness/accounts.ts';

const ID = 'https://assistant.example/oauth/client.json';
const CALLBACK = 'https://assistant.example/callback';

const documentOf = (members: object = {}): string =>
  JSON.stringify({ client_id: ID, client_name: 'An assistant', redirect_uris: [CALLBACK], ...members });
const read = (members: object) => readClientDocument(new URL(ID), documentOf(members));

describe('an id that can name a document', () => {
  test('is an https address in the one spelling that a parser gives out', () => {
    expect(documentUrl(ID, false)?.href).toBe(ID);
    expect(documentUrl('https://assistant.example:8443/a?b=c', false)?.port).toBe('8443');
  });

  test.each([
    'oac_123',
    'http://assistant.example/client.json',
    'http://127.0.0.1:8080/client.json',
    'https://assistant.example',
    'https://assistant.example/',
    'https://ASSISTANT.example/client.json',
    'https://assistant.example:443/client.json',
    'https://assistant.example/a/../client.json',
    'https://user@assistant.example/client.json',
    'https://assistant.example/client.json#',
    'https://assistant.example/client.json#x',
    'ftp://assistant.example/client.json',
    `https://assistant.example/${'x'.repeat(500)}`,
  ])('%s is none', (id) => expect(documentUrl(id, false)).toBeUndefined());

  test('is one of this machine in a local run alone', () => {
    expect(documentUrl('http://127.0.0.1:8080/client.json', true)?.port).toBe('8080');
    expect(documentUrl('http://assistant.example/client.json', true)).toBeUndefined();
  });
});

describe('a document', () => {
  test('says who asks, and its host is proven', () => {
    const client = read({ client_uri: 'https://assistant.example', logo_uri: 'https://x.example/logo.svg' });
    expect(client).toEqual({
      ok: true,
      value: {
        clientId: ID,
        name: 'An assistant',
        uri: 'https://assistant.example/',
        verifiedDomain: 'assistant.example',
        redirectUris: [CALLBACK],
        source: 'metadata-document',
      },
    });
  });

  test('without a usable name is called by its host', () => {
    for (const name of [undefined, 7, '', '\u202e\u0000'])
      expect(read({ client_name: name })).toMatchObject({ value: { name: 'assistant.example' } });
  });

  test('has a name of one line and of ordinary length, whatever it sends', () => {
    const sent = `A\u202e\n<script>${'x'.repeat(500)}`;
    expect(read({ client_name: sent })).toMatchObject({ value: { name: `A <script>${'x'.repeat(50)}` } });
  });

  test('keeps the addresses that may be redirected to, and leaves the others out', () => {
    const sent = [CALLBACK, 'javascript:alert(1)', 'http://assistant.example/', 7, 'http://localhost:1/cb'];
    expect(read({ redirect_uris: sent })).toMatchObject({
      value: { redirectUris: [CALLBACK, 'http://localhost:1/cb'] },
    });
  });

  test.each([
    ['another client_id', { client_id: `${ID}x` }],
    ['a client_id of other capitals', { client_id: ID.toUpperCase() }],
    ['no client_id', { client_id: undefined }],
    ['no redirect_uris', { redirect_uris: undefined }],
    ['none that can be used', { redirect_uris: ['javascript:alert(1)'] }],
    ['a thousand of them', { redirect_uris: Array(1000).fill(CALLBACK) }],
    ['a secret', { client_secret: 'x' }],
    ['a shared secret as its proof', { token_endpoint_auth_method: 'client_secret_post' }],
    ['a proof that is not supported', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['another flow alone', { grant_types: ['implicit'] }],
    ['tokens in the address', { response_types: ['token'] }],
  ])('with %s cannot be used', (_, members) => {
    expect(read(members)).toMatchObject({ ok: false, reason: { kind: 'unusable_metadata' } });
  });

  test('that is no JSON object cannot be used', () => {
    for (const text of ['', 'null', '[]', '<html>', '"x"'])
      expect(readClientDocument(new URL(ID), text)).toMatchObject({ ok: false });
  });
});

describe('a document counts as read', () => {
  test.each([
    [{}, 60],
    [{ 'cache-control': 'max-age=300' }, 300],
    [{ 'cache-control': 'public, Max-Age="300"' }, 300],
    [{ 'cache-control': 'max-age=300', age: '100' }, 200],
    [{ 'cache-control': 'max-age=300, s-maxage=10' }, 10],
    [{ 'cache-control': 'max-age=31536000' }, 900],
    [{ 'cache-control': 'no-store' }, 0],
    [{ 'cache-control': 'no-cache, max-age=300' }, 0],
    [{ 'cache-control': 'private, max-age=300' }, 0],
    [{ 'cache-control': 'max-age=-1' }, 60],
    [{ expires: 'Wed, 18 Nov 2026 12:05:00 GMT', date: 'Wed, 18 Nov 2026 12:00:00 GMT' }, 300],
    [{ expires: '0' }, 0],
  ])('by %j for %i seconds', (headers, seconds) => expect(freshSeconds(headers, NOON_MS)).toBe(seconds));
});

describe('documents that are read', () => {
  function documents(answer: () => FetchedDocument) {
    let fetched = 0;
    const counts = new Map<string, number>();
    const counter: RateCounter = {
      count: async (subject) => {
        counts.set(subject, (counts.get(subject) ?? 0) + 1);
        return counts.get(subject) ?? 0;
      },
    };
    const fetch = async () => {
      fetched += 1;
      return answer();
    };
    const reader = new ClientDocuments(fetch, new RateWindows(counter));
    return { read: (id: string, nowMs: number) => reader.read(new URL(id), nowMs), fetched: () => fetched };
  }
  const fetchedWith = (cacheControl: string, body = documentOf()): FetchedDocument => ({
    kind: 'fetched',
    body,
    headers: { 'cache-control': cacheControl },
  });

  test('are kept as long as they say, and a change of redirect addresses holds then', async () => {
    let redirect = CALLBACK;
    const { read, fetched } = documents(() => fetchedWith('max-age=30', documentOf({ redirect_uris: [redirect] })));
    await read(ID, NOON_MS);
    redirect = 'https://assistant.example/other';
    expect(await read(ID, NOON_MS + 29_999)).toMatchObject({ value: { redirectUris: [CALLBACK] } });
    expect(await read(ID, NOON_MS + 30_000)).toMatchObject({ value: { redirectUris: [redirect] } });
    expect(fetched()).toBe(2);
  });

  test('are read each time when they say so; refusals always', async () => {
    const uncached = documents(() => fetchedWith('no-store'));
    const broken = documents(() => fetchedWith('max-age=900', '{}'));
    for (const { read, fetched } of [uncached, broken]) {
      await read(ID, NOON_MS);
      await read(ID, NOON_MS);
      expect(fetched()).toBe(2);
    }
  });

  test('of one host are read 60 times a minute at most, whatever their paths', async () => {
    const { read, fetched } = documents(() => ({ kind: 'unreachable', problem: 'It took too long.' }));
    for (let path = 0; path < 60; path += 1) await read(`https://assistant.example/${path}.json`, NOON_MS);
    expect(await read(ID, NOON_MS)).toMatchObject({ reason: { problem: expect.stringMatching(/too often: wait/) } });
    expect(fetched()).toBe(60);
    expect(await read('https://other.example/a.json', NOON_MS)).toMatchObject({
      reason: { problem: 'It took too long.' },
    });
  });
});
