/**
 * What questions say and records do not: a verb for what a part does, an everyday word for the field's, a short name for its maker. Asked besides
 * what was written, never in its place; nothing is filed under them, so that a line needs no re-index. All is lower case and in the singular, as
 * text-words.ts compares words.
 */
import type { MakerKey } from '../part-keys/manufacturer-name.ts';

/** Verbs of the field, and what a part is called that does so, where its ending does not say it (see nounsOfVerb). */
const VERBS: Readonly<Record<string, string>> = {
  charge: 'charger', choose: 'multiplexer mux', compare: 'comparator', control: 'controller', convert: 'converter bridge transceiver', count: 'counter',
  decode: 'decoder', detect: 'sensor', divide: 'divider', drive: 'driver', emit: 'emitter', encode: 'encoder', expand: 'expander', extend: 'extender',
  invert: 'inverter', isolated: 'isolation', isolation: 'isolator', measure: 'sensor', meter: 'meter', monitor: 'monitor', multiplex: 'multiplexer',
  protect: 'protection suppressor', receive: 'receiver', remember: 'memory eeprom', repeat: 'repeater', save: 'memory eeprom', select: 'multiplexer mux',
  sense: 'sensor', shift: 'shifter', store: 'memory eeprom', supervise: 'supervisor', supply: 'supply', suppress: 'suppressor', time: 'timer',
  transmit: 'transmitter',
}; // prettier-ignore
/** What amplifies is an amplifier, what isolates an isolator. */
const VERB_ENDINGS: readonly (readonly [verb: RegExp, noun: string])[] = [
  [/(?<=.{3})ify(?:ing)?$/, 'ifier'],
  [/(?<=.{4})at(?:e|ing)$/, 'ator'],
];
/** Charging is of charge, expanding of expand. */
const VERB_FORMS = ['e', ''];

/** Everyday words, and those by which the field says the same or counts it. */
const EVERYDAY: Readonly<Record<string, string>> = {
  // What is measured, and by what.
  acceleration: 'accelerometer', altitude: 'pressure', angle: 'angular', barometer: 'pressure', barometric: 'pressure', bright: 'light', brightness: 'light',
  daylight: 'light', distance: 'ranging proximity', electricity: 'energy', far: 'ranging proximity', finger: 'touch', heat: 'temperature', humid: 'humidity', magnet: 'magnetic hall',
  magnetic: 'hall', moisture: 'humidity', motion: 'accelerometer', movement: 'motion accelerometer', orientation: 'accelerometer',
  presence: 'proximity', pressure: 'barometer', rotation: 'gyroscope rotary', temperature: 'thermometer', tilt: 'accelerometer',
  vibrate: 'haptic', vibrating: 'haptic', vibration: 'accelerometer haptic',
  altimeter: 'pressure', baro: 'pressure', compass: 'magnetometer', gyro: 'gyroscope', hygro: 'humidity', hygrometer: 'humidity',
  imu: 'inertial 9axis 6axis', inclinometer: 'accelerometer', manometer: 'pressure', photodetector: 'photodiode phototransistor', photomultiplier: 'sipm',
  photoreflector: 'reflective', pt100: 'rtd', pt1000: 'rtd', transducer: 'sensor',
  // What is driven and heard.
  brushless: 'bldc', bldc: 'brushless', dim: 'dimming', earphone: 'headphone', loudspeaker: 'audio', mic: 'microphone', music: 'audio', sound: 'audio',
  speaker: 'audio', voice: 'audio', hifi: 'audio',
  // Supplies and what protects them.
  lightning: 'transient', lithium: 'liion', linear: 'ldo', main: 'ac acdc', raise: 'boost', rechargeable: 'charger', reduce: 'buck regulator',
  digitizer: 'adc', stabiliser: 'regulator', stabilizer: 'regulator', vreg: 'regulator',
  spike: 'transient', stabilise: 'regulator', stabilize: 'regulator', surge: 'transient', variable: 'adjustable', wall: 'ac acdc',
  // Lines, buses and memory.
  cable: 'line', ethernet: 'eth 10baset 100basetx', firmware: 'flash', infrared: 'irda', internet: 'ethernet', lan: 'ethernet', network: 'ethernet', radio: 'rf',
  signalling: 'signaling', uc: 'mcu', wireless: 'rf',
  duart: 'uart', modbus: 'rs485', nic: 'ethernet', nvm: 'nonvolatile', nvsram: 'nvram', profibus: 'rs485', usart: 'uart',
  galvanic: 'isolation', galvanically: 'isolation',
  // Counted in a word or in a number.
  '1channel': 'single', '2channel': 'dual', '3channel': 'triple', '4channel': 'quad', '6channel': 'hex', '8channel': 'octal', '8bit': 'octal',
  dual: '2channel', hex: '6channel', octal: '8bit 8channel', quad: '4channel', quadruple: 'quad', triple: '3channel',
  // Modules in the place of a linear regulator say the family that they replace.
  7803: 'lm78xx', 7805: 'lm78xx', 7806: 'lm78xx', 7809: 'lm78xx', 7812: 'lm78xx', 7815: 'lm78xx', 7824: 'lm78xx',
  // Short, or in one word where records write two.
  ch: 'channel', nch: 'n', nfet: 'n', nmos: 'n', pch: 'p', pfet: 'p', pmos: 'p', bidirectional: 'bi', unidirectional: 'uni',
}; // prettier-ignore

/** Bipolar is their technology, NPN and PNP is what their records say; Schottky is often misspelt, and records misspell instrumentation. */
const PARTS: Readonly<Record<string, string>> = {
  bjt: 'npn pnp', instrumentation: 'instumentation', optokoppler: 'optocoupler', optomos: 'ssr', photoisolator: 'optocoupler', photomos: 'ssr',
  sbd: 'schottky', schotky: 'schottky', schottkey: 'schottky', shottky: 'schottky', transorb: 'transient', transzorb: 'transient',
}; // prettier-ignore

/** Short names that makers go by, and the key of the whole one; no short name that is a word of the field (IR, ON, LT). */
const MAKERS: Readonly<Record<string, string>> = {
  adi: 'analogdevices', ifx: 'infineontechnologies', issi: 'issi', isl: 'intersil', maxim: 'maximintegrated', mchp: 'microchiptechnology',
  mps: 'monolithicpowersystems', nxp: 'nxpsemiconductors', silabs: 'siliconlabs', st: 'stmicroelectronics', stm: 'stmicroelectronics',
  ti: 'texasinstruments',
}; // prettier-ignore

export const PLAIN_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({ ...VERBS, ...EVERYDAY, ...PARTS }).map(([word, others]) => [word, others.split(' ')]),
);

/** What a question's word also asks for. */
export function plainWordsFor(word: string): readonly string[] {
  const known = PLAIN_WORDS.get(word);
  if (known !== undefined) return known;
  const [ending, noun = ''] = VERB_ENDINGS.find(([verb]) => verb.test(word)) ?? [];
  if (ending !== undefined) return [word.replace(ending, noun)];
  const verb = VERB_FORMS.map((forms) => word.replace(/ing$/, forms)).find((one) => one !== word && one in VERBS);
  return verb === undefined ? [] : (PLAIN_WORDS.get(verb) ?? []);
}
export const SHORT_NAMES_OF_MAKERS: ReadonlyMap<string, MakerKey> = new Map(
  Object.entries(MAKERS) as [string, MakerKey][],
);
