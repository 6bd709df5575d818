/**
 * Abbreviations of the field and what they stand for: a record that says one is also found by the other. Exact equivalents only, each with
 * where it is written: a wider word (a regulator for an LDO, a switching supply for a buck converter) would show what was not meant. Add a line,
 * deploy, and run `admin -- items reindex`. What each finds is measured by bench/relevance/each-abbreviation.ts. Of the pages named, those of LDO,
 * PGA, FRAM, level shifter, TO-252 and TO-263 were read for this list; the others are where a reader would look, and were not.
 */
import type { WordLine } from './word-table.ts';

export interface Abbreviation extends WordLine {
  readonly source: string;
}

const WIKIPEDIA = 'https://en.wikipedia.org/wiki/';
/** How a distributor shortens the words of its descriptions. */
const DISTRIBUTOR = 'https://github.com/Digi-Key/digikey-kicad-library';
/** In many data sheets; no page was found that says so. */
const COMMON_USAGE = 'common usage';

export const ABBREVIATIONS: readonly Abbreviation[] = [
  {
    short: 'ldo',
    equivalents: ['low dropout', 'low drop out', 'low drop'],
    source: `${WIKIPEDIA}Low-dropout_regulator`,
  },
  { short: 'opamp', equivalents: ['op amp', 'operational amplifier'], source: `${WIKIPEDIA}Operational_amplifier` },
  { short: 'mcu', equivalents: ['microcontroller', 'micro controller'], source: `${WIKIPEDIA}Microcontroller` },
  {
    short: 'adc',
    equivalents: ['analog to digital converter', 'analog digital converter', 'a d converter'],
    isWhole: true,
    source: `${WIKIPEDIA}Analog-to-digital_converter`,
  },
  {
    short: 'dac',
    equivalents: ['digital to analog converter', 'digital analog converter', 'd a converter'],
    isWhole: true,
    source: `${WIKIPEDIA}Digital-to-analog_converter`,
  },
  { short: 'rtc', equivalents: ['real time clock', 'realtime clock'], source: `${WIKIPEDIA}Real-time_clock` },
  { short: 'pga', equivalents: ['programmable gain amplifier'], source: `${WIKIPEDIA}Programmable-gain_amplifier` },
  { short: 'mux', equivalents: ['multiplexer', 'multiplexor'], source: `${WIKIPEDIA}Multiplexer` },
  { short: 'demux', equivalents: ['demultiplexer', 'demultiplexor'], source: `${WIKIPEDIA}Multiplexer` },
  { short: 'pwm', equivalents: ['pulse width modulation'], source: `${WIKIPEDIA}Pulse-width_modulation` },
  {
    short: 'uart',
    equivalents: ['universal asynchronous receiver transmitter'],
    source: `${WIKIPEDIA}Universal_asynchronous_receiver-transmitter`,
  },
  { short: 'spi', equivalents: ['serial peripheral interface'], source: `${WIKIPEDIA}Serial_Peripheral_Interface` },
  { short: 'i2c', equivalents: ['inter integrated circuit', 'iic'], source: `${WIKIPEDIA}I%C2%B2C` },
  { short: 'can', equivalents: ['controller area network'], source: `${WIKIPEDIA}CAN_bus` },
  {
    short: 'fet',
    equivalents: ['field effect transistor'],
    kinds: ['mosfet', 'jfet'],
    source: `${WIKIPEDIA}Field-effect_transistor`,
  },
  // "Amp" is the ampere too, so that "amplifier" does not ask for it.
  { short: 'amp', equivalents: [], kinds: ['amplifier'], source: `${WIKIPEDIA}Amp` },
  { short: 'bjt', equivalents: ['bipolar junction transistor'], source: `${WIKIPEDIA}Bipolar_junction_transistor` },
  {
    short: 'igbt',
    equivalents: ['insulated gate bipolar transistor'],
    source: `${WIKIPEDIA}Insulated-gate_bipolar_transistor`,
  },
  { short: 'scr', equivalents: ['silicon controlled rectifier'], source: `${WIKIPEDIA}Silicon_controlled_rectifier` },
  { short: 'led', equivalents: ['light emitting diode'], source: `${WIKIPEDIA}Light-emitting_diode` },
  {
    short: 'fpga',
    equivalents: ['field programmable gate array'],
    source: `${WIKIPEDIA}Field-programmable_gate_array`,
  },
  {
    short: 'cpld',
    equivalents: ['complex programmable logic device'],
    source: `${WIKIPEDIA}Complex_programmable_logic_device`,
  },
  { short: 'dsp', equivalents: ['digital signal processor'], source: `${WIKIPEDIA}Digital_signal_processor` },
  { short: 'ssr', equivalents: ['solid state relay'], source: `${WIKIPEDIA}Solid-state_relay` },
  {
    short: 'tvs',
    equivalents: ['transient voltage suppressor'],
    source: `${WIKIPEDIA}Transient-voltage-suppression_diode`,
  },
  { short: 'pll', equivalents: ['phase locked loop'], source: `${WIKIPEDIA}Phase-locked_loop` },
  { short: 'vco', equivalents: ['voltage controlled oscillator'], source: `${WIKIPEDIA}Voltage-controlled_oscillator` },
  { short: 'imu', equivalents: ['inertial measurement unit'], source: `${WIKIPEDIA}Inertial_measurement_unit` },
  { short: 'poe', equivalents: ['power over ethernet'], source: `${WIKIPEDIA}Power_over_Ethernet` },
  { short: 'pfc', equivalents: ['power factor correction'], source: `${WIKIPEDIA}Power_factor` },
  { short: 'eeprom', equivalents: ['e2prom'], source: `${WIKIPEDIA}EEPROM` },
  { short: 'lcd', equivalents: ['liquid crystal display'], source: `${WIKIPEDIA}Liquid-crystal_display` },
  { short: 'io', equivalents: ['i o', 'input output'], source: `${WIKIPEDIA}Input/output` },
  {
    short: 'gpio',
    equivalents: ['general purpose io', 'general purpose i o', 'general purpose input output'],
    source: `${WIKIPEDIA}General-purpose_input/output`,
  },
  { short: 'dcdc', equivalents: ['dc dc', 'dc to dc'], isWhole: true, source: `${WIKIPEDIA}DC-to-DC_converter` },
  { short: 'acdc', equivalents: ['ac dc', 'ac to dc'], isWhole: true, source: `${WIKIPEDIA}Rectifier` },
  { short: 'buck', equivalents: ['step down', 'stepdown'], source: `${WIKIPEDIA}Buck_converter` },
  { short: 'boost', equivalents: ['step up', 'stepup'], source: `${WIKIPEDIA}Boost_converter` },
  {
    short: 'optocoupler',
    equivalents: ['opto coupler', 'opto isolator', 'optoisolator', 'photocoupler', 'photo coupler'],
    kinds: ['opto triac', 'optotriac', 'phototriac', 'photo triac'],
    source: `${WIKIPEDIA}Opto-isolator`,
  },
  { short: 'optotriac', equivalents: ['opto triac', 'phototriac', 'photo triac'], source: `${WIKIPEDIA}Opto-isolator` },
  { short: 'flipflop', equivalents: ['flip flop'], source: `${WIKIPEDIA}Flip-flop_(electronics)` },
  { short: 'ir', equivalents: ['infrared', 'infra red'], source: `${WIKIPEDIA}Infrared` },
  {
    short: 'fram',
    equivalents: ['ferroelectric ram', 'f ram', 'feram', 'ferroelectric memory'],
    source: `${WIKIPEDIA}Ferroelectric_RAM`,
  },
  { short: 'nonvolatile', equivalents: ['non volatile'], source: `${WIKIPEDIA}Non-volatile_memory` },
  {
    short: 'nvram',
    equivalents: ['non volatile ram', 'nonvolatile ram', 'nv ram'],
    source: `${WIKIPEDIA}Non-volatile_random-access_memory`,
  },
  { short: 'sram', equivalents: ['static ram'], source: `${WIKIPEDIA}Static_random-access_memory` },
  { short: 'dram', equivalents: ['dynamic ram'], source: `${WIKIPEDIA}Dynamic_random-access_memory` },
  {
    short: 'esd',
    equivalents: ['electrostatic discharge', 'electro static discharge'],
    source: `${WIKIPEDIA}Electrostatic_discharge`,
  },
  {
    short: 'lvds',
    equivalents: ['low voltage differential signaling', 'low voltage differential signalling'],
    source: `${WIKIPEDIA}Low-voltage_differential_signaling`,
  },
  { short: 'ntc', equivalents: ['negative temperature coefficient'], source: `${WIKIPEDIA}Temperature_coefficient` },
  { short: 'ptc', equivalents: ['positive temperature coefficient'], source: `${WIKIPEDIA}Temperature_coefficient` },
  { short: 'mov', equivalents: ['metal oxide varistor'], source: `${WIKIPEDIA}Varistor` },
  { short: 'usb', equivalents: ['universal serial bus'], source: `${WIKIPEDIA}USB` },
  { short: 'to252', equivalents: ['dpak'], source: `${WIKIPEDIA}TO-252` },
  { short: 'to263', equivalents: ['d2pak'], source: `${WIKIPEDIA}TO-263` },
  {
    short: 'levelshifter',
    equivalents: ['level shifter', 'level translator', 'logic level converter'],
    source: `${WIKIPEDIA}Level_shifter`,
  },
  {
    short: 'ioexpander',
    equivalents: ['io expander', 'i o expander', 'gpio expander', 'port expander'],
    source: COMMON_USAGE,
  },
  {
    short: 'chargepump',
    equivalents: ['charge pump', 'switched capacitor converter', 'switched capacitor voltage converter'],
    source: `${WIKIPEDIA}Charge_pump`,
  },
  { short: 'liion', equivalents: ['li ion', 'lithium ion'], source: `${WIKIPEDIA}Lithium-ion_battery` },
  { short: 'conn', equivalents: ['connector'], source: DISTRIBUTOR },
  { short: 'rcpt', equivalents: ['receptacle'], source: DISTRIBUTOR },
  { short: 'xtal', equivalents: ['crystal'], source: `${WIKIPEDIA}Crystal_oscillator` },
  { short: 'adj', equivalents: ['adjustable'], source: DISTRIBUTOR },
  { short: 'accel', equivalents: ['accelerometer'], source: DISTRIBUTOR },
  {
    short: 'smd',
    equivalents: ['surface mount', 'smt', 'surface mounted'],
    source: `${WIKIPEDIA}Surface-mount_technology`,
  },
  { short: 'tht', equivalents: ['through hole', 'thru hole'], source: `${WIKIPEDIA}Through-hole_technology` },
  { short: 'pot', equivalents: ['potentiometer'], source: `${WIKIPEDIA}Potentiometer` },
  { short: 'conv', equivalents: ['converter'], source: DISTRIBUTOR },
  { short: 'temp', equivalents: ['temperature'], source: DISTRIBUTOR },
  { short: 'ble', equivalents: ['bluetooth low energy'], source: `${WIKIPEDIA}Bluetooth_Low_Energy` },
  { short: 'wifi', equivalents: ['wi fi'], source: `${WIKIPEDIA}Wi-Fi` },
  { short: 'phy', equivalents: ['physical layer transceiver'], source: `${WIKIPEDIA}Physical_layer` },
];
