import { describe, expect, it } from 'vitest';
import { Vocabulary } from '../../../core/words/vocabulary.ts';

const vocabulary = new Vocabulary(
  ['accelerometer', 'adder', 'address', 'connected', 'connector', 'inductor', 'interrupt', 'master', 'precision'].map(
    (word, place) => [word, 90 - place],
  ),
);

describe('the nearest word', () => {
  it.each([
    ['acelerometer', 'accelerometer'],
    ['accelorometer', 'accelerometer'],
    ['acclerometter', 'accelerometer'],
    ['adddress', 'address'],
    ['conector', 'connector'],
    ['indcutor', 'inductor'],
    ['masyer', 'master'],
  ])('reads the slip %s as %s', (written, meant) => {
    expect(vocabulary.nearest(written)).toBe(meant);
  });

  it.each(['matter', 'connecteur', 'pression', 'interruptor', 'induttore', 'connettore'])(
    'leaves %s alone, which is another word or one of another language',
    (written) => {
      expect(vocabulary.nearest(written)).toBeUndefined();
    },
  );

  it('prefers a doubled letter to a replaced one, however common the word', () => {
    expect(new Vocabulary([['adderes', 90], ['addres', 2]]).nearest('addrres')).toBe('addres'); // prettier-ignore
  });
});
