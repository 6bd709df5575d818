import { describe, expect, test } from 'vitest';
import { setMembers } from '../../../../core/sourcing/item-import/set-members.ts';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const NOW = Date.parse('2027-01-02T03:04:05Z');
const DOOMED = recordOf({
  manufacturer: 'Norvane',
  mpn: 'A-1',
  attributes: {
    lifecycle: { status: 'active', as_stated: 'In Production', last_buy: '2026-01-01', as_of: '2020-01-01' },
    physical: { package: 'TO-220' },
  },
  updated_at: '2020-01-01T00:00:00Z',
});

const changesOf = (words: readonly string[]) =>
  words.map((word) => ({ member: word.slice(0, word.indexOf('=')), value: word.slice(word.indexOf('=') + 1) }));
const set = (item: ItemRecord, ...words: string[]) => valueOf(setMembers(item, changesOf(words), NOW));
function problem(item: ItemRecord, ...words: string[]) {
  const changed = setMembers(item, changesOf(words), NOW);
  return changed.ok ? undefined : changed.reason;
}

describe('setMembers', () => {
  test('changes the named members, dates the facts, and keeps every other member', () => {
    expect(
      set(DOOMED, 'lifecycle.status=obsolete', 'title=Relay', 'weight.value=1.5', 'compliance_safety.rohs=yes'),
    ).toEqual({
      ...DOOMED,
      title: 'Relay',
      weight: { value: 1.5, unit: null },
      attributes: {
        lifecycle: { status: 'obsolete', last_buy: '2026-01-01', as_of: '2027-01-02' },
        physical: { package: 'TO-220' },
        compliance_safety: { rohs: 'compliant' },
      },
      updated_at: '2027-01-02T03:04:05Z',
    });
  });

  test.each([
    ['lifecycle.status=NRND', { lifecycle: { status: 'nrnd', as_stated: 'NRND', as_of: '2027-01-02' } }],
    ['lifecycle=EOL', { lifecycle: { status: 'last_time_buy', as_stated: 'EOL', as_of: '2027-01-02' } }],
    ['attributes.lifecycle.last_buy=31.3.2027', { lifecycle: { last_buy: '2027-03-31', as_of: '2027-01-02' } }],
    [
      'lifecycle.notice.url=https://n.example/1',
      { lifecycle: { notice: { url: 'https://n.example/1' }, as_of: '2027-01-02' } },
    ],
    [
      'replacements=A 1; B,2',
      {
        replacements: [
          { mpn: 'A 1', as_of: '2027-01-02' },
          { mpn: 'B,2', as_of: '2027-01-02' },
        ],
      },
    ],
    [
      'replacements=[{"mpn":"A","grade":"drop_in","as_of":"2026-05-06"}]',
      { replacements: [{ mpn: 'A', grade: 'drop_in', as_of: '2026-05-06' }] },
    ],
    ['compliance_safety.halogen_free=no', { compliance_safety: { halogen_free: false } }],
    ['compliance_safety.rohs_exemptions=6(c); 7(a)', { compliance_safety: { rohs_exemptions: ['6(c)', '7(a)'] } }],
    ['attributes.physical={"package":"SO-8"}', { physical: { package: 'SO-8' } }],
    ['attributes.Bore.mm=[8', { 'Bore.mm': '[8' }],
  ])('reads %s like an import', (word, attributes) => {
    expect(set(recordOf({ mpn: 'A-1' }), word).attributes).toEqual(attributes);
  });

  test.each([
    ['gtin=4006381333931', { gtin: '04006381333931' }],
    ['keywords=ball bearing; 608', { keywords: ['ball bearing', '608'] }],
    ['title=[new] 5', { title: '[new] 5' }],
    ['pack_quantity=10', { pack_quantity: 10 }],
    ['dimensions.unit=mm', { dimensions: { length: null, width: null, height: null, unit: 'mm' } }],
    ['section_confidence.lifecycle=95', { section_confidence: { lifecycle: 95 } }],
    [
      'media=[{"type":"image","url":"https://n.example/i"}]',
      { media: [{ type: 'image', url: 'https://n.example/i' }] },
    ],
    ['updated_at=2026-05-06T07:08:09Z', { updated_at: '2026-05-06T07:08:09Z' }],
  ])('stores %s as the field requires', (word, fields) => {
    expect(set(recordOf({ mpn: 'A-1' }), word)).toMatchObject(fields);
  });

  test('changes the only replacement of an item, and none of several', () => {
    const one = set(DOOMED, 'replacements.mpn=B-2', 'replacements.grade=drop_in');
    expect(set(one, 'replacements.stated_by=manufacturer').attributes).toMatchObject({
      replacements: [{ mpn: 'B-2', grade: 'drop_in', stated_by: 'manufacturer', as_of: '2027-01-02' }],
    });
    const several = set(DOOMED, 'replacements=A; B');
    expect(problem(several, 'replacements.grade=drop_in')).toEqual({
      kind: 'several_replacements',
      member: 'replacements.grade',
      count: 2,
    });
  });

  test('clears members without a value, and leaves no section that has only a date', () => {
    const cleared = set(DOOMED, 'lifecycle.status=', 'lifecycle.last_buy=', 'attributes.physical=', 'mpn=');
    expect(cleared).toMatchObject({ attributes: null, mpn: null });
    const light = set(recordOf({}), 'weight.value=2', 'weight.unit=g', 'keywords=a');
    expect(set(light, 'weight.value=', 'weight.unit=', 'keywords=')).toMatchObject({ weight: null, keywords: null });
  });

  test('returns an item unchanged if the new values are the same', () => {
    const words = [
      'lifecycle.status=Last Time Buy',
      'replacements=X-1',
      'compliance_safety.msl=MSL 3',
      'confidence=90',
    ];
    const once = set(DOOMED, ...words);
    expect(setMembers(once, changesOf(words), NOW + 5_000)).toEqual({ ok: true, value: once });
  });

  test.each([
    [
      'lifecycle.status=defunct',
      "preview, active, nrnd, last_time_buy, obsolete, or the trade's word for one, such as NRND",
    ],
    ['lifecycle.last_buy=04/05/2027', 'a day such as 2027-03-31'],
    ['compliance_safety.rohs=perhaps', 'compliant, exempt, not_compliant'],
    ['compliance_safety.halogen_free=perhaps', 'yes or no'],
    ['replacements.grade=close', 'drop_in, other_package, functional, suggested'],
    ['pack_quantity=ten', 'a number'],
    ['confidence=101', 'a number from 0 to 100'],
    ['section_confidence.lifecycle=high', 'a number from 0 to 100'],
    ['unspsc_code=12', '8 digits'],
    ['media=a picture', 'JSON of the shape that `items get` shows'],
  ])('refuses %s and says what the member may be', (word, allowed) => {
    const item = set(DOOMED, 'replacements=X');
    expect(problem(item, word)).toEqual({ kind: 'invalid_value', member: word.split('=')[0], allowed });
  });

  test('refuses a replacement without a part number, and an invalid GTIN, like an import', () => {
    expect(problem(DOOMED, 'replacements.grade=drop_in')).toMatchObject({ member: 'replacements.mpn' });
    expect(problem(DOOMED, 'gtin=4006381333930')).toMatchObject({
      kind: 'invalid_record',
      error: { kind: 'invalid_barcode', field: 'gtin' },
    });
  });

  test.each([
    ['lifecycle.statsu=obsolete', ['lifecycle.status'], 'lifecycle.last_buy'],
    ['titel=x', ['title'], 'compliance_safety.rohs'],
    ['id=itm_00000002', [], 'title'],
    ['lifecycle.notice.date=x', [], 'lifecycle.notice.url'],
    ['__proto__.x=1', [], 'title'],
    ['title.x=1', ['title'], 'title'],
  ])('refuses %s with the nearest members and the list of all', (word, nearest, one) => {
    const found = problem(DOOMED, word);
    expect(found).toMatchObject({ kind: 'unknown_member', nearest: expect.arrayContaining(nearest) as string[] });
    expect(found).toMatchObject({ allowed: expect.arrayContaining([one]) as string[] });
  });
});
