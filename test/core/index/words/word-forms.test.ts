import { describe, expect, test } from 'vitest';
import {
  caseOf,
  caseWords,
  familyPieces,
  gluedPackage,
  gluedQuantity,
  nameOfVersion,
  packageOf,
  packageWords,
  plainFamily,
  quantityOf,
  rangeOf,
  samePads,
  singular,
  subjectOf,
} from '../../../../core/index/words/word-forms.ts';

describe('the singular of a word', () => {
  test.each([
    ['screws', 'screw'],
    ['batteries', 'battery'],
    ['switches', 'switch'],
    ['boxes', 'box'],
    ['mcus', 'mcu'],
    ['buses', 'bus'],
  ])('of %s is %s', (word, one) => {
    expect(singular(word)).toBe(one);
  });

  test.each(['bus', 'status', 'glass', 'chassis', 'cmos', 'series', 'gas', 'instrumentation', 'größes'])(
    'of %s is the word itself',
    (word) => {
      expect(singular(word)).toBe(word);
    },
  );
});

describe('the subject of a text', () => {
  test.each([
    ['chip resistors 0603', 'resistance'],
    ['ntc thermistor', 'resistance'],
    ['10 kohm', 'resistance'],
    ['serial flash', 'memory'],
    ['2 mbit sram', 'memory'],
    ['flash resistor', 'resistance'],
    ['relay 5 v', undefined],
  ])('of “%s” is %s', (text, subject) => {
    expect(subjectOf(text)).toBe(subject);
  });
});

describe('a number and its unit', () => {
  test.each([
    ['5', 'volts', '5v'],
    ['5.0', 'v', '5v'],
    ['seven', 'segment', '7segment'],
    ['0.5', 'a', '500ma'],
    ['0.1', 'uf', '100nf'],
    ['1000', 'v', '1kv'],
    ['2200', 'pf', '2.2nf'],
    ['1024', 'kb', '1mb'],
    ['1000', 'kb', '1000kb'],
    ['1048576', 'kb', '1gb'],
    ['0', 'v', '0v'],
  ])('%s %s are the word %s', (written, unit, word) => {
    expect(quantityOf(written, unit)?.word).toBe(word);
  });

  test('keep the number as it was written, and the unit as it is indexed', () => {
    expect(quantityOf('0.50', 'amps')).toEqual({ word: '500ma', amount: '0.50', unit: 'a' });
  });

  test.each([
    ['a bare k of a memory', 'memory', '4kb'],
    ['a bare k of a resistor', 'resistance', '4kohm'],
  ] as const)('read %s by the subject of the text', (_of, subject, word) => {
    expect(quantityOf('4', 'k', subject)?.word).toBe(word);
  });

  test.each([
    ['5', 'relay'],
    ['many', 'v'],
    ['1.2.3', 'v'],
  ])('are none if one of them is not: “%s %s”', (written, unit) => {
    expect(quantityOf(written, unit)).toBeUndefined();
  });
});

describe('a number and its unit in one piece', () => {
  test.each([
    ['12v', undefined, '12v'],
    ['3v3', undefined, '3.3v'],
    ['4k7', 'resistance', '4.7kohm'],
    ['4r7', 'resistance', '4.7ohm'],
    ['100r', 'resistance', '100ohm'],
    ['3v3', 'memory', '3.3v'],
    ['4k7', 'memory', '4.7k'],
  ] as const)('%s is read, in a text about %s, as %s', (piece, subject, word) => {
    expect(gluedQuantity(piece, subject)?.word).toBe(word);
  });

  test.each([
    ['4r7', undefined],
    ['v12', undefined],
    ['lm358', undefined],
  ] as const)('%s is none in a text about %s', (piece, subject) => {
    expect(gluedQuantity(piece, subject)).toBeUndefined();
  });
});

describe('a range of which only the end has a unit', () => {
  test.each([
    [['4', '20ma'], '4-20ma'],
    [['4.0', '20ma'], '4-20ma'],
    [['3', '5v'], '3-5v'],
  ])('%j is one word', (pieces, word) => {
    expect(rangeOf(pieces)?.word).toBe(word);
  });

  test.each([[['4', '20']], [['x', '20ma']], [['20ma']], [['1', '4', '20ma']]])('%j is none', (pieces) => {
    expect(rangeOf(pieces)).toBeUndefined();
  });
});

describe('a package and its number of pins', () => {
  test.each([
    ['lqfp', '48'],
    ['48', 'lqfp'],
  ])('“%s %s” is read in either order', (first, second) => {
    expect(packageOf(first, second)).toEqual({ family: 'lqfp', pins: '48' });
  });

  test.each([
    ['bga', '1156'],
    ['qfn', '100'],
    ['tssop', '20'],
  ])('%s has as many digits of pins as %s', (family, pins) => {
    expect(packageOf(family, pins)).toEqual({ family, pins });
    expect(packageOf(family, `${pins}0`)).toBeUndefined();
  });

  test.each([
    ['relay', '8'],
    ['soic', '08'],
    ['soic', 'wide'],
  ])('“%s %s” is none', (first, second) => {
    expect(packageOf(first, second)).toBeUndefined();
  });

  test('may be one piece', () => {
    expect(gluedPackage('lqfp48')).toEqual({ family: 'lqfp', pins: '48' });
    expect(gluedPackage('lm48')).toBeUndefined();
  });

  test.each([
    ['so', ['so', 'so8', 'soic', 'soic8', '8pin']],
    ['vqfn', ['vqfn', 'vqfn8', 'qfn', 'qfn8', '8pin']],
    ['qfn', ['qfn', 'qfn8', '8pin']],
  ])('%s-8 is found by the words of its family, of the plainer one, and of its pins', (family, words) => {
    expect(packageWords({ family, pins: '8' })).toEqual(words);
  });

  test.each([
    ['vqfn', 'qfn'],
    ['soic', 'so'],
    ['qfn', 'qfn'],
    ['relay', 'relay'],
  ])('of the family %s is a kind of %s', (family, plain) => {
    expect(plainFamily(family)).toBe(plain);
  });
});

describe('a case, whose number is not one of pins', () => {
  test.each([
    ['sot23', 'sot23'],
    ['to220', 'to220'],
    ['lqfp48', undefined],
    ['sot', undefined],
  ])('%s is the case %s', (name, found) => {
    expect(caseOf(name)).toBe(found);
  });

  test.each([
    ['sot-23-5', ['sot23']],
    ['to-220ab', ['to220']],
    ['sod123f', ['sod123']],
    ['soic-16w', packageWords({ family: 'soic', pins: '16' })],
    ['sot23', []],
    ['lm-35a', []],
  ])('%s is also found by %j', (token, words) => {
    expect(caseWords(token)).toEqual(words);
  });

  test.each([
    ['sot23', ['tsot23']],
    ['soic16w', ['so16w']],
    ['so16w', ['soic16w']],
    ['so16', []],
    ['tsot23', []],
  ])('%s fits the pads of %j', (word, others) => {
    expect(samePads(word)).toEqual(others);
  });
});

describe('a name and its member, often written apart', () => {
  test.each([
    [
      ['spartan', '6'],
      ['spartan', '6'],
    ],
    [['spartan6'], ['spartan', '6']],
    [
      ['cortex', 'm4'],
      ['cortex', 'm4'],
    ],
    [['usb2.0'], ['usb', '2.0']],
  ])('%j are the words %j', (pieces, words) => {
    expect(familyPieces(pieces)).toEqual(words);
  });

  test.each([[['abc', '6']], [['spartan', '600']], [['lm358']], [['spartan']], [['spartan', '6', 'fpga']]])(
    '%j are not split',
    (pieces) => {
      expect(familyPieces(pieces)).toBeUndefined();
    },
  );

  test('a version is split from its name, which finds it too', () => {
    expect(nameOfVersion('usb1.1')).toEqual(['usb', '1.1']);
    expect(nameOfVersion('usb11')).toEqual([]);
  });
});
