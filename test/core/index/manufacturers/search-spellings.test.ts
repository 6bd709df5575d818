import { expect, test } from 'vitest';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { searchSpellings } from '../../../../core/index/manufacturers/search-spellings.ts';

test.each([
  ['TI', ['ti', 'texasinstruments']],
  ['Texas Instruments', ['texasinstruments', 'ti']],
  ['Rohm Semiconductor Europe', ['rohmsemiconductoreurope', 'rohm']],
  ['ST', ['st', 'stmicroelectronics', 'sensatatechnologies']],
  ['Acme Electronics', ['acmeelectronics', 'acme']],
  ['Fairchild', ['fairchild', 'fairchildsemiconductor']],
])('a search for %s reads the posting lists of %j, at most three', (manufacturer, keys) => {
  const spellings = searchSpellings(manufacturer, BUILT_IN_MANUFACTURERS);
  expect(spellings.slice(0, keys.length)).toEqual(keys);
  expect(spellings.length).toBeLessThanOrEqual(3);
  expect(spellings).not.toContain('onsemi');
});
