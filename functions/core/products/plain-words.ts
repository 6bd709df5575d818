/**
 * What questions say and records do not: a verb for what a part does, a short name for its maker. Asked besides what was written, never in its
 * place; nothing is filed under them, so that a line needs no re-index. All is lower case and in the singular, as text-words.ts compares words.
 */
import type { MakerKey } from './manufacturer-name.ts';

/** Verbs of the field, and what a part is called that does so. */
const VERBS: Readonly<Record<string, string>> = {
  amplify: 'amplifier', amplifying: 'amplifier', charge: 'charger', charging: 'charger', compare: 'comparator', comparing: 'comparator',
  convert: 'converter', converting: 'converter', decode: 'decoder', decoding: 'decoder', detect: 'sensor', detecting: 'sensor',
  drive: 'driver', driving: 'driver', expand: 'expander', expanding: 'expander', invert: 'inverter', inverting: 'inverter',
  isolate: 'isolator', isolating: 'isolator', isolation: 'isolator', measure: 'sensor', measuring: 'sensor', metering: 'meter', monitoring: 'monitor', protect: 'protection',
  protecting: 'protection', receive: 'receiver', receiving: 'receiver', rectify: 'rectifier', rectifying: 'rectifier', regulate: 'regulator',
  regulating: 'regulator', sense: 'sensor', sensing: 'sensor', suppress: 'suppressor', suppressing: 'suppressor', transmit: 'transmitter',
  transmitting: 'transmitter',
}; // prettier-ignore

/** Short names that makers go by, and the key of the whole one; no short name that is a word of the field (IR, ON, LT). */
const MAKERS: Readonly<Record<string, string>> = {
  adi: 'analogdevices', ifx: 'infineontechnologies', issi: 'issi', isl: 'intersil', maxim: 'maximintegrated', mchp: 'microchiptechnology',
  mps: 'monolithicpowersystems', nxp: 'nxpsemiconductors', silabs: 'siliconlabs', st: 'stmicroelectronics', stm: 'stmicroelectronics',
  ti: 'texasinstruments',
}; // prettier-ignore

export const PLAIN_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(VERBS));
export const SHORT_NAMES_OF_MAKERS: ReadonlyMap<string, MakerKey> = new Map(
  Object.entries(MAKERS) as [string, MakerKey][],
);
