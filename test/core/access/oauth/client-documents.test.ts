import { describe, expect, test } from 'vitest';
import { documentUrl, readClientDocument } from '../../../../core/access/oauth/client-document.ts';
import { ClientDocuments, type FetchedDocument } from '../../../../core/access/oauth/client-documents.ts';
import { freshSeconds } from '../../../../core/access/oauth/document-freshness.ts';
import type { RateCounter } from '../../../../core/billing/rate-limit/rate-counter.ts';
import { RateWindows } from '../../../../core/billing/rate-limit/rate-window.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';

const ID = 'https://assistant.example/oauth/client.json';
const CALLBACK = 'https://assistant.example/callback';

const documentOf = (members: object = {}): string =>
  JSON.stringify({ client_id: ID, client_name: 'An assistant', redirect_uris: [CALLBACK], ...members });
const read = (members: object) => readClientDocument(new URL(ID), documentOf(members));

describe('the id of a client document', () => {
  test('is an https URL in the one form that a parser writes', () => {
    expect(documentUrl(ID, false)?.href).toBe(ID);
    expect(documentUrl('https://assistant.example:8443/a?b=c', false)?.port).toBe('8443');
    expect(documentUrl(`https://assistant.example/${'x'.repeat(474)}`, false)?.href).toHaveLength(500);
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
    'https://:password@assistant.example/client.json',
    'https://?',
    `https://assistant.example/${'x'.repeat(475)}`,
  ])('cannot be %s', (id) => expect(documentUrl(id, false)).toBeUndefined());

  test('may be on this machine only in a local run', () => {
    expect(documentUrl('http://127.0.0.1:8080/client.json', true)?.port).toBe('8080');
    expect(documentUrl('http://assistant.example/client.json', true)).toBeUndefined();
    expect(documentUrl(ID, true)?.href).toBe(ID);
  });
});

describe('a client document', () => {
  test('names the client and proves its host', () => {
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

  test('names the client by its host if it has no usable name', () => {
    for (const name of [undefined, 7, '', '\u202e\u0000'])
      expect(read({ client_name: name })).toMatchObject({ value: { name: 'assistant.example' } });
  });

  test('gets a name of one line and limited length', () => {
    const sent = `A\u202e\n<script>${'x'.repeat(500)}`;
    expect(read({ client_name: sent })).toMatchObject({ value: { name: `A <script>${'x'.repeat(50)}` } });
  });

  test('keeps the valid redirect URIs and drops the others', () => {
    const list = ['http://localhost:2/cb'];
    const sent = [CALLBACK, 'javascript:alert(1)', 'http://assistant.example/', 7, list, 'http://localhost:1/cb'];
    expect(read({ redirect_uris: sent })).toMatchObject({
      value: { redirectUris: [CALLBACK, 'http://localhost:1/cb'] },
    });
  });

  const member = (name: string) => `Its ${name} cannot be used.`;
  test.each([
    ['another client_id', { client_id: `${ID}x` }, 'Its client_id is not its address.'],
    ['a client_id in other case', { client_id: ID.toUpperCase() }, 'Its client_id is not its address.'],
    ['no client_id', { client_id: undefined }, member('client_id')],
    ['no redirect_uris', { redirect_uris: undefined }, member('redirect_uris')],
    ['an empty list of them', { redirect_uris: [] }, member('redirect_uris')],
    ['no usable redirect_uris', { redirect_uris: ['javascript:alert(1)'] }, 'None of its redirect_uris can be used.'],
    ['more than fifty redirect_uris', { redirect_uris: Array(51).fill(CALLBACK) }, member('redirect_uris')],
    ['a secret', { client_secret: 'x' }, member('client_secret')],
    ['a shared secret as its authentication', { token_endpoint_auth_method: 'client_secret_post' }, member('token_endpoint_auth_method')], // prettier-ignore
    ['an unsupported authentication', { token_endpoint_auth_method: 'private_key_jwt' }, member('token_endpoint_auth_method')], // prettier-ignore
    ['only another flow', { grant_types: ['implicit'] }, member('grant_types')],
    ['tokens in the URL', { response_types: ['token'] }, member('response_types')],
  ])('with %s cannot be used', (_, members, problem) => {
    expect(read(members)).toEqual({ ok: false, reason: { kind: 'unusable_metadata', problem } });
  });

  test('may state the defaults, other flows as well, and fifty redirects', () => {
    const sent = {
      redirect_uris: Array(50).fill(CALLBACK),
      token_endpoint_auth_method: 'none',
      grant_types: ['refresh_token', 'authorization_code'],
      response_types: ['token', 'code'],
    };
    expect(read(sent)).toMatchObject({ ok: true });
  });

  test.each([
    ['https://assistant.example/about', 'https://assistant.example/about'],
    [`https://assistant.example/${'x'.repeat(474)}`, `https://assistant.example/${'x'.repeat(474)}`],
    [`https://assistant.example/${'x'.repeat(475)}`, undefined],
    ['http://assistant.example/', undefined],
    ['javascript:alert(1)', undefined],
    ['https://user@assistant.example/', undefined],
    ['https://:password@assistant.example/', undefined],
    ['assistant.example', undefined],
    [['https://assistant.example/'], undefined],
    [undefined, undefined],
  ])('with the home page %s is shown with %s', (client_uri, uri) => {
    const shown = read({ client_uri });
    if (!shown.ok) throw new Error('It can be used');
    expect([shown.value.uri, 'uri' in shown.value]).toEqual([uri, uri !== undefined]);
  });

  test('on this machine proves no domain', () => {
    const local = 'http://127.0.0.1:8080/client.json';
    const text = documentOf({ client_id: local, client_name: 7 });
    const client = readClientDocument(new URL(local), text);
    expect(client).toMatchObject({ value: { clientId: local, name: '127.0.0.1' } });
    expect(client.ok && 'verifiedDomain' in client.value).toBe(false);
  });

  test('that is not a JSON object cannot be used', () => {
    const problem = 'It is not a JSON object.';
    for (const text of ['', 'null', '[]', '<html>', '"x"'])
      expect(readClientDocument(new URL(ID), text)).toEqual({ ok: false, reason: { kind: 'unusable_metadata', problem } }); // prettier-ignore
  });
});

describe('a client document is fresh', () => {
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
    [{ 'cache-control': 'max-age=1234567890' }, 60],
    [{ 'cache-control': 'max-age=300, must-revalidate, max-age' }, 60],
    [{ 'cache-control': 'max-age=0' }, 0],
    [{ 'cache-control': 'max-age' }, 60],
    [{ 'cache-control': 'max-age = 300' }, 300],
    [{ 'cache-control': 'max-age=3"0' }, 60],
    [{ 'cache-control': 'max-age=x300' }, 60],
    [{ 'cache-control': 'max-age=300x' }, 60],
    [{ 'cache-control': ['public', 'max-age=300'] }, 300],
    [{ 'cache-control': 'NO-STORE' }, 0],
    [{ 'cache-control': 'max-age=300', age: '400' }, 0],
    [{ 'cache-control': 'max-age=300', age: 'old' }, 300],
    [{ age: '10' }, 50],
    [{ 'cache-control': 'max-age=10', expires: 'Wed, 18 Nov 2026 12:05:00 GMT' }, 10],
    [{ expires: 'Wed, 18 Nov 2026 12:05:00 GMT', date: 'Wed, 18 Nov 2026 12:03:00 GMT' }, 120],
    [{ expires: 'Wed, 18 Nov 2026 12:05:00 GMT' }, 300],
    [{ expires: 'Wed, 18 Nov 2026 12:05:00 GMT', date: 'today' }, 300],
    [{ expires: 'Wed, 18 Nov 2026 11:05:00 GMT' }, 0],
    [{ expires: 'never', date: 'Wed, 18 Nov 2026 12:00:00 GMT' }, 0],
  ])('with %j for %i seconds', (headers, seconds) => expect(freshSeconds(headers, NOON_MS)).toBe(seconds));
});

describe('cached client documents', () => {
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

  test('are kept as long as their headers say; a change of redirect URIs applies then', async () => {
    let redirect = CALLBACK;
    const { read, fetched } = documents(() => fetchedWith('max-age=30', documentOf({ redirect_uris: [redirect] })));
    await read(ID, NOON_MS);
    redirect = 'https://assistant.example/other';
    expect(await read(ID, NOON_MS + 29_999)).toMatchObject({ value: { redirectUris: [CALLBACK] } });
    expect(await read(ID, NOON_MS + 30_000)).toMatchObject({ value: { redirectUris: [redirect] } });
    expect(fetched()).toBe(2);
  });

  test('are fetched each time if their headers say so; refusals always are', async () => {
    const uncached = documents(() => fetchedWith('no-store'));
    const broken = documents(() => fetchedWith('max-age=900', '{}'));
    for (const { read, fetched } of [uncached, broken]) {
      await read(ID, NOON_MS);
      await read(ID, NOON_MS);
      expect(fetched()).toBe(2);
    }
  });

  test('are dropped beyond 200, oldest first', async () => {
    const idOf = (path: number) => `https://assistant-${path}.example/client.json`;
    let [asked, said] = ['', 'max-age=900'];
    const { read, fetched } = documents(() => fetchedWith(said, documentOf({ client_id: asked })));
    const readAll = async (...paths: readonly number[]) => {
      for (const path of paths) {
        asked = idOf(path);
        expect(await read(asked, NOON_MS)).toMatchObject({ value: { clientId: asked } });
      }
      return fetched();
    };
    expect(await readAll(...Array(200).keys())).toBe(200);
    expect(await readAll(0, 199)).toBe(200);
    said = 'no-store';
    // A document that is not cached evicts no other.
    expect([await readAll(300), await readAll(0)]).toEqual([201, 201]);
    said = 'max-age=900';
    expect(await readAll(200)).toBe(202);
    expect(await readAll(1, 200)).toBe(202);
    expect(await readAll(0)).toBe(203);
  });

  test('are dropped once stale, even if they cannot be fetched again', async () => {
    const answers: FetchedDocument[] = [
      fetchedWith('max-age=30'),
      { kind: 'unreachable', problem: 'It took too long.' },
      fetchedWith('max-age=30'),
    ];
    const { read, fetched } = documents(() => answers.shift() ?? fetchedWith('no-store'));
    const at = (nowMs: number) => read(ID, nowMs);
    expect(await at(NOON_MS)).toMatchObject({ ok: true });
    expect(await at(NOON_MS + 60_000)).toEqual({
      ok: false,
      reason: { kind: 'unusable_metadata', problem: 'It took too long.' },
    });
    expect(await at(NOON_MS)).toMatchObject({ ok: true });
    expect(fetched()).toBe(3);
  });

  test('of one host are fetched at most 60 times a minute, over all paths and ports', async () => {
    const { read, fetched } = documents(() => ({ kind: 'unreachable', problem: 'It took too long.' }));
    for (let one = 0; one < 60; one += 1) await read(`https://assistant.example:${8_000 + one}/${one}.json`, NOON_MS);
    const problem = 'It was read too often: wait 60 seconds.';
    expect(await read(ID, NOON_MS)).toEqual({ ok: false, reason: { kind: 'unusable_metadata', problem } });
    expect(fetched()).toBe(60);
    expect(await read('https://other.example/a.json', NOON_MS)).toMatchObject({
      reason: { problem: 'It took too long.' },
    });
  });
});
