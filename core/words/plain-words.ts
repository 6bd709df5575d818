/**
 * What questions say and records do not: a verb for what a part does, an everyday word for the field's, a short name for its maker. Asked besides
 * what was written, never in its place; nothing is filed under them, so that a line needs no re-index. All is lower case and in the singular, as
 * text-words.ts compares words.
 */
import type { MakerKey } from '../part-keys/manufacturer-name.ts';

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

/** Bipolar is their technology, NPN and PNP is what their records say; Schottky is often misspelt, and records misspell instrumentation. */
const PARTS: Readonly<Record<string, string>> = {
  bjt: 'npn pnp', instrumentation: 'instumentation', optokoppler: 'optocoupler', optomos: 'ssr', photoisolator: 'optocoupler', photomos: 'ssr',
  sbd: 'schottky', schotky: 'schottky', schottkey: 'schottky', shottky: 'schottky', transorb: 'transient', transzorb: 'transient',
}; // prettier-ignore

/** Other names of a kind of part, and the one that records use: asked in their place. A space stands for a hyphen too. */
export const NAMES: Readonly<Record<string, string>> = {
  // Amplifiers and converters.
  'af amplifier': 'audio amplifier', 'chopper amplifier': 'zero drift amplifier', 'chopper op amp': 'zero drift op amp', 'chopper opamp': 'zero drift opamp',
  'diff amp': 'differential amplifier', diffamp: 'differential amplifier',
  'instr amp': 'instrumentation amplifier', 'instr amplifier': 'instrumentation amplifier',
  'instrument amplifier': 'instrumentation amplifier', 'window detector': 'window comparator',
  a2d: 'adc', 'a2d converter': 'adc', atod: 'adc', 'atod converter': 'adc', 'a to d converter': 'adc', 'ad converter': 'adc', afe: 'analog front end',
  d2a: 'dac', 'd2a converter': 'dac', dtoa: 'dac', 'dtoa converter': 'dac', 'd to a converter': 'dac', 'da converter': 'dac',
  'bilateral switch': 'analog switch', 'transmission gate': 'analog switch',
  // Supplies.
  'capacitive converter': 'charge pump', 'capacitive voltage converter': 'charge pump', 'inductorless converter': 'charge pump', linreg: 'linear regulator', 'psu module': 'power supply module',
  'switch mode converter': 'switching converter', 'switch mode regulator': 'switching regulator', 'switched mode converter': 'switching converter',
  'switched mode regulator': 'switching regulator', 'switchmode converter': 'switching converter', 'switchmode regulator': 'switching regulator',
  'v reg': 'voltage regulator', 'voltage booster': 'boost converter', 'voltage reducer': 'step down converter', 'voltage reg': 'voltage regulator',
  // Diodes and transistors.
  'bipolar junction transistor': 'bjt transistor', 'bipolar transistor': 'bjt transistor', bjt: 'bjt transistor',
  'bridge diode': 'bridge rectifier', 'diode bridge': 'bridge rectifier', frd: 'fast recovery diode', 'full bridge rectifier': 'bridge rectifier',
  'full wave bridge': 'bridge rectifier', 'full wave bridge rectifier': 'bridge rectifier', 'full wave rectifier': 'bridge rectifier', 'fullwave rectifier': 'bridge rectifier', graetz: 'bridge rectifier',
  'graetz bridge': 'bridge rectifier', 'graetz rectifier': 'bridge rectifier', 'hot carrier diode': 'schottky diode', 'junction field effect transistor': 'jfet transistor', nmosfet: 'n channel mosfet', pmosfet: 'p channel mosfet',
  'overvoltage protection diode': 'tvs diode', 'suppression diode': 'tvs diode', 'voltage regulator diode': 'zener diode', 'z diode': 'zener diode', zenerdiode: 'zener diode',
  // Isolators and drivers.
  'coil driver': 'relay driver', gatedriver: 'gate driver', hbridge: 'h bridge', leddriver: 'led driver', 'optical coupler': 'optocoupler', 'optical isolator': 'optocoupler',
  'optical relay': 'solid state relay', 'opto relay': 'solid state relay', 'photo isolator': 'optocoupler', 'relay coil driver': 'relay driver', 'triac coupler': 'optotriac',
  // Sensors.
  '6dof': 'inertial', '9dof': 'inertial', 'inertial measurement unit': 'imu', 'angular rate sensor': 'gyroscope', bargraph: 'bar graph', 'cap sense': 'capsense', 'cap touch': 'capacitive touch', captouch: 'capacitive touch',
  'electricity meter': 'energy metering', 'g sensor': 'accelerometer', gsensor: 'accelerometer', 'kwh meter': 'energy metering', ldc: 'inductance to digital converter',
  'photo reflector': 'reflective sensor', 'power meter': 'power monitor', 'rate gyro': 'gyroscope', 'reflex sensor': 'reflective sensor', 'silicon photomultiplier': 'sipm',
  touchkey: 'touch key', wattmeter: 'power monitor',
  // Logic and analog functions.
  dff: 'd flip flop', 'exclusive nor': 'xnor', 'exclusive or': 'xor', monoflop: 'monostable', 'not gate': 'inverter gate', 'one shot multivibrator': 'monostable multivibrator',
  oneshot: 'monostable', 's/h amplifier': 'sample and hold', shiftregister: 'shift register', sipo: 'serial in parallel out', trms: 'true rms', univibrator: 'monostable',
  'v f converter': 'voltage to frequency converter', 'v to f converter': 'voltage to frequency converter', 'v/f converter': 'voltage to frequency converter', vfc: 'voltage to frequency converter',
  // Lines and memory.
  'can phy': 'can transceiver', canfd: 'can fd', 'ee prom': 'eeprom', eerom: 'eeprom', 'eia 232': 'rs232', 'eia 422': 'rs422', 'eia 485': 'rs485', eia232: 'rs232', eia422: 'rs422',
  eia485: 'rs485', 'general purpose input output expander': 'gpio expander', 'general purpose i/o expander': 'gpio expander', 'general purpose io expander': 'gpio expander', 'gpio extender': 'gpio expander', 'gpio extension': 'gpio expander', 'io extender': 'io expander', 'io extension': 'io expander', 'i/o extender': 'io expander', linbus: 'lin bus', norflash: 'nor flash', 'random access memory': 'ram',
  'rs 232 level converter': 'rs232 transceiver', 'rs 232 level shifter': 'rs232 transceiver', 'rs232 level converter': 'rs232 transceiver', 'rs232 level shifter': 'rs232 transceiver',
  'serial nor': 'serial flash', 'spi nor': 'spi flash', spiflash: 'spi flash', 'tia 232': 'rs232', 'tia 422': 'rs422', 'tia 485': 'rs485', typec: 'type c', 'usb mux': 'usb switch',
  usb2serial: 'usb to serial', usbc: 'usb type c',
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
export const SHORT_NAMES_OF_MAKERS: ReadonlyMap<string, MakerKey> = new Map(
  Object.entries(MAKERS) as [string, MakerKey][],
);
