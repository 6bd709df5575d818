import { describe, expect, test } from 'vitest';
import { LIFECYCLE_STATUSES } from '../../../../core/index/items/item-facts.ts';
import { FACT_HEADINGS, LIFECYCLE_WORDS, ROHS_WORDS } from '../../../../core/sourcing/item-import/packed-facts.ts';
import { guessMapping } from '../../../../core/sourcing/item-import/guess-mapping.ts';
import { nestFacts, readFacts, unreadFacts } from '../../../../core/sourcing/item-import/read-facts.ts';
import { readTable } from '../../../../core/read-table.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const read = (attributes: Record<string, unknown>) => valueOf(readFacts(attributes));
const problem = (attributes: Record<string, unknown>) => {
  const facts = readFacts(attributes);
  return facts.ok ? undefined : facts.reason;
};

describe('the word tables', () => {
  test.each([
    ['lifecycle', LIFECYCLE_WORDS],
    ['RoHS', ROHS_WORDS],
    ['headings', FACT_HEADINGS],
  ])('give no word of %s two meanings', (_name, table) => {
    const meanings = new Map<string, Set<string>>();
    for (const [meaning, words = ''] of readTable(table)) {
      const key = words
        .normalize('NFKD')
        .replaceAll(/\p{Mn}/gu, '')
        .toLowerCase();
      meanings.set(key, (meanings.get(key) ?? new Set()).add(meaning));
    }
    expect([...meanings].filter(([, { size }]) => size > 1)).toEqual([]);
  });

  test.each(readTable(LIFECYCLE_WORDS))(
    'read %s from the words "%s", also in capitals and with other punctuation',
    (status, words = '') => {
      const expected = status === '-' ? undefined : status;
      for (const stated of [words, words.toUpperCase(), `  ${words.replaceAll(' ', '-')} `]) {
        expect(read({ lifecycle: stated })).toEqual({
          lifecycle: { ...(expected !== undefined && { status: expected }), as_stated: stated.trim() },
        });
      }
    },
  );

  test.each(readTable(ROHS_WORDS))('read the RoHS state %s from the words "%s"', (state, words = '') => {
    expect(read({ compliance_safety: { rohs: words } })).toEqual({ compliance_safety: { rohs: state } });
  });
});

describe('a lifecycle', () => {
  test('keeps each of the service’s words as its status', () => {
    for (const status of LIFECYCLE_STATUSES) expect(read({ lifecycle: { status } })).toEqual({ lifecycle: { status } });
  });

  test('keeps an unknown word in as_stated without a status, and reports it as unread', () => {
    const facts = read({ lifecycle: { status: 'Vintage Reserve', last_buy: '2027-03-31' } });
    expect(facts).toEqual({ lifecycle: { as_stated: 'Vintage Reserve', last_buy: '2027-03-31' } });
    expect(unreadFacts(facts)).toEqual([{ member: 'lifecycle.status', words: 'Vintage Reserve' }]);
    expect(unreadFacts(read({ lifecycle: 'Active' }))).toEqual([]);
  });

  test.each([
    ['2027-03-31', '2027-03-31'],
    ['31.03.2027', '2027-03-31'],
    ['31. 3. 2027', '2027-03-31'],
    ['31/03/2027', '2027-03-31'],
    ['03/31/2027', '2027-03-31'],
    ['31-Mar-2027', '2027-03-31'],
    ['March 31, 2027', '2027-03-31'],
    ['2027-03-31T00:00:00Z', '2027-03-31'],
  ])('reads the day %s', (words, day) => {
    expect(read({ lifecycle: { last_buy: words } })).toEqual({ lifecycle: { last_buy: day } });
  });

  test.each(['04/05/2027', '31.02.2027', 'Q3 2027', 'soon'])('guesses no day from %s and keeps the text', (words) => {
    const facts = read({ lifecycle: { status: 'nrnd', last_buy: words } });
    expect(facts).toEqual({ lifecycle: { status: 'nrnd', last_buy_as_stated: words } });
    expect(unreadFacts(facts)).toEqual([{ member: 'lifecycle.last_buy', words }]);
  });

  test('reads a notice as a URL or as a number', () => {
    expect(read({ lifecycle: { notice: 'https://manufacturer.example/pcn/1' } })).toEqual({
      lifecycle: { notice: { url: 'https://manufacturer.example/pcn/1' } },
    });
    expect(read({ lifecycle: { notice: 'PCN-20260012A' } })).toEqual({
      lifecycle: { notice: { number: 'PCN-20260012A' } },
    });
  });

  test.each([
    [{ status: 7 }, 'attributes.lifecycle.status'],
    [{ notice: 12 }, 'attributes.lifecycle.notice'],
    ['x'.repeat(10).split(''), 'attributes.lifecycle'],
    [{ last_buy: { day: 1 } }, 'attributes.lifecycle.last_buy'],
  ])('refuses a value of the wrong kind: %j', (lifecycle, field) => {
    expect(problem({ lifecycle })?.field).toBe(field);
  });
});

describe('replacements', () => {
  test('are read from a text in which commas separate part numbers', () => {
    expect(read({ replacements: 'PMEG3010ER,115; BAT54 | LM317LZ' })).toEqual({
      replacements: [{ mpn: 'PMEG3010ER,115' }, { mpn: 'BAT54' }, { mpn: 'LM317LZ' }],
    });
  });

  test('keep the values of the source, including an unknown grade', () => {
    const stated = {
      manufacturer: 'Manufacturer',
      mpn: 'B-2',
      grade: 'Drop In',
      stated_by: 'manufacturer',
      url: 'https://a.example/',
    };
    expect(read({ replacements: [stated, { mpn: 'C', grade: 'maybe' }] })).toEqual({
      replacements: [
        { ...stated, grade: 'drop_in' },
        { mpn: 'C', grade_as_stated: 'maybe' },
      ],
    });
  });

  test('are refused without a part number', () => {
    expect(problem({ replacements: [{ manufacturer: 'Manufacturer' }] })?.field).toBe('attributes.replacements.0.mpn');
  });
});

describe('compliance', () => {
  test('keeps members that are not named, and reads the known ones', () => {
    const stated = {
      rohs: 'ROHS3 Compliant',
      halogen_free: 'Ja',
      msl: 'Level-3-260C-168 HR',
      eccn: 'EAR99',
      tsca: 'ok',
    };
    expect(read({ compliance_safety: stated })).toEqual({
      compliance_safety: { rohs: 'compliant', halogen_free: true, msl: '3', eccn: 'EAR99', tsca: 'ok' },
    });
  });

  test('does not guess what "Yes" under REACH means', () => {
    expect(read({ compliance_safety: { reach_svhc: 'Yes' } })).toEqual({
      compliance_safety: { reach_svhc_as_stated: 'Yes' },
    });
    expect(read({ compliance_safety: { reach_svhc: 'REACH Unaffected' } })).toEqual({
      compliance_safety: { reach_svhc: 'not_contained' },
    });
  });

  test.each([
    ['MSL 3', '3'],
    ['1 (Unlimited)', '1'],
    ['2a', '2a'],
  ])('reads the moisture level %s', (words, level) => {
    expect(read({ compliance_safety: { msl: words } })).toEqual({ compliance_safety: { msl: level } });
  });
});

describe('fact columns', () => {
  test.each(readTable(FACT_HEADINGS))('fill %s from a column headed "%s"', (part, heading = '') => {
    const guess = valueOf(guessMapping(['Manufacturer', 'MPN', heading]));
    expect(guess.mapping.fields.attributes).toEqual({ [part]: heading });
    expect(guess.leftOut).toEqual([]);
  });

  test('may fill several members of one section', () => {
    expect(
      nestFacts([
        ['lifecycle', 'EOL'],
        ['lifecycle.last_buy', '2027-03-31'],
        ['Bore.mm', 4],
      ]),
    ).toEqual({
      lifecycle: { as_stated: 'EOL', last_buy: '2027-03-31' },
      'Bore.mm': 4,
    });
    expect(
      nestFacts([
        ['replacements.manufacturer', 'Manufacturer'],
        ['replacements', 'B-2'],
      ]),
    ).toEqual({
      replacements: { manufacturer: 'Manufacturer', mpn: 'B-2' },
    });
  });
});
