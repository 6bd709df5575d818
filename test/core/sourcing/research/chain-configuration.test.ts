import { describe, expect, test } from 'vitest';
import { describeIssue } from '../../../../core/describe-issue.ts';
import { chainSchema, pageAddress } from '../../../../core/sourcing/research/chain-configuration.ts';

const LIMITS = { perDay: 1000, perMinute: 60 };
const ICECAT = { provider: 'icecat', shopName: 'acme', secretName: 'product-data/icecat', ...LIMITS };
const PAGE = { manufacturer: 'Norvane', address: 'https://www.norvane.example/p/{number}' };
const PAGES = { provider: 'pages', contact: 'https://acme.example/bot', pages: [PAGE], ...LIMITS };
const HTTP = { provider: 'http', url: 'https://provider.example/parts', secretName: 'http', ...LIMITS };

type Link = Readonly<Record<string, unknown>>;

/** Returns the place and the reason of each refusal; empty if the settings are valid. */
function faultsOf(...links: readonly Link[]): string[] {
  const parsed = chainSchema.safeParse(links, { error: describeIssue });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
const pagesWith = (change: Link): Link => ({ ...PAGES, pages: [{ ...PAGE, ...change }] });
const without = (link: Link, name: string): Link =>
  Object.fromEntries(Object.entries(link).filter(([each]) => each !== name));

describe('the URL of a part’s page', () => {
  test.each([
    ['NV-1', 'https://a.example/p/NV-1/nv-1'],
    [' NV-1\t', 'https://a.example/p/NV-1/nv-1'],
    ['../A?b#c', 'https://a.example/p/..%2FA%3Fb%23c/..%2Fa%3Fb%23c'],
    ['$&', 'https://a.example/p/%24%26/%24%26'],
    ['{number:lower}', 'https://a.example/p/%7Bnumber%3Alower%7D/%7Bnumber%3Alower%7D'],
    ['..a', 'https://a.example/p/..a/..a'],
    ['a..', 'https://a.example/p/a../a..'],
    ['A\ud800', 'https://a.example/p/A%EF%BF%BD/a%EF%BF%BD'],
  ])('contains the part number %j as it is and in lower case, escaped', (number, address) => {
    expect(pageAddress('https://a.example/p/{number}/{number:lower}', number)?.href).toBe(address);
  });

  test('contains it everywhere the template asks for it', () => {
    const template = 'https://a.example/{number}/{number:lower}?n={number}&l={number:lower}';
    expect(pageAddress(template, 'A')?.href).toBe('https://a.example/A/a?n=A&l=a');
  });

  test.each(['', ' \t', '.', '..', ' ... '])('is missing for %j, which would change the path', (number) =>
    expect(pageAddress('https://a.example/{number}', number)).toBeUndefined(),
  );

  test('is missing if the template does not result in a URL', () =>
    expect(pageAddress('{number}', 'NV-1')).toBeUndefined());
});

describe('an omitted setting', () => {
  test('has its default: nothing enabled, only facts kept, every manufacturer, gaps filled', () => {
    const shared = { manufacturers: [], fills: true, ...LIMITS };
    expect(chainSchema.parse([ICECAT, PAGES, HTTP])).toEqual([
      { ...ICECAT, ...shared, language: 'EN', storing: 'facts' },
      { ...PAGES, ...shared, hostPerMinute: 6, pages: [{ ...PAGE, storing: 'facts' }] },
      { ...HTTP, ...shared },
    ]);
  });

  test('can be stated explicitly instead', () => {
    const said = { manufacturers: ['Norvane'], fills: false, costNanoUsd: 0 };
    const read = { termsReadOn: '2026-11-22', storing: 'everything' };
    const links = [
      { ...ICECAT, ...said, ...read, language: 'DE' },
      { ...PAGES, ...said, hostPerMinute: 60, pages: [{ ...PAGE, ...read }] },
      { ...HTTP, ...said, termsReadOn: '2026-11-22' },
    ];
    expect(chainSchema.parse(links)).toEqual(links);
  });

  test.each([
    [ICECAT, ['shopName', 'secretName', 'perDay', 'perMinute']],
    [PAGES, ['contact', 'pages', 'perDay', 'perMinute']],
    [HTTP, ['url', 'secretName', 'perDay', 'perMinute']],
  ])('without a default is required: %j', (link: Link, names: readonly string[]) => {
    for (const name of names)
      expect(faultsOf(without(link, name))).toEqual([expect.stringContaining(`0.${name}: `) as string]);
  });
});

describe('a provider chain', () => {
  test('has one to five links', () => {
    expect(faultsOf()).toHaveLength(1);
    expect(faultsOf(...Array<Link>(5).fill(HTTP)).join()).not.toContain('at most 5');
    expect(faultsOf(...Array<Link>(6).fill(HTTP)).join()).toContain('at most 5 entries');
  });

  test('names a provider at most once', () =>
    expect(faultsOf(HTTP, ICECAT, HTTP)).toEqual([': names a provider twice']));

  test('accepts only known providers and their settings', () => {
    expect(faultsOf({ ...HTTP, provider: 'other' })).toEqual([expect.stringMatching(/^0\.provider: /) as string]);
    for (const link of [ICECAT, PAGES, HTTP, pagesWith({})])
      expect(faultsOf({ ...link, secret: 'x' })).toEqual(['0: must not have “secret”']);
    expect(faultsOf(pagesWith({ secret: 'x' }))).toEqual(['0.pages.0: must not have “secret”']);
  });
});

describe('a setting', () => {
  const most = (length: number) => Array.from({ length }, (_, place) => `m${place}`);
  test.each<[string, Link, readonly unknown[], readonly unknown[]]>([
    ['perDay', HTTP, [1, 1_000_000], [0, 1_000_001, 1.5, '5']],
    ['perMinute', HTTP, [1, 10_000], [0, 10_001, 1.5]],
    ['costNanoUsd', HTTP, [0, 1e9], [-1, 0.5]],
    ['fills', HTTP, [true, false], ['yes']],
    ['manufacturers', HTTP, [most(200), ['x'.repeat(200)]], [most(201), [''], ['x'.repeat(201)]]],
    ['termsReadOn', HTTP, ['2026-11-22'], ['22.11.2026', '2026-02-30', true]],
    ['termsReadOn', ICECAT, ['2026-11-22'], ['yes']],
    ['storing', ICECAT, ['facts', 'everything'], ['nothing']],
    ['secretName', HTTP, ['aZ09/_+=.@-', 'x'.repeat(200)], ['', 'x'.repeat(201), 'a b', '!a', 'a!', 'ä']],
    ['url', HTTP, ['https://a.example/'], ['http://a.example/', 'wss-https://a', 'https', 'httpss://a.example/']],
    ['shopName', ICECAT, ['aZ0._@-', 'x'.repeat(100)], ['', 'x'.repeat(101), 'a b', '/a', 'a/']],
    ['language', ICECAT, ['EN', 'DE'], ['E', 'ENG', 'en', 'xEN']],
    ['contact', PAGES, ['https://a.example/bot', 'http://a.example'], ['mailto:a@a.example', 'xhttp://a', 'httpx://a']],
    ['hostPerMinute', PAGES, [1, 60], [0, 61, 1.5]],
    ['pages', PAGES, [Array(50).fill(PAGE)], [[], Array(51).fill(PAGE)]],
  ])('is accepted up to its bounds and refused beyond: %s of %j', (name, link, taken, refused) => {
    for (const value of taken) expect(faultsOf({ ...link, [name]: value })).toEqual([]);
    for (const value of refused)
      expect(faultsOf({ ...link, [name]: value }), JSON.stringify(value)).toEqual([
        expect.stringMatching(new RegExp(`^0\\.${name}`)) as string,
      ]);
  });

  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ['manufacturer', ['N', 'x'.repeat(200)], ['', 'x'.repeat(201)]],
    ['termsReadOn', ['2026-11-22'], ['yes']],
    ['storing', ['facts', 'everything'], ['nothing']],
    ['address', [`https://a.example/{number}${'x'.repeat(474)}`], [`https://a.example/{number}${'x'.repeat(475)}`]],
  ])('is accepted up to its bounds and refused beyond: %s of a manufacturer’s pages', (name, taken, refused) => {
    for (const value of taken) expect(faultsOf(pagesWith({ [name]: value }))).toEqual([]);
    for (const value of refused)
      expect(faultsOf(pagesWith({ [name]: value }))).toEqual([
        expect.stringMatching(new RegExp(`^0\\.pages\\.0\\.${name}: `)) as string,
      ]);
  });

  test('that names a secret is refused with the rule for its name', () =>
    expect(faultsOf({ ...HTTP, secretName: '!' })).toEqual(['0.secretName: must be the name of a secret']));
});

describe('the URL of a manufacturer’s pages', () => {
  const AWAY = '0.pages.0.address: must be an https address with the number behind its host';
  const NO_PLACE = '0.pages.0.address: needs {number} or {number:lower}';

  test.each(['https://a.example/{number}', 'https://a.example/{number:lower}', 'https://a.example/?n={number}#x'])(
    'is %s',
    (address) => expect(faultsOf(pagesWith({ address }))).toEqual([]),
  );

  test.each([
    ['http://a.example/{number}', [AWAY]],
    ['https://{number}.example/', [AWAY]],
    ['https://u@a.example/{number}', [AWAY]],
    ['https://:p@a.example/{number}', [AWAY]],
    ['https://{number}@a.example/', [AWAY]],
    ['https://a.example:{number}/', [AWAY]],
    ['javascript:{number}', [AWAY]],
    ['{number}', [AWAY]],
    ['https://a.example/', [NO_PLACE]],
    ['https://a.example/{Number}', [NO_PLACE]],
  ])('cannot be %s, and the operator learns why', (address, faults) => {
    expect(faultsOf(pagesWith({ address }))).toEqual(faults);
  });
});
