/**
 * What questions say and records do not: a verb for what a part does, an everyday word for the field's, a short name for its maker. Asked besides
 * what was written, never in its place; nothing is filed under them, so that a line needs no re-index. All is lower case and in the singular, as
 * text-words.ts compares words.
 */
import type { MakerKey } from './manufacturer-name.ts';

/** Verbs of the field, and what a part is called that does so. */
const VERBS: Readonly<Record<string, string>> = {
  amplify: 'amplifier', amplifying: 'amplifier', charge: 'charger', charging: 'charger', choose: 'multiplexer mux', compare: 'comparator', comparing: 'comparator',
  control: 'controller', controlling: 'controller', convert: 'converter bridge transceiver', converting: 'converter bridge transceiver', count: 'counter', counting: 'counter',
  decode: 'decoder', decoding: 'decoder', detect: 'sensor', detecting: 'sensor', divide: 'divider', dividing: 'divider', drive: 'driver',
  driving: 'driver', emit: 'emitter', emitting: 'emitter', encode: 'encoder', encoding: 'encoder', expand: 'expander', expanding: 'expander',
  extend: 'extender', extending: 'extender', generate: 'generator', generating: 'generator', invert: 'inverter', inverting: 'inverter',
  isolate: 'isolator', isolated: 'isolation', isolating: 'isolator', isolation: 'isolator', measure: 'sensor', measuring: 'sensor',
  metering: 'meter', monitoring: 'monitor', multiplexing: 'multiplexer', oscillate: 'oscillator', oscillating: 'oscillator',
  protect: 'protection suppressor', protecting: 'protection suppressor', receive: 'receiver', receiving: 'receiver', rectify: 'rectifier', rectifying: 'rectifier',
  regulate: 'regulator', regulating: 'regulator', remember: 'memory eeprom', save: 'memory eeprom', repeating: 'repeater', select: 'multiplexer mux', sense: 'sensor', sensing: 'sensor',
  shift: 'shifter', shifting: 'shifter', store: 'memory eeprom', storing: 'memory eeprom', supervise: 'supervisor', supplying: 'supply', suppress: 'suppressor',
  suppressing: 'suppressor', timing: 'timer', translate: 'translator', translating: 'translator', transmit: 'transmitter',
  transmitting: 'transmitter',
}; // prettier-ignore

/** Everyday words, and those by which the field says the same or counts it. */
const EVERYDAY: Readonly<Record<string, string>> = {
  // What is measured, and by what.
  acceleration: 'accelerometer', altitude: 'pressure', angle: 'angular', barometer: 'pressure', barometric: 'pressure', bright: 'light', brightness: 'light',
  daylight: 'light', distance: 'ranging proximity', finger: 'touch', heat: 'temperature', humid: 'humidity', magnet: 'magnetic hall',
  magnetic: 'hall', moisture: 'humidity', motion: 'accelerometer', movement: 'motion accelerometer', orientation: 'accelerometer',
  presence: 'proximity', rotation: 'gyroscope rotary', temperature: 'thermometer', tilt: 'accelerometer',
  vibration: 'accelerometer',
  // What is driven and heard.
  brushless: 'bldc', bldc: 'brushless', dim: 'dimming', earphone: 'headphone', loudspeaker: 'audio', mic: 'microphone', music: 'audio', sound: 'audio',
  speaker: 'audio', voice: 'audio',
  // Supplies and what protects them.
  lightning: 'transient', lithium: 'liion', main: 'ac acdc', raise: 'boost', rechargeable: 'charger', reduce: 'buck regulator',
  spike: 'transient', stabilize: 'regulator', surge: 'transient', variable: 'adjustable',
  // Lines, buses and memory.
  cable: 'line', firmware: 'flash', infrared: 'irda', internet: 'ethernet', lan: 'ethernet', network: 'ethernet', radio: 'rf',
  signalling: 'signaling', uc: 'mcu', wireless: 'rf',
  galvanic: 'isolation', galvanically: 'isolation',
  // Counted in a word or in a number.
  '1channel': 'single', '2channel': 'dual', '3channel': 'triple', '4channel': 'quad', '6channel': 'hex', '8channel': 'octal', '8bit': 'octal',
  dual: '2channel', hex: '6channel', octal: '8bit 8channel', quad: '4channel', quadruple: 'quad', triple: '3channel',
  // Short, or in one word where records write two.
  ch: 'channel', nch: 'n', nfet: 'n', nmos: 'n', pch: 'p', pfet: 'p', pmos: 'p', bidirectional: 'bi', unidirectional: 'uni',
}; // prettier-ignore

/** Written in two words as a rule, and in one now and then: a question for one form asks for both. */
export const COMPOUNDS: readonly string[] = [
  'brown out', 'buck boost', 'full bridge', 'full duplex', 'half bridge', 'half duplex', 'high side', 'high speed', 'hot plug', 'hot swap',
  'low noise', 'low power', 'low side', 'open collector', 'open drain', 'over current', 'over temperature', 'over voltage', 'push button',
  'push pull', 'real time', 'short circuit', 'soft start', 'touch screen', 'tri state', 'under voltage', 'wake up',
]; // prettier-ignore

/** Written in one word as a rule, and in two now and then. */
export const JOINED_COMPOUNDS: readonly string[] = [
  'back light', 'band gap', 'bi directional', 'key pad', 'micro power', 'micro stepping', 'multi channel', 'nano power', 'off line', 'photo detector', 'photo diode',
  'photo relay', 'photo transistor', 'poly fuse', 'shut down', 'stand alone', 'stand by', 'start up', 'thermo couple', 'time out', 'touch pad', 'ultra fast', 'ultra low',
  'ultra small', 'ultra sonic', 'uni directional', 'watch dog', 'wide band',
]; // prettier-ignore

/** Short names that makers go by, and the key of the whole one; no short name that is a word of the field (IR, ON, LT). */
const MAKERS: Readonly<Record<string, string>> = {
  adi: 'analogdevices', ifx: 'infineontechnologies', issi: 'issi', isl: 'intersil', maxim: 'maximintegrated', mchp: 'microchiptechnology',
  mps: 'monolithicpowersystems', nxp: 'nxpsemiconductors', silabs: 'siliconlabs', st: 'stmicroelectronics', stm: 'stmicroelectronics',
  ti: 'texasinstruments',
}; // prettier-ignore

export const PLAIN_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({ ...VERBS, ...EVERYDAY }).map(([word, others]) => [word, others.split(' ')]),
);
export const SHORT_NAMES_OF_MAKERS: ReadonlyMap<string, MakerKey> = new Map(
  Object.entries(MAKERS) as [string, MakerKey][],
);
