import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTokenRequest, type TokenRequest } from '../../../../core/access/auth/token-request.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** @param headers those that are undefined are not sent */
function read(body: string | Uint8Array, headers: Readonly<Record<string, string | undefined>> = {}) {
  const sent = Object.entries({ 'content-type': FORM, ...headers }).filter(([, value]) => value !== undefined);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const request = { method: 'POST', path: '/v1/oauth/token', sourceAddress: '203.0.113.7' };
  return readTokenRequest({ ...request, headers: Object.fromEntries(sent), body: bytes });
}

const readJson = (value: unknown) => read(JSON.stringify(value), { 'content-type': JSON_TYPE });
const base64 = (text: string | Uint8Array) => Buffer.from(text as string).toString('base64');
const readBasic = (pair: string | Uint8Array, body = 'grant_type=g') => readHeader(`Basic ${base64(pair)}`, body);
const readHeader = (authorization: string, body = 'grant_type=g') => read(body, { authorization });

const asked = (more: Partial<TokenRequest> = {}) => ({
  ok: true,
  value: { grantType: 'g', clientId: 'id', clientSecret: 'secret', scope: undefined, resources: [], ...more },
});
const refused = (kind: string, more: object = {}) => ({ ok: false, reason: { kind, ...more } });
const CREDENTIALS = 'grant_type=g&client_id=id&client_secret=secret';

describe('a token request', () => {
  test('is read in full from a form', () => {
    expect(read(`${CREDENTIALS}&scope=items%3Aread+usage:read&resource=https://a.test&resource=b&other=x`)).toEqual(
      asked({ scope: 'items:read usage:read', resources: ['https://a.test', 'b'] }),
    );
  });

  test('is read from JSON as from a form', () => {
    const body = { grant_type: 'g', client_id: 'id', client_secret: 'secret', scope: 'a b', resource: ['r', 's'] };
    expect(readJson(body)).toEqual(asked({ scope: 'a b', resources: ['r', 's'] }));
    expect(readJson({ ...body, resource: 'r' })).toEqual(asked({ scope: 'a b', resources: ['r'] }));
  });

  test('means the same in every encoding', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, fc.array(text), (clientId, clientSecret, resources) => {
        const form = new URLSearchParams({ grant_type: 'g', client_id: clientId, client_secret: clientSecret });
        for (const resource of resources) form.append('resource', resource);
        const body = { grant_type: 'g', client_id: clientId, client_secret: clientSecret, resource: resources };
        const expected = asked({ clientId, clientSecret, resources });
        expect(read(form.toString())).toEqual(expected);
        expect(readJson(body)).toEqual(expected);
        expect(
          readBasic(
            `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`,
            `grant_type=g${resources.map((one) => `&resource=${encodeURIComponent(one)}`).join('')}`,
          ),
        ).toEqual(expected);
      }),
    );
  });

  test.each([[FORM], [`${FORM};charset=UTF-8`], [` ${FORM.toUpperCase()} ; charset=utf-8`]])(
    'declared as "%s" is read as a form',
    (type) => {
      expect(read(CREDENTIALS, { 'content-type': type })).toEqual(asked());
    },
  );

  test.each([[JSON_TYPE], ['Application/JSON'], [' application/json ;charset=utf-8']])(
    'declared as "%s" is read as JSON',
    (type) => {
      const body = '{"grant_type":"g","client_id":"id","client_secret":"secret"}';
      expect(read(body, { 'content-type': type })).toEqual(asked());
    },
  );

  test.each([['text/plain'], [''], [undefined], [`text/plain;${FORM}`], [`x${FORM}`]])(
    'declared as %j has an unsupported type',
    (type) => {
      expect(read(CREDENTIALS, { 'content-type': type })).toEqual(refused('unsupported_media_type'));
    },
  );

  test('without body and type reports its first missing parameter', () => {
    const missing = refused('missing_parameter', { field: 'grant_type' });
    expect(read('', { 'content-type': undefined })).toEqual(missing);
    expect(read('', { 'content-type': 'text/plain' })).toEqual(refused('unsupported_media_type'));
  });

  test('has at most 65,536 bytes', () => {
    const padding = (size: number) => `${CREDENTIALS}&x=`.padEnd(size, 'x');
    expect(read(padding(65_536))).toEqual(asked());
    expect(read(padding(65_537))).toEqual(refused('body_too_large'));
    expect(read(new Uint8Array(65_537).fill(0xff))).toEqual(refused('body_too_large'));
  });

  test.each<[string, string | Uint8Array, string, string]>([
    ['bytes that are not UTF-8', new Uint8Array([0x67, 0xff]), FORM, 'The body is not UTF-8.'],
    ['broken JSON', '{"grant_type":', JSON_TYPE, 'The body is not JSON.'],
    ['text that is not JSON', '', JSON_TYPE, 'The body is not JSON.'],
    ['a JSON array', '[]', JSON_TYPE, 'The body is not a JSON object.'],
    ['a JSON null', 'null', JSON_TYPE, 'The body is not a JSON object.'],
    ['a JSON string', '"grant_type"', JSON_TYPE, 'The body is not a JSON object.'],
    ['a JSON number for a parameter', '{"grant_type":1}', JSON_TYPE, 'Every parameter must be a string.'],
    ['a JSON null for a parameter', '{"grant_type":null}', JSON_TYPE, 'Every parameter must be a string.'],
    ['a JSON number in a list', '{"resource":["a",1]}', JSON_TYPE, 'Every parameter must be a string.'],
  ])('of %s is malformed, and the response says so', (_what, body, type, problem) => {
    expect(read(body, { 'content-type': type })).toEqual(refused('malformed_body', { problem }));
  });

  test.each(['grant_type', 'client_id', 'client_secret', 'scope'])('may name %s only once', (field) => {
    const body = `${CREDENTIALS}&scope=a&${field}=again`;
    expect(read(body)).toEqual(refused('repeated_parameter', { field }));
    expect(read(body.replace('=again', '='))).toEqual(asked({ scope: 'a' }));
  });

  test('needs a grant type; a parameter without a value counts as absent', () => {
    const missing = refused('missing_parameter', { field: 'grant_type' });
    expect(read('client_id=id&client_secret=secret')).toEqual(missing);
    expect(read('grant_type=&client_id=id&client_secret=secret')).toEqual(missing);
    expect(read(`${CREDENTIALS}&scope=&resource=`)).toEqual(asked());
    expect(readJson({ grant_type: 'g', client_id: 'id', client_secret: '' })).toEqual(refused('no_client_credentials'));
  });
});

describe('the client’s credentials', () => {
  test.each(['grant_type=g', 'grant_type=g&client_id=id', 'grant_type=g&client_secret=secret'])(
    'are not in the body "%s"',
    (body) => {
      expect(read(body)).toEqual(refused('no_client_credentials'));
    },
  );

  test('ignore an empty Authorization header', () => {
    for (const authorization of ['', '  ']) expect(readHeader(authorization, CREDENTIALS)).toEqual(asked());
  });

  test('in a Basic header are form-encoded halves around the first colon', () => {
    expect(readBasic('id:secret')).toEqual(asked());
    expect(readBasic('id:a:b')).toEqual(asked({ clientSecret: 'a:b' }));
    expect(readBasic('i%3Ad:a+b%2Bc%C3%A9')).toEqual(asked({ clientId: 'i:d', clientSecret: 'a b+cé' }));
  });

  test.each([
    `Basic ${base64('id:secret')}`,
    `basic   ${base64('id:secret')}`,
    `BASIC\t${base64('id:secret')}`,
    `  Basic ${base64('id:secret')}  `,
  ])('are read from "%s"', (authorization) => {
    expect(readHeader(authorization)).toEqual(asked());
  });

  test('may be encoded for URLs, with padding or without', () => {
    // The Base64 of "~~?:~?" contains a + and a /.
    const pair = '~~?:~?';
    const credentials = asked({ clientId: '~~?', clientSecret: '~?' });
    expect(base64(pair)).toMatch(/[+/]/);
    expect(readHeader(`Basic ${base64(pair)}`)).toEqual(credentials);
    expect(readHeader(`Basic ${Buffer.from(pair).toString('base64url')}`)).toEqual(credentials);
    expect(base64('id:secre')).toMatch(/=$/);
    expect(readHeader(`Basic ${base64('id:secre').replace(/=+$/, '')}`)).toEqual(asked({ clientSecret: 'secre' }));
  });

  test.each([
    ['another scheme', `Bearer ${base64('id:secret')}`],
    ['a scheme that only ends like it', `xBasic ${base64('id:secret')}`],
    ['no credentials', 'Basic'],
    ['nothing between scheme and credentials', `Basic${base64('id:secret')}`],
    ['two credentials', `Basic ${base64('id:secret')}, Basic ${base64('id:secret')}`],
    ['endless padding', `Basic ${base64('id:secret')}===`],
    ['characters that are not base64', 'Basic aWQ6!2VjcmV0'],
    ['no colon', `Basic ${base64('idsecret')}`],
    ['no id', `Basic ${base64(':secret')}`],
    ['no secret', `Basic ${base64('id:')}`],
    ['bytes that are not UTF-8', `Basic ${base64(new Uint8Array([0x69, 0x3a, 0xff]))}`],
    ['a broken escape in the id', `Basic ${base64('i%d:secret')}`],
    ['a broken escape in the secret', `Basic ${base64('id:secret%')}`],
  ])('in a header of %s are malformed', (_what, authorization) => {
    expect(readHeader(authorization)).toEqual(refused('malformed_client_credentials'));
  });

  test('are sent in one way: together with a header, the body may only repeat the same id', () => {
    const pair = 'id:secret';
    expect(readBasic(pair, 'grant_type=g&client_id=id')).toEqual(asked());
    for (const also of ['client_id=other', 'client_secret=secret', 'client_id=id&client_secret=secret']) {
      expect(readBasic(pair, `grant_type=g&${also}`)).toEqual(refused('two_client_credentials'));
    }
  });
});
