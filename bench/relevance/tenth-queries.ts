/**
 * A tenth set: the parts were drawn at random by number, as was each typing error (its letter, place and kind), and every query follows its
 * draw. Its author had read docs/reference/search.md and the head of the ninth set, but neither the rules' code nor their tests, so it is
 * not a blind set. The accepted items were decided before the first run.
 */
import {
  ADC,
  BUCK,
  DAC,
  DC_DC,
  ISOLATOR,
  LDO,
  MOSFET,
  N_CHANNEL,
  P_CHANNEL,
  stating,
  TVS,
  volts,
  type RelevanceQuery,
} from './accepted.ts';

const OHM = 'Ohms?|Ω';
const VOLT = 'V(?:DC|AC|rms|dc)?|VDC|VRMS';
const HALL = /hall/i;
const CURRENT = /current/i;
const SENSOR = /sensor/i;
const COMPARATOR = /comparator/i;
const EEPROM = /EEPROM/i;
const MOTOR_DRIVER = /Driver \/ Motor|motor driver/i;
const LINEAR = /linear|LDO|low[- ]?drop/i;
const DIGITAL_ISOLATOR = /digital,? ?isolator/i;
const RECTIFIER = /rectifier/i;
const THERMOMETER = /thermometer|temperature sensor/i;
const EXPANDER = /expander/i;
const DARLINGTON = /darlington/i;
/** For a part number that no item has: nothing is accepted. */
const NOTHING = { test: () => false };

export const TENTH_QUERIES: Readonly<Record<string, readonly RelevanceQuery[]>> = {
  'base numbers': [
    { query: 'ISO7341', accept: [/\bISO7341/i] },
    { query: 'MCP23017', accept: [/\bMCP23017/i] },
    { query: 'KBPC108 bridge', accept: [/KBPC108/i] },
    { query: 'TDN 5-4819', accept: [/\bTDN_5-4819/i] },
    { query: 'IH1215', accept: [/\bIH1215/i] },
    { query: 'ADuM1200 SOIC-8', accept: [/\bADuM1200/i] },
    { query: 'Microchip MIC29152', accept: [/\bMIC29152/i] },
    { query: 'ISO7762', accept: [/\bISO7762/i] },
    { query: 'ltc6957 clock buffer', accept: [/\bLTC6957/i] },
    { query: 'L7905 negative regulator', accept: [/\bL7905/i] },
    { query: 'CSD16412', accept: [/\bCSD16412/i] },
    { query: 'PMEG045T150 schottky', accept: [/\bPMEG045T150/i] },
    { query: 'tlv61046', accept: [/\bTLV61046/i] },
    { query: 'IRS20957 datasheet', accept: [/\bIRS20957/i] },
    { query: 'Si8645 isolator', accept: [/\bSi8645/i] },
    { query: 'LMZ13608', accept: [/\bLMZ13608/i] },
    { query: 'MAX17501 step down', accept: [/\bMAX17501/i] },
  ],
  'slips of the pen': [
    { query: 'low dropout regualtor 4.5V', accept: [LDO, volts('4.5')] },
    { query: 'programmabble hall sensor', accept: [/programmable/i, HALL, SENSOR] },
    { query: 'audio preamplifire', accept: [/pre-?amp/i, /audio|microphone|mic\b/i] },
    { query: 'dual pnp tansistors', accept: [/dual/i, /(?<!NPN\/)PNP(?!\/NPN)/, /transistor/i] },
    { query: 'zero cross opto trica', accept: [/zero/i, /triac/i] },
    { query: 'can trnsceiver 3.3V', accept: [/\bCAN\b(?! \/)/, /transceiver/i, volts('3.3')] },
    { query: 'lineear regulator SOT-223', accept: [LINEAR, /regulator/i, /SOT-?223/i] },
    { query: 'low droout regulator 300mA 2.5V', accept: [LDO, volts('2.5'), stating('A', 0.3, 0.3)] },
    { query: '16 channel analog mulfiplexer', accept: [/16[- ]?ch/i, /mux|multiplexer/i] },
    { query: 'n-chnanel trench mosfet 60V', accept: [N_CHANNEL, MOSFET, volts('60')] },
    { query: '12 bit adc true differertial', accept: [ADC, /12[- ]?bit/i, /differential/i] },
    { query: 'bridge recitfier 6A', accept: [RECTIFIER, /bridge/i, stating('A', 6, 6)] },
    { query: 'synnhronous dram', accept: [/synchronous|SDRAM/i, /DRAM/i] },
    { query: 'optocoupler schimtt trigger', accept: [ISOLATOR, /schmitt/i] },
    { query: 'isolated dc/dc conveerter 48V input', accept: [DC_DC, /isolated/i, volts('48')] },
    { query: 'LM78xx rplacement module', accept: [/LM78xx replacement/i] },
    { query: 'half dpulex RS-485', accept: [/half[- ]?duplex/i, /RS-?485/i] },
  ],
  'compounds and spelling': [
    { query: 'highside currentsense amplifier', accept: [/high[- ]?side/i, /current[- ]?sens|current shunt/i] },
    { query: 'lownoise ldo 150mA', accept: [LDO, /low[- ]?noise/i, stating('A', 0.15, 0.15)] },
    { query: 'unidirectional hall-effect current-sensor', accept: [/unidirectional/i, HALL, CURRENT, SENSOR] },
    { query: 'Nchannel mosfet directfet', accept: [N_CHANNEL, MOSFET, /directfet/i] },
    { query: 'onewire thermo meter', accept: [/1-?wire|onewire/i, THERMOMETER] },
    { query: 'railtorail dac 12bit', accept: [/rail[- ]to[- ]rail/i, DAC, /12[- ]?bit/i] },
    { query: '3to8 decoder', accept: [/decoder/i, /3[- ]?(?:to|:)[- ]?8/i] },
    { query: 'stepup synchronous regulator', accept: [/boost|step-?up/i, /synchronous/i] },
    { query: 'smart rectifier driver', accept: [/smart ?rectifier/i] },
    { query: 'mini melf zener diode', accept: [/minimelf/i, /zener/i] },
    { query: 'opto coupler photo transistor output', accept: [ISOLATOR, /photo-?transistor/i] },
    { query: 'motordriver dual hbridge', accept: [/dual/i, MOTOR_DRIVER, /h-?bridge/i] },
    { query: '16bit IO expander', accept: [EXPANDER, /16[- ]?bit/i] },
    { query: 'touchsensor single key', accept: [/touch/i, /single[- ]?key/i] },
    { query: 'thermo couple amplifier', accept: [/thermocouple/i, /amp/i] },
    { query: 'multi-plexer 8:1 analogue', accept: [/mux|multiplexer/i, /8[- ]?channel|8:1|8-to-1/i] },
  ],
  'bounds with units': [
    { query: 'buck regulator of at least 5A', accept: [BUCK, stating('A', 5)] },
    { query: 'linear regulator up to 100 mA', accept: [LINEAR, /regulator/i, stating('A', 0, 0.1)] },
    { query: 'P-channel MOSFET 60V or more', accept: [P_CHANNEL, MOSFET, stating('V', 60)] },
    { query: 'N-channel MOSFET under 1A', accept: [N_CHANNEL, MOSFET, stating('A', 0, 0.999999)] },
    { query: 'NPN transistor above 100V', accept: [/NPN/, /transistor/i, stating('V', 100.001)] },
    { query: 'hall effect current sensor more than 100A', accept: [HALL, CURRENT, SENSOR, stating('A', 100.001)] },
    { query: 'motor driver minimum 2 A', accept: [MOTOR_DRIVER, stating('A', 2)] },
    { query: 'analog switch less than 5 ohm', accept: [/switch/i, /analog/i, stating(OHM, 0, 4.999)] },
    { query: 'zener diode at least 1 W', accept: [/zener/i, stating('W', 1)] },
    { query: 'TVS diode max 300W', accept: [TVS, stating('W', 0, 300)] },
    { query: 'comparator over 100MHz', accept: [COMPARATOR, stating('Hz|hz', 1.00001e8)] },
    { query: 'DC/DC converter between 4W and 7W', accept: [DC_DC, stating('W', 4, 7)] },
    { query: 'optocoupler isolation ≥ 5 kV', accept: [ISOLATOR, stating(VOLT, 5000)] },
    { query: 'AC-DC module at most 5W', accept: [/AC[-/ ]?DC/i, stating('W', 0, 5)] },
    { query: 'step-down converter > 500 kHz', accept: [BUCK, stating('Hz', 500_001)] },
    { query: 'bridge rectifier of 8A or more', accept: [/bridge/i, RECTIFIER, stating('A', 8)] },
    { query: 'LDO 1.8V output with at least 500mA', accept: [LDO, volts('1.8'), stating('A', 0.5)] },
  ],
  'questions with a number': [
    { query: 'what is the data rate of the ISO7760DW', accept: [/\bISO7760DW/i] },
    { query: 'which package has the AT24CS01', accept: [/\bAT24CS01/i] },
    { query: 'is the TLV75518 still in production', accept: [/\bTLV75518/i] },
    { query: 'alternatives to SFH620A-1', accept: [/\bSFH620A-1/i] },
    { query: 'how many channels does the LDC1614 have?', accept: [/\bLDC1614/i] },
    { query: 'DAC7578 resolution', accept: [/\bDAC7578/i] },
    { query: 'output voltage of IRM-02-24', accept: [/\bIRM-02-24/i] },
    { query: 'can I replace a KBU4M with something else', accept: [/\bKBU4M/i] },
    { query: 'price of ADA4610-4', accept: [/\bADA4610-4/i] },
    { query: 'is MIC29903 obsolete', accept: [NOTHING] },
    { query: 'datasheet of the MCP23088', accept: [NOTHING] },
    { query: 'what is the pinout of LM2585-5.5', accept: [NOTHING] },
    { query: 'TSOP9921 ir receiver remote control', accept: [NOTHING] },
    { query: 'LTC6795 comparator', accept: [NOTHING] },
    { query: 'does the ITX8809SA need an output capacitor', accept: [NOTHING] },
    { query: 'lifecycle status SMF26A', accept: [/\bSMF26A/i] },
  ],
  'plain words': [
    { query: 'isolated module that turns 5V into 15V, 1 watt', accept: [DC_DC, /isolated/i, volts('5'), volts('15')] },
    { query: 'chip to measure mains energy consumption', accept: [/(?<!Sensor \/ )energy/i] },
    { query: 'make an i2c bus longer', accept: [/I2C/i, /repeater|buffer|extender/i] },
    { query: 'eight switches controlled over I2C', accept: [/switch/i, /I2C|2-wire/i, /octal|8/i] },
    { query: 'receiver for infrared remote controls', accept: [/IR receiver/i] },
    { query: 'send 4-20mA over a loop', accept: [/4-20mA|current ?loop/i] },
    { query: 'seven darlington drivers in one package', accept: [DARLINGTON, /array/i] },
    { query: 'small memory on two wires, 256 kbit', accept: [EEPROM, /I2C|2-wire|two-wire/i, /256 ?K/i] },
    { query: 'mains to 5V power supply module for a pcb', accept: [/AC[-/ ]?DC/i, volts('5')] },
    { query: 'magnetic field sensor with linear output', accept: [HALL, /linear/i] },
    { query: 'detects a finger through glass', accept: [/touch/i] },
    { query: 'turn off a 12V load from a 3.3V pin, solid state', accept: [/Relay \/ SolidState|solid[- ]?state/i] },
    { query: 'protects a data line from static discharge', accept: [/ESD\b/, /protect|suppress/i, /diode|Interface/i] },
    { query: 'measures how far metal is from a coil', accept: [/inductance/i] },
    { query: 'replace a 7805 without a heat sink', accept: [/78xx replacement|78xx/i] },
    { query: 'two supplies, plus and minus 12V from 24V', accept: [DC_DC, /±12V/, volts('24')] },
    { query: 'galvanic isolation for four digital signals', accept: [DIGITAL_ISOLATOR, /quad|4[- ]?ch/i] },
  ],
};
