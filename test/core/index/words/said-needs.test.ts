import { expect, test } from 'vitest';
import { withNamedNeeds } from '../../../../core/index/words/said-needs.ts';

test.each([
  ['switch a 230v lamp from a microcontroller', 'ssr or optotriac'],
  ['restart the processor if the software hangs, 3.3v, sot-23', 'watchdog , 3.3v, sot-23'],
  [
    'dual spi chip for reading, measure current in a wire without touching it',
    'dual spi chip for reading, hall current sensor',
  ],
  ['isolated 5v usb thing to protect against reversed battery at 2a', 'isolated 5v usb ideal diode 2a'],
  ['get 3.3v from 12v', 'get 3.3v from 12v step down'],
  ['make 12 volts from a small 5 v supply', 'make 12 volts from a small 5 v supply step up'],
  ['make -5v out of 5v', 'invert or inverting voltage converter'],
  [
    'i need to generate a negative voltage from 12v, soic-8',
    'i need to invert or inverting voltage converter , soic-8',
  ],
  ['switch mains lamps from a micro, galvanically isolated', 'ssr or optotriac ,'],
  ['make the mains isolation hold', 'make the mains isolation hold'],
  ['control the speed of a dc motor', 'control the speed of a dc motor'],
  ['get 5v from 5v', 'get 5v from 5v'],
  ['in reset', 'in reset'],
])('%j means %j', (query, meant) => {
  expect(withNamedNeeds(query).trim().replaceAll(/ +/g, ' ')).toBe(meant);
});
