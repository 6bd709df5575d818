/**
 * The same families an eighth time, written only from the parts, after a random sample of each category. Its author had read neither the
 * rules of search nor the queries of another set. The patterns were checked against the parts before the first run.
 */
import type { RelevanceQuery } from './accepted.ts';
import {
  ADC,
  amps,
  bits,
  BOOST,
  BUCK,
  DAC,
  DC_DC,
  LDO,
  MOSFET,
  N_CHANNEL,
  OP_AMP,
  P_CHANNEL,
  REGULATOR,
  SOLID_STATE_RELAY,
  TVS,
  volts,
} from './accepted.ts';

const ZENER = /zener|Z-?diode/i;
const SCHOTTKY = /schottky/i;
const EEPROM = /EEPROM/i;
const OPTOCOUPLER = /opto[- ]?(?:coupler|isolator)|photo[- ]?coupler|optically coupled|opto[- ]?triac/i;
const DIGITAL_ISOLATOR = /digital isolator|isolator.*\bMbps|\bMbps.*isolator/i;
const GATE_DRIVER = /gate[- ]?driver|MOSFET[- ]driver|Driver \/ FET/i;
const ISOLATED = /isolat/i;
const BUS_485 = /RS-?485/i;
const SOT_23_5 = /SOT-?23-?5\b/i;
const SOIC_8 = /\b(?:SOIC|SO)-?8\b/i;
const IO_EXPANDER =
  /(?:\bport|I\/O|\bIO|GPIO|\bbus)[^,|]*expander|expander[^,]*(?:I\/O|GPIO|port)|\bI\/?O port|parallel port/i;
const AUDIO_AMPLIFIER = /Amplifier \/ Audio|audio[^,]*amplifier/i;
const CURRENT_SENSE_AMPLIFIER =
  /Amplifier \/ Current|current[- ](?:sense|shunt|monitor)|shunt[- ](?:monitor|amplifier)/i;
const HUMIDITY = /humidity/i;
const I2C = /\bI[2²]C\b|\bIIC\b/i;
/** Does not match the name of the category `Interface / CAN / LIN`. */
const CAN = /\bCAN\b(?! \/)/i;
const NOT_LINEAR = /^(?!.*\blinear\b)/i;
const NOT_NEGATIVE = /^(?!.*(?:negative|-5(?:\.0)?V))/i;
const NOT_JFET = /^(?!.*J-?FET)/i;

export const EIGHTH_BLIND_QUERIES: Readonly<Record<string, readonly RelevanceQuery[]>> = {
  'what a thing is': [
    { query: 'instrumentation amplifier', accept: [/instr?umentation amp|Amplifier \/ Instrumentation/i] },
    { query: 'bridge rectifier', accept: [/bridge rectifier|Diode \/ Bridge/i] },
    { query: 'PWM controller', accept: [/PWM/i, /controller/i] },
    { query: 'solid state relay', accept: [SOLID_STATE_RELAY] },
    { query: 'hall effect switch', accept: [/\bhall\b/i, /switch|latch/i, /; Sensor \/ Magnetic$/, NOT_LINEAR] },
    { query: 'I/O expander', accept: [IO_EXPANDER] },
    { query: 'motor driver', accept: [/Driver \/ Motor|motor (?:driver|drive|controller)/i] },
    {
      query: 'digital temperature sensor',
      accept: [/temperature|thermometer/i, /digital|\bI[2²]C\b|\bSPI\b|1-?wire|SMBus/i, /; Sensor(?: \/|$)/],
    },
    { query: 'zener diode', accept: [ZENER] },
    { query: 'LED driver', accept: [/Driver \/ LED|\bLED\b[^,]*driver/i] },
    { query: 'voltage comparator', accept: [/comparator/i, /; (?:Comparator|Amplifier \/ Operational)$/] },
    { query: 'accelerometer', accept: [/acceleromet|\bIMU\b|acceleration/i] },
    { query: 'shift register', accept: [/shift[^,]*register/i] },
    { query: 'op amp', accept: [OP_AMP] },
  ],
  'values with units': [
    { query: 'N-channel MOSFET 60V', accept: [N_CHANNEL, MOSFET, volts('60'), NOT_JFET] },
    { query: '3.3V LDO 500mA', accept: [LDO, volts('3.3'), /(?<!\d)500[- ]?mA\b|(?<![\d.])0\.5[- ]?A\b/i] },
    { query: '40V 3A schottky diode', accept: [SCHOTTKY, volts('40'), amps('3')] },
    { query: '12-bit DAC SPI', accept: [DAC, bits(12), /\bSPI\b|serial/i] },
    { query: '3A buck converter adjustable output', accept: [BUCK, amps('3'), /adj/i] },
    {
      query: '5V 1A linear regulator',
      accept: [/Regulator \/ Linear/, volts('5'), /(?<![\d.])1(?:\.0)?[- ]?A\b|(?<!\d)1000[- ]?mA/i, NOT_NEGATIVE],
    },
    { query: '600W TVS diode', accept: [TVS, /(?<!\d)600 ?W\b/i] },
    {
      query: 'isolated DC/DC converter 24V input 5V output',
      accept: [
        DC_DC,
        ISOLATED,
        /24V Input|(?<![\d.])(?:9|18|10|20)(?:\.0)?V?[- ]*(?:-|to)[- ]*(?:36|40|75)(?:\.0)?V/i,
        /output[^,]{0,12}(?<![\d.±-])5(?:\.0)?V|(?<![\d.±-])5(?:\.0)?V (?:fixed )?output/i,
      ],
    },
    {
      query: '600V half bridge driver',
      accept: [/half[- ]?bridge|high[- ](?:and|side and)[- ]low|high- and low/i, volts('600'), /driver/i],
    },
    { query: '16 bit ADC I2C', accept: [ADC, bits(16), /\bI[2²]C\b|\bIIC\b/i] },
    { query: '20A current sensor', accept: [/current[- ](?:monitor )?sensor|Sensor \/ Current/i, amps('20')] },
    { query: '16Kb I2C EEPROM', accept: [EEPROM, /(?<!\d)16 ?K(?:i?b|bit)|2048 ?x ?8|2K ?x ?8/i, I2C] },
    {
      query: 'boost converter 5V output',
      accept: [BOOST, /(?<![\d.-])5(?:\.0)?V[^,]*output|output[^,]*(?<![\d.-])5(?:\.0)?V|fixed 5V|\b5V\/12V/i],
    },
    { query: 'NPN transistor 45V', accept: [/\bNPN\b/i, volts('45')] },
    { query: 'negative 12V linear regulator', accept: [/negative|-12(?:\.0)?V/i, volts('12'), /Regulator \/ Linear/] },
  ],
  'packages and pins': [
    { query: 'op amp SOT-23-5', accept: [OP_AMP, SOT_23_5] },
    { query: 'N-channel MOSFET SOT-23', accept: [MOSFET, N_CHANNEL, /SOT-?23(?:-3)?(?![-\dW])/i, NOT_JFET] },
    { query: '3.3V LDO SOT-223', accept: [LDO, volts('3.3'), /SOT-?223/i] },
    { query: 'NPN transistor TO-92', accept: [/\bNPN\b/i, /TO-?92/i, /Transistor/] },
    { query: 'power MOSFET TO-220', accept: [MOSFET, /TO-?220/i] },
    { query: 'digital isolator SOIC-16', accept: [DIGITAL_ISOLATOR, /\b(?:SOIC|SO)-?16/i] },
    { query: 'unidirectional TVS diode DO-214AA', accept: [TVS, /uni-?directional/i, /DO-?214AA|\bSMB\b/i] },
    { query: 'EEPROM SOT-23-5', accept: [EEPROM, SOT_23_5] },
    { query: 'optocoupler DIP-4', accept: [OPTOCOUPLER, /DIP-?4\b/i] },
    { query: 'CAN transceiver SOIC-8', accept: [CAN, /transceiver/i, SOIC_8] },
    { query: 'schottky diode SOD-123', accept: [SCHOTTKY, /SOD-?123/i] },
    { query: 'dual comparator SOIC-8', accept: [/\bdual\b/i, /comparator/i, SOIC_8] },
    { query: 'adjustable voltage regulator TO-220', accept: [REGULATOR, /adj/i, /TO-?220/i] },
  ],
  'abbreviations and their long forms': [
    { query: 'analog to digital converter 24 bit', accept: [ADC, bits(24)] },
    { query: 'transient voltage suppressor bidirectional', accept: [TVS, /bi-?directional/i] },
    { query: 'PFC controller', accept: [/\bPFC\b|power[- ]factor/i, /controller/i] },
    { query: 'FRAM memory', accept: [/\bF-?RAM\b|ferroelectric/i] },
    { query: 'static RAM', accept: [/\bSRAM\b|static RAM/i] },
    { query: 'SPDT analog switch', accept: [/SPDT|single[- ]pole double|2:1/i, /Analog \/ Switch|analog switch/i] },
    { query: 'RS485 transceiver half duplex', accept: [BUS_485, /half[- ]duplex/i] },
    { query: 'light emitting diode driver', accept: [/Driver \/ LED|\bLED\b[^,]*driver/i] },
    { query: 'pulse width modulation controller', accept: [/PWM|pulse[- ]width/i, /controller/i] },
    { query: 'low dropout regulator adjustable', accept: [LDO, /adj/i] },
    { query: '16 bit digital to analog converter', accept: [DAC, bits(16)] },
    { query: 'IGBT driver', accept: [/\bIGBT/i, /driver/i, /^(?!.*dimmer)/i] },
    { query: 'GPIO expander I2C', accept: [IO_EXPANDER, /I[2²]C|SMBus|\bTWI\b/i] },
    { query: 'operational amplifier JFET input', accept: [OP_AMP, /J-?FET|\bBi-?FET/i] },
  ],
  'manufacturer and function': [
    { query: 'Texas Instruments step-down converter', accept: [/Texas Instruments/, BUCK] },
    {
      query: 'Analog Devices instrumentation amplifier',
      accept: [/Analog Devices/, /instr?umentation amp|Amplifier \/ Instrumentation/i],
    },
    { query: 'Infineon gate driver', accept: [/Infineon/, GATE_DRIVER] },
    { query: 'Microchip CAN transceiver', accept: [/Microchip/, CAN, /transceiver/i] },
    { query: 'Nexperia schottky diode', accept: [/Nexperia/, SCHOTTKY] },
    { query: 'Vishay optocoupler', accept: [/Vishay/, OPTOCOUPLER] },
    { query: 'Allegro hall current sensor', accept: [/Allegro/, /Sensor \/ Current|current sensor/i] },
    { query: 'STMicroelectronics audio amplifier', accept: [/STMicro/, AUDIO_AMPLIFIER] },
    { query: 'Maxim RS-485 transceiver', accept: [/Maxim/, BUS_485] },
    { query: 'TRACO isolated DC/DC converter', accept: [/TRACO/i, DC_DC, ISOLATED] },
    { query: 'MEAN WELL AC-DC power supply 12V', accept: [/MEAN WELL/i, volts('12'), /AC-?DC/] },
    { query: 'Sensirion humidity sensor', accept: [/Sensirion/i, HUMIDITY] },
    { query: 'FTDI USB to UART', accept: [/FTDI/, /UART|serial|RS-?232/i] },
    { query: 'TI dual op amp', accept: [/Texas Instruments/, /\bdual\b/i, OP_AMP] },
    { query: 'onsemi PNP transistor', accept: [/onsemi/, /\bPNP\b/] },
  ],
  'plain descriptions': [
    {
      query: 'measure current through a shunt resistor',
      accept: [
        /Amplifier \/ Current|shunt|current[- ]sense|(?:current|power)(?: and power)? monitor/i,
        /^(?!.*\bhall\b)/i,
      ],
    },
    { query: 'temperature and humidity sensor with I2C', accept: [HUMIDITY, /\bI[2²]C\b|Sensor \/ Humidity/i] },
    { query: 'infrared receiver for remote control', accept: [/\bIR\b|infrared/i, /receiver|remote control/i] },
    { query: 'driver for a stepper motor', accept: [/stepper|step(?:ping)? motor|dual (?:h|full)[- ]?bridge/i] },
    { query: 'USB to serial converter', accept: [/\bUSB\b/, /UART|serial|RS-?232/i] },
    { query: 'capacitive touch button controller', accept: [/Sensor \/ Touch|touch (?:sensor|button|key)/i] },
    { query: 'energy meter chip', accept: [/energy|power monitor|Sensor \/ Energy/i] },
    {
      query: 'charge pump that makes a negative voltage',
      accept: [/charge[- ]pump|switched[- ]?capacitor/i, /invert|negative|-\d(?:\.\d)?V/i],
    },
    { query: 'chip to read a thermocouple', accept: [/thermocouple/i] },
    {
      query: 'isolated dc-dc converter with dual output',
      accept: [DC_DC, ISOLATED, /\bdual\b|(?:±|\+\/-|\+-)\d+(?:\.\d+)?V/i],
    },
    {
      query: 'power amplifier for loudspeakers',
      accept: [/Amplifier \/ Audio/, /^(?!.*(?:pre-?amp|\bVCA|microphone|headphone|\bDAC\b|operational))/i],
    },
    { query: 'constant current LED driver', accept: [/Driver \/ LED|\bLED\b[^,]*driver/i, /constant|current/i] },
    {
      query: 'voltage level translator',
      accept: [/^(?!.*Isolator)/, /level[- ](?:translat|shift|convert)|translat(?:or|ing)|level[- ]?shift/i],
    },
    { query: 'ambient light sensor', accept: [/ambient light|light sensor/i] },
  ],
  'plural and singular': [
    { query: 'optocouplers with phototransistor output', accept: [OPTOCOUPLER, /phototransistor|NPN|transistor/i] },
    { query: 'zener diodes 500mW', accept: [ZENER, /(?<!\d)500 ?mW|(?<![\d.])0\.5 ?W\b/i] },
    { query: 'quad digital isolators', accept: [DIGITAL_ISOLATOR, /\bquad|4Ch\b/i] },
    { query: 'half bridge gate drivers', accept: [/half[- ]?bridge/i, GATE_DRIVER] },
    { query: 'NAND gates', accept: [/\bNAND/i] },
    { query: 'analog multiplexers', accept: [/multiplexer|\bmux\b/i, /analog/i, /; (?:4xxx|74xx|Analog \/ Switch)$/] },
    { query: 'P-channel MOSFETs', accept: [P_CHANNEL, /Transistor \/ FET/, NOT_JFET] },
    { query: 'flip-flops', accept: [/flip[- ]?flop|\bJK\b|\bDFF\b/i] },
    { query: 'LIN transceivers', accept: [/(?<!\/ )\bLIN\b/, /transceiver/i] },
    { query: 'Ethernet PHYs', accept: [/ethernet|10BASE|\bETH\b/i, /\bPHY\b|physical layer|transceiver/i] },
    {
      query: 'high side current sense amplifiers',
      accept: [CURRENT_SENSE_AMPLIFIER, /high[- ]?side|high-? ?(?:and|or) ?low-?side|high- (?:and|or) low-side/i],
    },
    { query: 'pressure sensors', accept: [/pressure|barometer/i] },
    { query: 'darlington transistor arrays', accept: [/darlington/i, /array/i] },
    { query: 'RS-232 transceivers', accept: [/RS-?232/i, /transceiver|driver|receiver/i] },
    {
      query: 'rail to rail op amps',
      accept: [OP_AMP, /rail[- ]to[- ]rail|\bRRIO\b|\bRRO\b|\br2r\b|\brtr\b|\brtor\b/i],
    },
  ],
};
