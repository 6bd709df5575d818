import { describe, expect, test } from 'vitest';
import { Vocabulary } from '../../../../core/index/words/vocabulary.ts';

const vocabulary = new Vocabulary(
  ['accelerometer', 'adder', 'address', 'connected', 'connector', 'inductor', 'interrupt', 'master', 'precision'].map(
    (word, place) => [word, 90 - place],
  ),
);

describe('the nearest word', () => {
  test.each([
    ['acelerometer', 'accelerometer'],
    ['accelorometer', 'accelerometer'],
    ['acclerometter', 'accelerometer'],
    ['adddress', 'address'],
    ['conector', 'connector'],
    ['indcutor', 'inductor'],
    ['masyer', 'master'],
  ])('corrects %s to %s', (written, meant) => {
    expect(vocabulary.nearest(written)).toBe(meant);
  });

  test.each(['matter', 'connecteur', 'pression', 'interruptor', 'induttore', 'connettore'])(
    'does not change %s, which is another word or a foreign word',
    (written) => {
      expect(vocabulary.nearest(written)).toBeUndefined();
    },
  );

  const ended = new Vocabulary(['diode', 'sensor', 'transistor', 'noise'].map((word) => [word, 9]));

  test.each(['diodo', 'dioda', 'diodi', 'sensore', 'transistore'])(
    'does not change %s, a foreign word with another final vowel',
    (written) => {
      expect(ended.nearest(written)).toBeUndefined();
    },
  );

  test.each([
    ['noisee', 'noise'],
    ['senser', 'sensor'],
    ['diodr', 'diode'],
  ])('corrects %s to %s, because no language has this ending', (written, meant) => {
    expect(ended.nearest(written)).toBe(meant);
  });

  test('prefers a doubled letter to a replaced one, even for a rarer word', () => {
    expect(new Vocabulary([['adderes', 90], ['addres', 3]]).nearest('addrres')).toBe('addres'); // prettier-ignore
  });

  test.each([
    ['baromter', 'barometer'],
    ['spectrometr', 'spectrometer'],
  ])('corrects %s to a long word that one item has', (written, meant) => {
    expect(new Vocabulary([[meant, 1]]).nearest(written)).toBe(meant);
  });

  test.each([
    ['peltir', [['peltier', 1]]],
    ['baromtter', [['barometer', 1]]],
    [
      'regulatr',
      [
        ['regulatr2', 1],
        ['regulator', 9],
        ['regulatra', 1],
      ],
    ],
  ] as const)(
    'corrects %s to no such word if it is short, has two typing errors, or resembles a more common word',
    (written, words) => {
      expect(new Vocabulary(words).nearest(written)).toBe(words.find(([, records]) => records > 2)?.[0]);
    },
  );

  test('does not use a word of only one item as part of a compound', () => {
    expect(new Vocabulary([['barometer', 1]]).has('barometer')).toBe(false);
    expect(new Vocabulary([['barometer', 3]]).has('barometer')).toBe(true);
  });
});

test('knows the most common other form of an English verb, and none of a shorter word or an adjective', () => {
  const vocabulary = new Vocabulary([
    ['cross', 9],
    ['crossed', 4],
    ['dimming', 5],
    ['state', 9],
    ['isolate', 2],
    ['amplifier', 9],
  ]);
  expect(
    ['crossing', 'crosses', 'dimmer', 'station', 'isolating', 'amplitude'].map((word) => vocabulary.inflected(word)),
  ).toEqual(['cross', undefined, 'dimming', undefined, undefined, undefined]);
});
