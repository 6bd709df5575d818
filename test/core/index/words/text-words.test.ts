import { describe, expect, test } from 'vitest';
import { PLAIN_WORDS } from '../../../../core/index/words/plain-words.ts';
import { familiesOfNumber, wordsOfQuery, wordsOfText } from '../../../../core/index/words/text-words.ts';
import { singular } from '../../../../core/index/words/word-forms.ts';
import { WordTable } from '../../../../core/index/words/word-table.ts';

/** Returns whether the words of a text answer a query. */
function finds(query: string, text: string): boolean {
  const words = wordsOfText(text);
  return wordsOfQuery(query).every((word) => word.words.some((one) => words.has(one)));
}

describe('a query', () => {
  test.each([
    ['schottky', 'SCHOTTKY Diode, 40V'],
    ['low dropout', 'Low-Dropout regulator'],
    ['low-dropout', 'regulator, low dropout'],
    ['NV-7805/2.5', 'Norvane NV7805/2.5'],
    ['nv7805', 'NV-7805/2.5'],
    ['7805', 'NV-7805/2.5'],
    ['2.5', 'NV-7805/2.5'],
    ['3.3V', 'output 3.3 V'],
    ['3.3 V', 'output 3.3V'],
    ['3.3', 'output 3.3V,'],
    ['250mA', '250-mA LDO'],
    ['4.7µF', '4.7 uF'],
    ['SOT-23-5', 'SOT23-5'],
    ['größe', 'GROSSE Grosse Große Größe'],
    ['Wuerth würth', 'Wuerth Wurth'],
    ['ｗａｓｈｅｒ', 'washer'],
    ['стабилизатор', 'Стабилизатор напряжения'],
    ['稳压', '低压差线性稳压器'],
    ['レギュレータ', '三端子レギュレータ'],
    ['diode for the', 'Diode'],
    ['the', 'the end'],
    ['screws', 'hex screw'],
    ['screw', 'Hex SCREWS'],
    ['batteries', 'battery'],
    ['switches', 'analog switch'],
    ['buses', 'CAN bus'],
    ['series', 'in series'],
    ['4-20 mA', 'current loop, 4-20mA'],
    ['4–20mA', '4-20 mA transmitter'],
    ['20mA', '4-20 mA transmitter'],
    ['3-6V', 'input 3-6 VDC'],
    ['16 bit', '16-bit ADC'],
    ['16-bit', 'ADC, 16 Bits'],
    ['16bit', '16 bit'],
    ['8 channels', '8-Channel'],
    ['8-ch', '8 channel'],
    ['512 kB', 'Flash 512KB'],
    ['512 kbit', 'EEPROM, 512K'],
    ['512K EEPROM', 'EEPROM 512 Kbits'],
    ['5.0 V', '5V'],
    ['5V', 'Fixed 5.0V'],
    ['3V3', '3.3 V'],
    ['3.3V', 'AP2112K-3V3'],
    ['5 volts', '5V'],
    ['12 VDC', '12V'],
    ['10 kΩ', '10 kohm'],
    ['48 pin', 'LQFP-48'],
    ['48-pin', '48-LQFP'],
    ['LQFP48', '48-LQFP'],
    ['SOIC 8', 'SOIC-8'],
    ['8 pin SOIC', 'SOIC8'],
    ['SOIC 8 pin', 'SOIC-8'],
    ['lqfp', 'LQFP48'],
    ['SOT-23', 'SOT-23-5'],
    ['TO-220', 'TO-220-3'],
    ['SPARTAN-6', 'Spartan 6 FPGA'],
    ['Spartan6', 'SPARTAN-6'],
    ['SPARTAN-6', 'Spartan6 FPGA'],
    ['Spartan6', 'spartan6'],
    ['Cortex-M4', 'ARM Cortex M4'],
    ['LDO', 'low-dropout regulator'],
    ['low dropout regulator', '3.3V LDO regulator'],
    ['low dropout', 'dropout is low'],
    ['op amps', 'Operational Amplifier'],
    ['operational amplifiers', 'dual opamp'],
    ['opamp', 'Op-Amp'],
    ['microcontroller', '32-bit MCU'],
    ['MCUs', 'microcontroller'],
    ['multiplexers', 'Analog Mux'],
    ['A/D converter', '16-bit ADC'],
    ['ADC', 'Analog-to-Digital Converters'],
    ['analogue to digital converter', 'ADC'],
    ['analogue switch', 'analog switch'],
    ['real-time clock', 'RTC'],
    ['CAN transceiver', 'CAN transceiver'],
    ['what can I use as an LDO', 'LDO'],
    ['LED driver IC', 'LED driver'],
    ['seven segment', '7-segment display'],
    ['7 segment', 'seven-segment display'],
    ['18V', 'TVS, 18Vrwm'],
    ['FET', 'N-channel MOSFET'],
    ['current sense amp', 'Current Sense Amplifier'],
    ['DPAK', 'TO-252'],
    ['TO-252', 'DPAK'],
    ['infrared', 'IR receiver'],
    ['0.5 A', '500mA'],
    ['100nF', '0.1uF'],
    ['.1uF', '100 nF'],
    ['2200 pF', '2.2nF'],
    ['1000V', '1 kV'],
    ['1 MB flash', 'flash, 1024 kB'],
    ['2048 kbit EEPROM', '2 Mb EEPROM'],
    ['1 GB', '1048576K memory'],
    ['1/4W', '250mW'],
    ['10k resistor', 'Resistor 10K OHM 1%'],
    ['4k7 resistor', '4.7kΩ Thick Film Resistor'],
    ['100R resistor', 'resistor, 100 ohm'],
    ['4.7k 1%', 'chip resistor 4.7 kohm 1%'],
    ['8 pin', 'CONN IC SOCKET 8POS'],
    ['8 way', '8 position'],
    ['SO-8', 'SOIC-8'],
    ['SOIC-8', 'SO8'],
    ['DIP-8', 'PDIP-8'],
    ['QFN-24', 'VQFN24'],
    ['SOIC-16', 'SOIC-16W'],
    ['TO-220', 'TO-220AB'],
    ['SOD-123', 'SOD-123F'],
    ['-12V', 'Fixed Output -12V'],
    ['12V', 'Fixed Output -12V'],
    ['±15V', 'output +/-15.0V'],
    ['±50 A', 'Hall sensor, ±50A'],
    ['+/-800mA', 'dual output ±0.8A'],
    ['P-channel MOSFET -30V', 'P-Channel MOSFET, 30V Vds'],
    ['P-channel MOSFET 30V', 'P-channel MOSFET, Vds -30V'],
    ['USB hub', 'USB1.1 hub'],
    ['wide body SOIC-16', 'isolator, SOIC-16W'],
    ['SOIC16 wide', 'isolator, SOIC-16W'],
    ['USB2.0 hub', 'USB 2.0 hub'],
    ['USB 2.0 hub', 'USB2.0 hub'],
    ['D flip-flops', 'octal DFF'],
    ['sigma-delta ADC', 'Delta-Sigma A/D converter'],
    ['intelligent power module', 'IPM'],
    ['static discharge', 'ESD protection'],
    ['inertial measurement units', 'IMU'],
    ['OR gate', 'Dual 4 input OR gate'],
    ['converts analog signals to digital', '16-bit ADC'],
    ['convert a digital value to an analog voltage', '16-bit DAC'],
    ['Bourns Inc. trimmer', 'Bourns trimmer'],
    ['optocoupler', 'Zero Cross Opto-Triac'],
    ['GPIO expander', 'I/O expander'],
    ['level translator', 'level shifter'],
    ['connector', 'CONN RCPT USB'],
    ['150 Mbps', 'digital isolator, 150Mbps'],
    ['1 MS/s', '1 MSPS'],
    ['460 kb/s', '460kbps'],
    ['keeps its data without power', 'nonvolatile memory'],
    ['converts a voltage of 12 bit analog to digital', '12-bit ADC, voltage output'],
    ['in-amp', 'instrumentation amplifier'],
    ['single pole double throw', 'SPDT'],
    ['electrically erasable programmable read only memory', 'serial EEPROM'],
    ['micro-electro-mechanical', 'MEMS'],
  ])('finds text that means the same: %j in %j', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  test.each([
    ['1.5SMC68CA', '1.5SMC6.8CA'],
    ['5V', '2.5V'],
    ['instruments', 'instrumentation'],
    ['差压', '低压差线性稳压器'],
    ['the', 'end'],
    ['16 bit', '16-channel 10-bit ADC'],
    ['digital to analog converter', 'analog to digital converter'],
    ['512K', '512 kbit'],
    ['SOT-23-5', 'SOT-23'],
    ['opamp', 'amplifier'],
    ['MOSFET', 'JFET, a field effect transistor'],
    ['amplifier', 'fuse, 5 amp'],
    ['IC socket', 'socket'],
    ['4-20mA loop', 'loop supply, 420mA'],
    ['36V', '3-6V input'],
    ['2-4 line decoder', 'decoder, 24 line'],
    ['TSOP9921', 'TSOP-II-54'],
    ['CAN transceiver', 'transceiver'],
    ['LM317', 'LM31 7'],
    ['dropout', 'drop-out'],
    ['-12V', 'Fixed Output 12V'],
    ['±15V', 'output 15V'],
    ['±50A', 'Hall sensor, 50A'],
    ['50-100A', '±50A'],
    ['regulator -5V', 'regulator 5V'],
    ['ipm', 'intelligent sensor in a power module'],
    ['LDO', 'linear regulator'],
    ['OR gate', 'gate'],
    ['SOIC-16W', 'SOIC-16'],
    ['VQFN-24', 'QFN-24'],
    ['10k', 'gain 100k'],
    ['opto triac', 'optocoupler'],
    ['DC to DC', 'isolated AC-DC'],
    ['converts RS-232 to TTL', 'ADC'],
    ['converts a 12-bit analog signal to digital', '16-bit ADC'],
    ['SPDT', 'SPST'],
    ['shutdown', 'down'],
  ])('does not find text that means something else: %j in %j', (query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  test.each(['--', '?!', '   ', '"..."', '&&'])('without letters and digits searches for nothing: %j', (query) => {
    expect(wordsOfQuery(query)).toEqual([]);
  });
});

test.each(['TSOP4838', 'SO1234', 'QFN1024'])('%s is a part number, not a package with that many pins', (number) => {
  expect([...wordsOfText(number)]).toEqual([number.toLowerCase()]);
  expect(wordsOfQuery(number)[0]?.number?.beginning).toBe(number.toLowerCase());
});

test.each([
  ['LM78L05ACZ', ['78l05', '78l']],
  ['CD4051B', ['4051']],
  ['SN74LS193N', ['74ls193', '74ls']],
  ['74HC4051PW', ['74hc4051', '74hc', '4051']],
  ['24LC256-I/P', ['24lc256', '24lc']],
  ['TPS76333', ['76333']],
  ['R-78E5.0', []],
  ['BAT54', []],
])('%j belongs to the families %j', (number, families) => {
  expect(familiesOfNumber(number)).toEqual(families);
});

describe('a query searches not only for its written words but for', () => {
  const besides = (query: string) =>
    wordsOfQuery(query).map(({ asked, added, manufacturers }) => [asked, ...added, ...manufacturers]);

  test('the name of a part that does what a verb says', () => {
    expect(besides('amplifies for')).toEqual([['amplifies', 'amplifier']]);
    expect(besides('measuring current')).toEqual([['measuring', 'sensor'], ['current']]);
    expect(besides('rectifying isolate')).toEqual([
      ['rectifying', 'rectifier'],
      ['isolate', 'isolator'],
    ]);
    expect(besides('driving expanding')).toEqual([
      ['driving', 'driver'],
      ['expanding', 'expander'],
    ]);
    expect(besides('plate spring state')).toEqual([['plate'], ['spring'], ['state']]);
  });

  test('the technical word for an everyday one, and a count that is a word', () => {
    expect(besides('voltage spike')).toEqual([['voltage'], ['spike', 'transient']]);
    expect(besides('quad 2-channel')).toEqual([
      ['quad', '4channel'],
      ['2channel', 'dual'],
    ]);
  });

  test.each([
    ['gyro', ['gyroscope']],
    ['hygrometer', ['humidity']],
    ['stabiliser', ['regulator']],
    ['USART', ['uart']],
    ['photomos', ['ssr']],
    ['BJT', ['npn', 'pnp']],
    ['shottky', ['schottky']],
    ['linear', ['ldo']],
    ['7805', ['lm78xx']],
  ])('the technical term for %s: %j', (name, others) => {
    expect(wordsOfQuery(name)[0]?.added).toEqual(others);
  });

  test('the thin package with the same footprint', () => {
    expect(besides('SOT-23-6 TO-92')).toEqual([['sot236', 'tsot236'], ['to92']]);
    expect(besides('wide SOIC-20')).toEqual([['soic20w', 'so20w']]);
  });

  test('the manufacturer with a short name', () => {
    expect(besides('TI LDO')).toEqual([['ti', 'texasinstruments'], ['ldo']]);
  });

  test('equivalents in the form in which words are compared', () => {
    const plain = [...PLAIN_WORDS].flatMap(([word, others]) => [word, ...others]);
    expect(plain.filter((word) => singular(word) !== word)).toEqual([]);
  });
});

test('an item is filed under its own words, not under their equivalents', () => {
  expect([...wordsOfText('amplify')]).toEqual(['amplify']);
  expect([...wordsOfText('TI')]).toEqual(['ti']);
});

describe('a query keeps only significant words', () => {
  test.each([
    ['LED driver IC', ['led', 'driver']],
    ['LED driver IC for a strip', ['led', 'driver', 'strip']],
    ['IC socket', ['ic', 'socket']],
    ['small signal diode', ['small', 'signal', 'diode']],
    ['small signal diode for 5V', ['small', 'signal', 'diode', '5v']],
    ['amplifier for small differential signals', ['amplifier', 'differential']],
    ['connect a circuit to ethernet', ['ethernet']],
    ['circuit breaker for a board', ['circuit', 'breaker']],
    ['charges a single lithium cell', ['charges', 'lithium', 'cell']],
    ['single supply opamp for a board', ['single', 'supply', 'opamp']],
    ['level shifter', ['level', 'shifter']],
    ['through hole resistor for a board', ['through', 'hole', 'resistor']],
    ['RS-485 over a long cable', ['rs485', 'cable']],
    ['power over ethernet', ['power', 'over', 'ethernet']],
    ['light many LEDs', ['leds']],
    ['light sensor for a room', ['light', 'sensor']],
    ['turn on a relay', ['relay']],
    ['read the temperature', ['temperature']],
    ['store configuration data', ['store']],
    ['data line', ['data', 'line']],
    ['shift 5V signals down to 3.3V', ['shift', '5v', 'down', '3.3v']],
    ["what's a 16-bit ADC that doesn't need a clock", ['16bit', 'adc', 'clock']],
    ['I\u2019m looking for a low noise ADC', ['low', 'noise', 'adc']],
    ['N-channel MOSFET for switching 12V LED strips', ['n', 'channel', 'mosfet', '12v']],
    ['level shifter for switching 12V LED strips', ['level', 'shifter', 'switching', '12v', 'led', 'strips']],
    ['LDO with at least 3 A', ['ldo', '3 a']],
    ['MOSFET with Rds(on) below 5 mOhm', ['mosfet', 'rds']],
    ['delta-sigma ADC, less than 1 mW', ['deltasigma', 'adc']],
    ['MOSFET rated above 60V, up to 5A', ['mosfet', '60v', '5a']],
    ['up down counter', ['up', 'down', 'counter']],
    ['max 232', ['max', '232']],
    ['LDO in SOT-223 package', ['ldo', 'sot223']],
    ['quad op amp for a microphone', ['quad', 'op', 'amp', 'microphone']],
    ['read only memory', ['read', 'only', 'memory']],
    ['from two to three', ['two', 'three']],
    ['the chip', ['chip']],
    ['price and datasheet of an LM317', ['lm317']],
    ['the', ['the']],
    ['insulated gate bipolar transistor', ['insulated', 'gate', 'bipolar', 'transistor']],
    ['AFE-7225', ['afe7225']],
    ['BAT-SBD', ['bat', 'sbd']],
    ['CSA approved fuse', ['csa', 'approved', 'fuse']],
  ])('%j: %j', (query, words) => {
    expect(wordsOfQuery(query).map(({ asked }) => asked)).toEqual(words);
  });
});

test.each([
  ['makes minus five volts without a coil', ['5v', '-5v', 'chargepump']],
  ['plus and minus 12V', ['12v', '±12v']],
  ['more GPIO pins over I2C', ['io', 'expander', 'i2c']],
  ['I/O module with 8 or more outputs', ['o', 'module', 'outputs']],
  ['buck converter running at 12 V', ['buck', 'converter', '12 v']],
  ['5 V module from 230V mains', ['5 v', 'module', 'mains']],
  ['separate the grounds', ['isolator']],
  ['10mm*20mm foam', ['10mmx20mm', 'foam']],
  ['panel 600*600', ['panel', '600x600']],
  ['TPS7*33', ['tps7*33']],
])('the plain words of %s name a part', (query, words) => {
  expect(wordsOfQuery(query).map(({ asked }) => asked)).toEqual(expect.arrayContaining(words));
});

test('a group of three digits after a point may be thousands, in a query', () => {
  expect(wordsOfQuery('1.000 V').map(({ words }) => words)).toEqual([['1v', '1kv']]);
  expect(wordsOfQuery('1.250V').map(({ words }) => words)).toEqual([['1.25v', '1.25kv']]);
  expect(wordsOfQuery('0.125 W').map(({ words }) => words)).toEqual([['125mw']]);
});

test('a signed voltage is read as written', () => {
  expect(wordsOfQuery('-12V ±15V').map(({ asked }) => asked)).toEqual(['12v', '-12v', '15v', '±15v']);
});

describe('operators’ words', () => {
  const operators = new WordTable([
    { short: 'pmic', equivalents: ['power management ic'] },
    { short: 'grommet', equivalents: ['bushing'] },
  ]);
  const formsOf = (query: string) =>
    wordsOfQuery(query, operators).map(({ words, added }) => [...words, '+', ...added]);

  test('file an item that contains an equivalent under the short form too', () => {
    expect(wordsOfText('Power-management ICs', operators)).toContain('pmic');
    expect(wordsOfText('rubber bushings', operators)).toContain('grommet');
    expect(wordsOfText('rubber bushings')).not.toContain('grommet');
  });

  test('do not change the words of a query, so that a cursor stays valid', () => {
    expect(formsOf('bushings')).toEqual([['bushing', '+', 'grommet']]);
    expect(formsOf('grommets')).toEqual([['grommet', '+', 'bushing']]);
    expect(formsOf('power management')).toEqual([
      ['power', '+'],
      ['management', '+'],
    ]);
    expect(formsOf('power management ICs low noise')[0]).toEqual(['power', '+', 'pmic']);
    expect(wordsOfQuery('bushings', operators)[0]?.words).toEqual(wordsOfQuery('bushings')[0]?.words);
  });
});
