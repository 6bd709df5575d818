/**
 * Searches as assistants word them, with the items that a person would accept: every pattern must match an item's title, keywords and
 * category. Word rules were chosen with the tuning half in view; the held-out half was written earlier and only measured.
 */
import {
  ADC,
  amps,
  bits,
  BUCK,
  DAC,
  DC_DC,
  ISOLATOR,
  LDO,
  MOSFET,
  N_CHANNEL,
  OP_AMP,
  REGULATOR,
  statingAs,
  volts,
  type RelevanceQuery,
} from './accepted.ts';
import { BLIND_QUERIES } from './blind-queries.ts';
import { EIGHTH_BLIND_QUERIES } from './eighth-blind-queries.ts';
import { FIFTH_BLIND_QUERIES } from './fifth-blind-queries.ts';
import { FOURTH_BLIND_QUERIES } from './fourth-blind-queries.ts';
import { ELEVENTH_BLIND_QUERIES } from './eleventh-blind-queries.ts';
import { NINTH_BLIND_QUERIES } from './ninth-blind-queries.ts';
import { SECOND_BLIND_DISTRIBUTOR_QUERIES, SECOND_BLIND_QUERIES } from './second-blind-queries.ts';
import { SEVENTH_BLIND_QUERIES } from './seventh-blind-queries.ts';
import { SIXTH_BLIND_QUERIES } from './sixth-blind-queries.ts';
import { TENTH_QUERIES } from './tenth-queries.ts';
import { THIRD_BLIND_DISTRIBUTOR_QUERIES, THIRD_BLIND_QUERIES } from './third-blind-queries.ts';
import { TWELFTH_QUERIES } from './twelfth-queries.ts';

interface TwoHalves {
  readonly name: string;
  readonly tuning: readonly RelevanceQuery[];
  readonly heldOut: readonly RelevanceQuery[];
}

const FAMILIES: readonly TwoHalves[] = [
  {
    name: 'what a thing is',
    tuning: [
      { query: 'CAN transceiver', accept: [/\bCAN\b/, /transceiver/i] },
      { query: 'quad NAND gate', accept: [/quad/i, /nand/i] },
      { query: 'step-down switching regulator', accept: [BUCK, /regulator|converter/i] },
      { query: 'N-channel power MOSFET', accept: [N_CHANNEL, MOSFET] },
      { query: 'digital temperature sensor', accept: [/temperature/i, /sensor/i, /digital|I2C|SPI|1-wire|one-wire/i] },
      { query: 'half bridge gate driver', accept: [/half[- ]?bridge/i, /driver/i] },
      { query: 'bridge rectifier', accept: [/bridge/i, /rectifier/i] },
    ],
    heldOut: [
      { query: 'solid state relay', accept: [/solid[- ]state|SolidState|\bSSR\b/i, /relay/i] },
      { query: 'RS-485 transceiver', accept: [/RS-?485/i, /transceiver|driver|receiver|duplex/i] },
      { query: 'hall effect current sensor', accept: [/hall/i, /current/i, /sensor/i] },
      { query: 'instrumentation amplifier', accept: [/instrumentation/i, /amp/i] },
      { query: 'schottky barrier diode', accept: [/schottky/i, /diode|rectifier/i] },
      { query: 'digital isolator', accept: [/digital/i, /isolator/i] },
      { query: 'isolated DC-DC converter', accept: [/isolated/i, /DC[-/ ]?DC/i, /converter/i] },
    ],
  },
  {
    name: 'values with units',
    tuning: [
      { query: '16 bit ADC', accept: [bits(16), ADC] },
      { query: 'buck converter 5V 3A', accept: [BUCK, volts('5'), amps('3')] },
      { query: '3.3V LDO regulator', accept: [/3\.3[- ]?V|3V3/i, LDO] },
      { query: '12 bit DAC SPI', accept: [bits(12), DAC, /SPI|serial/i] },
      { query: '64 kbit EEPROM', accept: [/(?<!\d)64 ?K/i, /EEPROM/i] },
      { query: '100 V N channel MOSFET', accept: [volts('100'), N_CHANNEL, MOSFET] },
      {
        query: '500 mA linear regulator 5.0V',
        accept: [/(?<!\d)500[- ]?mA|(?<!\d)0\.5[- ]?A/i, REGULATOR, volts('5')],
      },
    ],
    heldOut: [
      { query: '8 channel ADC', accept: [/(?<!\d)8[- ]?ch(?:annels?)?\b|octal|eight[- ]channel/i, ADC] },
      { query: '5.1 V zener diode', accept: [volts('5.1'), /zener/i] },
      { query: '24-bit ADC', accept: [bits(24), ADC] },
      { query: '1.8V 1A LDO', accept: [/1\.8[- ]?V|1V8/i, amps('1'), LDO] },
      { query: '600V half-bridge driver', accept: [volts('600'), /bridge/i, /driver/i] },
      { query: '256 Kb serial EEPROM', accept: [/(?<!\d)256 ?K/i, /EEPROM/i] },
      { query: '1000 V 1 A diode', accept: [volts('1000'), amps('1'), /diode|rectifier/i] },
    ],
  },
  {
    name: 'abbreviations and their long forms',
    tuning: [
      { query: 'LDO', accept: [LDO] },
      { query: 'low noise op amp', accept: [OP_AMP, /low[- ](?:\w+[- ,])?noise|noise/i] },
      { query: 'low dropout regulator adjustable', accept: [LDO, /adj/i] },
      { query: 'digital to analog converter', accept: [DAC] },
      {
        query: 'operational amplifier rail to rail',
        accept: [OP_AMP, /rail[- ]to[- ]rail|RRIO|RRI\/O|\bRR\b|RRO|R-R/i],
      },
      { query: 'analog mux', accept: [/analog/i, /mux|multiplexer/i] },
      { query: 'SMPS controller', accept: [/SMPS|switch|PWM|flyback|buck|boost/i, /controller/i] },
    ],
    heldOut: [
      { query: 'I2C DAC', accept: [/I2C/i, DAC] },
      { query: 'analogue multiplexer 8 channel', accept: [/mux|multiplexer/i, /8[- ]?ch|8:1|octal/i] },
      { query: 'opamp JFET input', accept: [OP_AMP, /JFET/i] },
      { query: 'A/D converter 12-bit', accept: [ADC, bits(12)] },
      { query: 'I/O expander I2C', accept: [/expander/i, /I2C/i] },
      { query: 'analog to digital converter 16-bit', accept: [ADC, bits(16)] },
      { query: 'programmable gain amplifier', accept: [/programmable[- ]gain|\bPGA\b|gain select/i] },
    ],
  },
  {
    name: 'plurals and everyday wording',
    tuning: [
      { query: 'voltage regulators', accept: [REGULATOR] },
      { query: 'LED drivers', accept: [/\bLEDs?\b/i, /driver/i] },
      { query: 'zener diodes', accept: [/zener/i] },
      { query: 'audio power amplifiers', accept: [/audio/i, /amp/i] },
      { query: 'optocouplers', accept: [/opto-?coupler|photo-?coupler|Isolator/i] },
      { query: 'dual op amps in SOIC-8', accept: [OP_AMP, /dual/i, /SOIC-?8|SO-?8\b/i] },
      { query: 'I need a small adjustable boost converter chip', accept: [/boost|step[- ]?up/i, /adj/i] },
    ],
    heldOut: [
      { query: 'NPN transistors', accept: [/NPN/i] },
      { query: 'voltage comparators', accept: [/comparator/i] },
      { query: 'I2C temperature sensors', accept: [/temperature/i, /sensor/i, /I2C/i] },
      { query: 'analog switches', accept: [/analog/i, /switch/i] },
      { query: 'accelerometers', accept: [/accelerometer|Sensor \/ Motion/i] },
      { query: 'current sense amplifiers', accept: [/current/i, /sens|shunt/i, /amp|monitor/i] },
      { query: 'which PNP transistors handle 60V', accept: [/PNP/i, /(?<![\d.])-?60[- ]?V/i] },
    ],
  },
  {
    name: 'packages, manufacturers and part families',
    tuning: [
      { query: 'LDO 3.3V SOT-223', accept: [LDO, /3\.3[- ]?V/i, /SOT-?223/i] },
      { query: 'MOSFET driver SOIC-8', accept: [/driver/i, /SOIC-?8\b/i, /MOSFET|gate|bridge|FET/i] },
      { query: 'Texas Instruments buck regulator', accept: [/Texas Instruments/i, BUCK] },
      { query: '74HC NAND gates', accept: [/74HC/i, /nand/i] },
      { query: 'TO-220 voltage regulator 12V', accept: [/TO-?220/i, REGULATOR, volts('12')] },
      { query: 'schottky diode', manufacturer: 'Vishay', accept: [/schottky/i, /^Vishay/i] },
      { query: '8 pin optocoupler', accept: [/coupler|Isolator/i, /(?:DIP|SO|SOIC|SOP|PDIP)-?8\b|8[- ]?pin/i] },
    ],
    heldOut: [
      { query: 'LM317 TO-220', accept: [/LM317/i, /TO-?220/i] },
      { query: 'buck converter QFN-16', accept: [BUCK, /QFN-?16\b/i] },
      { query: 'quad op amp DIP-14', accept: [OP_AMP, /quad/i, /DIP-?14\b/i] },
      { query: 'EEPROM SOIC-8', accept: [/EEPROM/i, /SOIC-?8\b/i] },
      { query: 'humidity sensor', manufacturer: 'Sensirion', accept: [/humidity/i, /^Sensirion/i] },
      { query: 'STMicroelectronics LDO regulator', accept: [/STMicroelectronics/i, LDO] },
      { query: 'Maxim RS-232 transceivers', accept: [/^Maxim/i, /RS-?232/i] },
    ],
  },
  {
    name: 'bounds of an attribute',
    tuning: [
      { query: 'DC/DC converter with input above 40V', accept: [DC_DC, statingAs(/input|\bvin/i, 'V', 40.001)] },
      { query: 'step-down regulator with output of at least 12V', accept: [BUCK, statingAs(/output/i, 'V', 12)] },
      { query: 'optocoupler Vce over 60V', accept: [ISOLATOR, statingAs(/vceo?\b/i, 'V', 60.001)] },
      { query: 'hall sensor supply at most 3.3V', accept: [/hall/i, statingAs(/supply/i, 'V', 0, 3.3)] },
    ],
    heldOut: [
      { query: 'DC/DC converter, output voltage at least 20V', accept: [DC_DC, statingAs(/output/i, 'V', 20)] },
      { query: 'DC/DC converter output at most 3.3V', accept: [DC_DC, statingAs(/output/i, 'V', 0, 3.3)] },
      { query: 'LDO with input of at least 20V', accept: [LDO, statingAs(/input|\bvin/i, 'V', 20)] },
      { query: 'optocoupler Viso of 5 kV or more', accept: [ISOLATOR, statingAs(/viso/i, 'V(?:rms)?', 5_000)] },
    ],
  },
];

/** The sets as they are reported: whether rules were chosen with their results in view. */
export const QUERY_SETS = [
  'tuning',
  'held out',
  'blind',
  'second blind',
  'third blind',
  'fourth blind',
  'fifth blind',
  'sixth blind',
  'seventh blind',
  'eighth blind',
  'ninth blind',
  'tenth',
  'eleventh blind',
  'twelfth',
] as const;
export type QuerySet = (typeof QUERY_SETS)[number];

export interface QueryFamily {
  readonly set: QuerySet;
  readonly family: string;
  readonly queries: readonly RelevanceQuery[];
}

export const QUERY_FAMILIES: readonly QueryFamily[] = [
  ...FAMILIES.map(({ name, tuning }) => ({ set: 'tuning' as const, family: name, queries: tuning })),
  ...FAMILIES.map(({ name, heldOut }) => ({ set: 'held out' as const, family: name, queries: heldOut })),
  ...familiesOf('blind', BLIND_QUERIES),
  ...familiesOf('second blind', SECOND_BLIND_QUERIES),
  ...familiesOf('third blind', THIRD_BLIND_QUERIES),
  ...familiesOf('fourth blind', FOURTH_BLIND_QUERIES),
  ...familiesOf('fifth blind', FIFTH_BLIND_QUERIES),
  ...familiesOf('sixth blind', SIXTH_BLIND_QUERIES),
  ...familiesOf('seventh blind', SEVENTH_BLIND_QUERIES),
  ...familiesOf('eighth blind', EIGHTH_BLIND_QUERIES),
  ...familiesOf('ninth blind', NINTH_BLIND_QUERIES),
  ...familiesOf('tenth', TENTH_QUERIES),
  ...familiesOf('eleventh blind', ELEVENTH_BLIND_QUERIES),
  ...familiesOf('twelfth', TWELFTH_QUERIES),
];

/** The families over parts as distributors word them, which include connectors, mechanical and passive parts. */
export const DISTRIBUTOR_FAMILIES: readonly QueryFamily[] = [
  { set: 'second blind', family: 'distributor parts', queries: SECOND_BLIND_DISTRIBUTOR_QUERIES },
  { set: 'third blind', family: 'distributor parts', queries: THIRD_BLIND_DISTRIBUTOR_QUERIES },
];

function familiesOf(set: QuerySet, families: Readonly<Record<string, readonly RelevanceQuery[]>>): QueryFamily[] {
  return Object.entries(families).map(([family, queries]) => ({ set, family, queries }));
}
