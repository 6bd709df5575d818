/** Hostile pages and robots.txt files, and the result of reading them. */
import { describe, expect, test } from 'vitest';
import { jsonLdBlocks } from '../../../adapters/research/json-ld-blocks.ts';
import { productOnPage } from '../../../adapters/research/json-ld-product.ts';
import { robotsRules } from '../../../adapters/research/robots-rules.ts';
import { chainLinkSchema, pageAddress } from '../../../core/sourcing/research/chain-configuration.ts';

const ASKED = { partNumber: 'NV-1', gtin: undefined };
const PAGE = {
  url: 'https://www.norvane.example/p/NV-1',
  manufacturer: 'Norvane',
  storing: 'facts',
  nowMs: 0,
} as const;
const PRODUCT = { '@type': 'Product', mpn: 'NV-1', name: 'A part' };
const on = (...documents: readonly unknown[]) => productOnPage(documents, ASKED, PAGE);

describe('the JSON-LD of a page', () => {
  const block = (text: string, attributes = 'type="application/ld+json"') => `<script ${attributes}>${text}</script>`;

  test.each([
    ['as it is', block('{}'), ['{}']],
    [
      'with other attributes, in capitals, without quotes',
      '<SCRIPT id=a TYPE=application/ld+json>{}</SCRIPT >',
      ['{}'],
    ],
    ['with a parameter', block('{}', 'type="application/ld+json; charset=utf-8"'), ['{}']],
    ['of two', block('1') + block('2'), ['1', '2']],
    ['with a tag inside', block('{"a":"<b>"}'), ['{"a":"<b>"}']],
    ['not in a comment', `<!-- ${block('{}')} -->`, []],
    ['not in another script', `<script>"${block('{}').replace('</script>', '')}"</script>`, []],
    ['not in an attribute', `<a title='${block('{}')}'>`, []],
    ['not in a text area', `<textarea>${block('{}')}</textarea>`, []],
    ['not of another type', block('{}', 'type="text/javascript"'), []],
    ['the first of two types', block('{}', 'type="text/plain" type="application/ld+json"'), []],
    ['not without an end', '<script type="application/ld+json">{}', []],
  ])('is read %s', (_, html, blocks) => expect(jsonLdBlocks(html)).toEqual(blocks));

  test('is read in time proportional to its bytes, even if elements are nested deeply or left open', () => {
    const many = 100_000;
    for (const html of [
      '<b>'.repeat(many) + '</i>'.repeat(many),
      '<script type="application/ld+json">'.repeat(many / 4),
      '<!--'.repeat(many),
      '<a '.repeat(many),
      `<a ${'x=" '.repeat(many)}`,
      '</script '.repeat(many),
      '<![CDATA['.repeat(many),
    ])
      expect(jsonLdBlocks(html + block('{}')).length).toBeLessThanOrEqual(50);
  });

  test('has at most 50 blocks', () => expect(jsonLdBlocks(block('{}').repeat(400))).toHaveLength(50));
});

describe('the product of a page', () => {
  test('is the one with the part number, among others and their accessories', () => {
    const accessory = { '@type': 'Product', mpn: 'NV-1-A', name: 'Its case' };
    const graph = {
      '@graph': [
        accessory,
        { '@type': ['Thing', 'https://schema.org/Product'], sku: 'NV-1', name: 'It', isRelatedTo: accessory },
      ],
    };
    expect(on(graph)).toMatchObject({ kind: 'found', record: { mpn: 'NV-1', title: 'It' } });
  });

  test.each<[string, unknown]>([
    ['with another part number', { ...PRODUCT, mpn: 'NV-2' }],
    ['with another part number, although the shop’s text names this one,', { ...PRODUCT, mpn: 'NV-2', sku: 'NV-1' }],
    ['without a part number', { '@type': 'Product', name: 'A part' }],
  ])('%s is another part', (_, product) => expect(on(product).kind).toBe('another_part'));

  test('is missing if the page has none', () => {
    expect(on({ '@type': 'Organization', name: 'Norvane' }, null, 'text', 7, []).kind).toBe('no_product');
    expect(productOnPage([], ASKED, PAGE).kind).toBe('no_product');
  });

  test('a hundred thousand levels deep is not looked for, and causes no failure', () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}${JSON.stringify(PRODUCT)}${'}'.repeat(100_000)}`);
    expect(on(deep).kind).toBe('no_product');
    expect(on(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).kind).toBe('no_product');
    expect(on(deep, PRODUCT).kind).toBe('found');
  });

  test('among hundreds of thousands of objects is looked for up to a limit', () => {
    const many = Array.from({ length: 200_000 }, () => ({}));
    expect(on(many, PRODUCT).kind).toBe('found');
    expect(on({ '@graph': [...many, PRODUCT] }).kind).toBe('no_product');
  });

  test('with circular references is read once', () => {
    const circle = {
      '@graph': [
        {
          ...PRODUCT,
          '@id': '#p',
          manufacturer: { '@id': '#a' },
          brand: { '@id': '#p' },
          weight: { '@id': '#nowhere' },
        },
        { '@id': '#a', name: { '@id': '#b' } },
        { '@id': '#b', name: { '@id': '#a' } },
      ],
    };
    expect(on(circle)).toMatchObject({
      kind: 'found',
      record: { manufacturer: 'Norvane', brand: 'A part', weight: null },
    });
  });

  test('may name __proto__ and constructor like any other word', () => {
    const hostile: unknown = JSON.parse(
      '{"@type":"Product","mpn":"NV-1","name":"A part","__proto__":{"gtin":"00012345678905","polluted":1},"additionalProperty":[{"name":"__proto__","value":"x"},{"name":"constructor","value":"y"}]}',
    );
    const found = on(hostile);
    expect(found).toMatchObject({ kind: 'found', record: { gtin: null } });
    expect({}).not.toHaveProperty('polluted');
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  });

  test('with members of the wrong kind keeps the valid ones', () => {
    const odd = {
      ...PRODUCT,
      brand: [[]],
      weight: { value: 'heavy', unitCode: 'GRM' },
      width: { value: 3, unitCode: 'MMT' },
      height: { value: 1, unitCode: 'INH' },
      category: 7,
      image: [{}],
      offers: 'none',
      additionalProperty: [null, 7, { name: 'Voltage' }, { name: 'Current', value: [1, 2], unitText: 'A' }],
    };
    expect(on(odd)).toMatchObject({
      kind: 'found',
      record: {
        title: 'A part',
        weight: null,
        dimensions: null,
        category: '7',
        attributes: { specifications: { Current: '1, 2 A' } },
      },
    });
  });
});

describe('robots.txt', () => {
  const ROBOTS = new URL('https://www.norvane.example/robots.txt');
  const url = new URL('https://www.norvane.example/p/NV-1');
  const rules = (text: string | undefined, status = 200) => robotsRules(ROBOTS, status, text, 'ProductDataBot');
  const allows = (text: string) => rules(text)?.isAllowed(url);

  test.each([
    ['nothing', '', true],
    ['a site that forbids everybody', 'User-agent: *\nDisallow: /', false],
    ['a site that forbids everybody, after a byte order mark', '\uFEFFUser-agent: *\nDisallow: /', false],
    [
      'a site that forbids this reader and allows others',
      'User-agent: productdatabot\nDisallow: /p/\n\nUser-agent: *\nAllow: /',
      false,
    ],
    [
      'a site that forbids others and allows this reader',
      'User-agent: *\nDisallow: /\n\nUser-agent: ProductDataBot\nDisallow:',
      true,
    ],
    ['the longer rule', 'User-agent: *\nDisallow: /p/\nAllow: /p/NV', true],
    ['with a star', 'User-agent: *\nDisallow: /*/NV-1$', false],
  ])('%s', (_, text, allowed) => expect(allows(text)).toBe(allowed));

  test.each([
    [404, true],
    [410, true],
    [401, false],
    [403, false],
  ])('allows or forbids a page if answered with %i', (status, allowed) =>
    expect(rules(undefined, status)?.isAllowed(url)).toBe(allowed),
  );

  test.each([429, 500, 503, 302])('pauses the site if answered with %i', (status) =>
    expect(rules(undefined, status)).toBeUndefined(),
  );

  test('of another site does not apply to this one', () =>
    expect(rules('')?.isAllowed(new URL('https://elsewhere.example/p'))).toBe(false));

  test('that is not text, is longer than 100 kB, or has too many patterns forbids the site', () => {
    expect(rules(undefined)?.isAllowed(url)).toBe(false);
    expect(allows(`User-agent: *\nAllow: /\n${'#'.repeat(100_000)}`)).toBe(false);
    expect(allows(`User-agent: *\n${'Allow: /*p*N*V*q\n'.repeat(5_800)}`)).toBe(true);
    const path = new URL(`https://www.norvane.example/${'a'.repeat(480)}`);
    expect(rules(`User-agent: *\n${'Allow: /*a*a*a*a\n'.repeat(5_800)}`)?.isAllowed(path)).toBe(false);
  });

  test.each([
    [
      '1,400 times the reader’s name above 1,400 rules',
      `${'User-agent: ProductDataBot\n'.repeat(1_400)}${'Disallow: /*a*a*a*a*a*a*a*a*a*a*b$\n'.repeat(1_400)}`,
    ],
    ['1,400 groups for this reader', `User-agent: ProductDataBot\nDisallow: /*a*a*a*a*a*a*a*a*a*a*b$\n`.repeat(1_400)],
    ['3,000 other names above 5,000 rules', `${'User-agent: a\n'.repeat(3_000)}${'Allow: /\n'.repeat(5_000)}`],
    ['one rule of stars', `User-agent: *\nDisallow: ${'*'.repeat(99_000)}x`],
    ['one rule of letters', `User-agent: *\nDisallow: /${'*a'.repeat(49_000)}b$`],
    ['lines without rules', 'a:\n'.repeat(33_000)],
  ])('of %s is evaluated within a second of processor time', (_, text) => {
    const longest = new URL(`https://www.norvane.example/${'a'.repeat(499)}`);
    // Processor time: other work on the machine must not fail the test. Backtracking would take minutes.
    const before = process.cpuUsage();
    rules(text)?.isAllowed(longest);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  test.each([
    [
      'after rules for others',
      'User-agent: b\nDisallow: /\nSitemap: /s\nUser-agent: a\nuser-agent : ProductDataBot/2.0 # us\nDisallow: /p/',
      false,
    ],
    ['among other names', 'User-agent: a\nUser-agent: *\nUser-agent: b\nDisallow: /p/', false],
    ['not in a group after the reader’s', 'User-agent: *\nDisallow: /x\nUser-agent: a\nDisallow: /', true],
    ['not before any name', 'Disallow: /\nUser-agent: *\nAllow: /', true],
    ['in both of two groups', 'User-agent: *\nDisallow: /x\n\nUser-agent: *\nDisallow: /p', false],
  ])('whose rules are found %s', (_, text, allowed) => expect(allows(text)).toBe(allowed));

  test('forbids a URL that is too long', () => {
    const long = new URL(`https://www.norvane.example/${'a'.repeat(600)}`);
    expect(rules('')?.isAllowed(long)).toBe(false);
  });

  test('gives the delay between requests', () => {
    expect(rules('User-agent: *\nCrawl-delay: 10')?.crawlDelaySeconds).toBe(10);
    expect(rules('User-agent: *\nCrawl-delay: -1')?.crawlDelaySeconds).toBeUndefined();
    expect(rules('User-agent: *\nCrawl-delay: soon')?.crawlDelaySeconds).toBeUndefined();
  });
});

describe('the URL of a page', () => {
  const TEMPLATE = 'https://www.norvane.example/p/{number}/data';

  test.each([
    ['NV-1', '/p/NV-1/data'],
    ['../../admin', '/p/..%2F..%2Fadmin/data'],
    ['a?b=c#d&e', '/p/a%3Fb%3Dc%23d%26e/data'],
    ['a@b:80\\c', '/p/a%40b%3A80%5Cc/data'],
    ['%2e%2e', '/p/%252e%252e/data'],
    ['$& $1', '/p/%24%26%20%241/data'],
    ['\ud800', '/p/%EF%BF%BD/data'],
  ])('contains the part number %s escaped', (number, path) => {
    const url = pageAddress(TEMPLATE, number);
    expect(url?.host).toBe('www.norvane.example');
    expect(`${url?.pathname}${url?.search}${url?.hash}`).toBe(path);
  });

  test.each(['.', '..', '...', '', '  '])('is missing for the part number "%s"', (number) =>
    expect(pageAddress(TEMPLATE, number)).toBeUndefined(),
  );

  test.each([
    'http://a.example/{number}',
    'https://{number}.example/',
    'https://u:p@a.example/{number}',
    'https://a.example/',
    'https://a.example:{number}/',
    'javascript:{number}',
    '{number}',
  ])('cannot be made from %s', (address) => {
    const pages = [{ manufacturer: 'Norvane', address }];
    const link = { provider: 'pages', contact: 'https://a.example/', pages, perDay: 1, perMinute: 1 };
    expect(chainLinkSchema.safeParse(link).success).toBe(false);
  });
});
