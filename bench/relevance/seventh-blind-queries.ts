/**
 * The same families a seventh time, written only from the parts, for a random sample of each category. Its author had read neither the rules
 * of search nor another set, except two lines of the sixth for their form. The patterns were checked against the parts before the first run.
 */
import type { RelevanceQuery } from './accepted.ts';

const DUAL = /\bdual\b|\b(?:2|two)[- ]?(?:ch(?:annels?)?|circuits?)\b/i;
const QUAD = /\bquad\b|\bquadruple\b|\b(?:4|four)[- ]?(?:ch(?:annels?)?|circuits?)\b/i;
const OP_AMP = /op[- ]?amps?\b|operational amplifier|Amplifier \/ Operational/i;
const LINEAR_REGULATOR = /Regulator \/ Linear/;
const LDO = /\bLDOs?\b|low[- ]?drop/i;
const BUCK = /^(?!.*buck[- /]?boost).*(?:\bbuck\b|step[- ]?down)/i;
const BOOST = /\bboost\b|step[- ]?up/i;
const CAN_TRANSCEIVER = /\bCAN\b.{0,40}transceiver/i;
const GATE_DRIVER = /Driver \/ FET/;
const HALF_BRIDGE = /half[- ]bridge|high[- ]?(?:side)? ?and low[- ]side/i;
const N_CHANNEL = /\bN[- ]?channel|\bN-?MOS/i;
const P_CHANNEL = /\bP[- ]?channel|\bP-?MOS/i;
const MOSFET = /^(?!.*\bJFET).*Transistor \/ FET/;
const ADC = /Analog \/ ADC/;
const DAC = /Analog \/ DAC/;
const OPTOCOUPLER = /opto[- ]?coupler|photo[- ]?coupler|\bopto\b.*; Isolator/i;
const ISOLATED_DC_DC = /isolated.*Converter \/ DCDC|isolat.*DC[-/ ]DC|DC[-/ ]DC.*isolat/i;

export const SEVENTH_BLIND_QUERIES: Readonly<Record<string, readonly RelevanceQuery[]>> = {
  'what a thing is': [
    {
      query: 'current sense amplifier',
      accept: [/Amplifier \/ Current|^(?!.*bridge).*current[- ]sens(?:e|ing) amplifier/i],
    },
    { query: 'instrumentation amplifier', accept: [/instr?umentation amplifier|Amplifier \/ Instrumentation/i] },
    { query: 'half bridge gate driver', accept: [HALF_BRIDGE, GATE_DRIVER] },
    { query: 'I2C GPIO expander', accept: [/expander|\bI\/O port\b/i, /I2C|I²C|SMBus|TWI/i] },
    { query: 'digital isolator', accept: [/digital[- ,]+isolator/i] },
    { query: 'hall effect current sensor', accept: [/hall/i, /Sensor \/ Current/] },
    { query: 'darlington transistor array', accept: [/darlington/i, /array/i] },
    { query: 'analog multiplexer', accept: [/analog/i, /multiplexer|\bmux\b/i, /Switch|4xxx|74xx/] },
    { query: 'LED matrix driver', accept: [/LED/, /matrix/i, /Driver \/ LED/] },
    { query: 'ambient light sensor', accept: [/ambient light/i] },
    { query: 'triac driver optocoupler', accept: [/opto-?triac|triac driver|phototriac/i] },
    {
      query: 'current mode PWM controller',
      accept: [/current[- ]mode/i, /PWM|SMPS|pulse[- ]width/i, /^(?!.*\bpfc\b).*controller/i],
    },
    { query: 'IGBT module', accept: [/IGBT/, /Power \/ Module/] },
    { query: 'direct digital synthesizer', accept: [/direct digital synth|\bDDS\b/i] },
    { query: 'shift register', accept: [/shift(?:\/storage)? register|\bSR\d*\b.*; (?:74xx|4xxx)/i] },
    { query: 'zener diode', accept: [/zener/i] },
  ],

  'values with units': [
    {
      query: 'LDO 3.3V 500mA',
      accept: [LDO, LINEAR_REGULATOR, /(?<![\d.])3\.3 ?V(?! input)/i, /(?<![\d.])500[- ]?mA|(?<![\d.])0\.5 ?A\b/i],
    },
    {
      query: '12V 1A linear regulator',
      accept: [/^(?!.*negative)/i, LINEAR_REGULATOR, /(?<![\d.-])12(?:\.0)? ?V/i, /(?<![\d.])1(?:\.0)? ?A\b/i],
    },
    {
      query: 'AC-DC power module 5V 1A',
      accept: [/Converter \/ ACDC/, /(?<![\d.])5(?:\.0)? ?V(?:DC)?\b/i, /(?<![\d.])1(?:\.0)? ?A\b|1000 ?mA/i],
    },
    { query: 'zener diode 5.1V', accept: [/zener/i, /(?<![\d.])5\.1 ?V/i] },
    { query: 'Schottky diode 60V 3A', accept: [/schottky/i, /(?<![\d.])60 ?V/i, /(?<![\d.])3(?:\.0)? ?A\b/i] },
    { query: 'N-channel MOSFET 100V', accept: [N_CHANNEL, MOSFET, /(?<![\d.])100 ?V Vds/i] },
    { query: 'P-channel MOSFET 30V SOT-23', accept: [P_CHANNEL, MOSFET, /(?<![\d.])30 ?V Vds/i, /(?<!T)SOT-23(?!-)/i] },
    { query: '24-bit delta sigma ADC', accept: [ADC, /^(?!.*capacitance).*(?<!\d)24[- ]?bit/i] },
    {
      query: '8 channel 12 bit ADC',
      accept: [ADC, /(?<!\d)12[- ]?bits?/i, /\b(?:8|eight)[- ]?(?:ch(?:annels?)?)\b|octal/i],
    },
    { query: '600V half-bridge driver', accept: [GATE_DRIVER, /(?<!\d)600 ?V/i, HALF_BRIDGE] },
    { query: 'hall current sensor ±50A', accept: [/hall/i, /Sensor \/ Current/, /±50 ?A/] },
    {
      query: 'isolated DC/DC converter 24V to 5V',
      accept: [
        /DC[-/ ]DC/i,
        /isolat/i,
        /24V (?:input|to)|(?:18|9)(?:\.0)?V?-(?:36|75)V|18V?-75V/i,
        /(?<![\d.±/+-])5(?:\.0)?V (?:fixed )?output|output voltage 5(?:\.0)?V|fixed 5V output|to 5V/i,
      ],
    },
    { query: 'bridge rectifier 4A', accept: [/bridge rectifier|Diode \/ Bridge/i, /(?<![\d.])4(?:\.0)? ?A\b/i] },
    { query: '64Kbit I2C EEPROM', accept: [/Memory \/ EEPROM/, /I2C/i, /(?<!\d)64 ?k/i] },
    {
      query: 'NPN transistor 80V 1A',
      accept: [/\bNPN\b/, /Transistor \/ BJT/, /(?<![\d.])80 ?V Vce/i, /(?<![\d.])1(?:\.0)? ?A Ic/i],
    },
    {
      query: 'fixed 12V step down regulator 3A',
      accept: [BUCK, /Regulator|Converter/, /(?<![\d.-])12(?:\.0)? ?V/i, /(?<![\d.])3(?:\.0)? ?A\b/i],
    },
    { query: '600W TVS diode', accept: [/\bTVS\b|transient/i, /(?<!\d)600 ?W/i] },
    {
      query: 'N-channel power MOSFET 60V Rds(on) below 5 mOhm',
      accept: [N_CHANNEL, MOSFET, /(?<![\d.])60 ?V Vds/i, /(?<![\d.])[0-4](?:\.\d+)? ?mOhm/i],
    },
    {
      query: 'RS-485 transceiver 20Mbps',
      accept: [/RS-?485/i, /(?<![\d.])20 ?Mbps/i, /transceiver|Interface \/ UART/i],
    },
    { query: 'op amp 10MHz bandwidth', accept: [OP_AMP, /(?<![\d.])10[- ]?MHz/i] },
  ],

  'packages and pins': [
    { query: '3.3V LDO SOT-23-5', accept: [LDO, LINEAR_REGULATOR, /(?<![\d.])3\.3 ?V/i, /SOT-?23-5/i] },
    { query: 'dual op amp SOIC-8', accept: [OP_AMP, DUAL, /SOIC-8\b/i] },
    { query: 'quad comparator SOIC-14', accept: [/comparator/i, QUAD, /SOIC-14/i] },
    { query: 'NPN transistor SOT-23', accept: [/\bNPN\b/, /Transistor \/ BJT/, /SOT-23(?!-)\b/] },
    { query: 'zener diode MiniMELF', accept: [/zener/i, /MiniMELF/i] },
    { query: 'N channel MOSFET D2PAK', accept: [N_CHANNEL, MOSFET, /D2PAK|TO-?263/i] },
    { query: '4 pin DIP optocoupler', accept: [OPTOCOUPLER, /DIP-?4\b/i] },
    { query: 'CAN transceiver SOIC-8', accept: [CAN_TRANSCEIVER, /SOIC-8/i] },
    { query: '5V regulator TO-92', accept: [LINEAR_REGULATOR, /(?<![\d.-])5(?:\.0)? ?V\b/i, /TO-?92/i] },
    { query: 'EEPROM TSSOP-8', accept: [/Memory \/ EEPROM/, /TSSOP-?8/i] },
    { query: 'step-down converter QFN', accept: [BUCK, /Regulator|Converter/, /QFN/i] },
    { query: 'hall sensor TO-92', accept: [/hall/i, /TO-?92/i] },
    { query: 'switching diode SOD-323', accept: [/switching diode/i, /SOD-?323/i] },
    { query: 'isolated DC-DC converter SIP', accept: [ISOLATED_DC_DC, /isolat/i, /SIP/] },
    { query: 'RS-232 driver receiver SSOP-20', accept: [/RS-?232/i, /(?<!T)SSOP-?20/i] },
  ],

  'abbreviations and their long forms': [
    { query: 'general purpose input output expander', accept: [/expander|\bI\/O port\b/i] },
    { query: 'controller area network transceiver', accept: [CAN_TRANSCEIVER] },
    { query: 'LIN bus transceiver', accept: [/\bLIN\b.*; Interface \/ CAN/i, /transceiver/i] },
    {
      query: 'switched mode power supply controller',
      accept: [/\bSMPS\b|switch(?:ed)?[- ]mode/i, /controller|switcher/i, /Regulator \//],
    },
    { query: 'ferroelectric RAM', accept: [/\bFRAM\b|F-RAM|ferroelectric/i] },
    { query: 'static random access memory', accept: [/\bSRAM\b|static RAM/i, /Memory/] },
    { query: 'electrostatic discharge protection diode', accept: [/\bESD\b/, /; Diode/] },
    { query: 'intelligent power module', accept: [/\bIPM\b|intelligent power module/i] },
    { query: 'analogue to digital converter 16 bit SPI', accept: [ADC, /(?<!\d)16[- ]?bits?/i, /\bSPI\b|serial/i] },
    { query: '12-bit D/A converter', accept: [DAC, /(?<!\d)12[- ]?bits?/i] },
    { query: 'junction field effect transistor', accept: [/JFET/, /Transistor \/ FET/] },
    { query: 'inertial measurement unit', accept: [/\bIMU\b|inertial|accelerometer.*gyro/i] },
    {
      query: 'programmable gain amplifier',
      accept: [/programmable[- ]gain.*amplifier|\bPGA\b.*; A(?:mplifier|nalog)$/i],
    },
    { query: 'digital-to-analog converter with I2C interface', accept: [DAC, /I2C|I²C|TWI/i] },
    {
      query: 'Ethernet physical layer transceiver',
      accept: [/Ethernet|10BASE/i, /\bPHY\b|physical layer|transceiver/i],
    },
    { query: 'opamp JFET input', accept: [OP_AMP, /JFET/i] },
  ],

  'manufacturer and function': [
    { query: 'Microchip I2C EEPROM', accept: [/^Microchip/, /Memory \/ EEPROM/, /I2C/i] },
    { query: 'TI buck converter', accept: [/^Texas Instruments/, BUCK, /Regulator|Converter/] },
    { query: 'ST accelerometer', accept: [/^STMicro/, /accelerometer/i] },
    { query: 'Infineon gate driver', accept: [/^Infineon/, /Driver \/ FET|gate driver/i] },
    { query: 'Vishay optocoupler', accept: [/^Vishay/, OPTOCOUPLER] },
    { query: 'Nexperia Schottky diode', accept: [/^Nexperia/, /schottky/i] },
    { query: 'Analog Devices 16-bit DAC', accept: [/^Analog Devices/, DAC, /(?<!\d)16[- ]?bits?/i] },
    { query: 'Maxim RS-485 transceiver', accept: [/^Maxim/, /RS-?485/i] },
    { query: 'onsemi PWM controller', accept: [/^onsemi/, /PWM/, /controller/i] },
    { query: 'FTDI USB to UART', accept: [/^FTDI/, /USB/, /UART/] },
    { query: 'Mean Well 12V power supply', accept: [/^MEAN WELL/, /(?<![\d.])12 ?V/i, /Converter \/ ACDC/] },
    {
      query: 'RECOM step-down regulator module',
      accept: [/^RECOM (?!.*(?<!non-)isolated)/i, /step[- ]?down|switching regulator/i],
    },
    { query: 'Traco isolated DC/DC converter', accept: [/^TRACO/, /isolat/i, /DC[-/ ]DC/i] },
    { query: 'Silicon Labs digital isolator', accept: [/^Silicon Labs/, /isolator/i] },
    { query: 'Sensirion humidity sensor', accept: [/^Sensirion/, /humidity/i] },
    { query: 'Diodes Incorporated LDO', accept: [/^Diodes/, LDO, LINEAR_REGULATOR] },
  ],

  'plain descriptions': [
    {
      query: 'USB to serial converter chip',
      accept: [
        /USB/,
        /UART|serial|RS-?232/i,
        /Interface \/ USB/,
        /^(?!.*I2S).*(?:bridge|convert|USB[- ]to|UART\/FIFO|USB-UART|USB UART)/i,
      ],
    },
    { query: 'stepper motor driver', accept: [/stepper/i, /driver|controller/i] },
    { query: 'temperature and humidity sensor', accept: [/humidity/i, /temperature/i] },
    { query: 'I2C voltage level translator', accept: [/I2C|SMBus/i, /level[- ](?:shift|translat)/i] },
    {
      query: 'power supply module from mains to 5V',
      accept: [/Converter \/ ACDC/, /(?<![\d.])5(?:\.0)? ?V(?:DC)?\b/i],
    },
    { query: 'class D amplifier for speakers', accept: [/^(?!.*gate driver).*class[- ]D/i, /ampl/i] },
    { query: 'infrared remote control receiver', accept: [/IR receiver|infrared receiver|remote control systems/i] },
    { query: 'relay driver', accept: [/relay driver|Driver \/ Relay|relays.*; Transistor/i] },
    { query: 'low noise voltage regulator', accept: [/low[- ]?noise/i, LINEAR_REGULATOR] },
    {
      query: 'boost converter to get 5V from a battery',
      accept: [BOOST, /Regulator \/ Switch/, /(?<![\d.-]|at )5(?:\.0)? ?V\b(?! ?in)|adj/i],
    },
    { query: 'switching replacement for 7805', accept: [/78xx/i, /(?<![\d.-])5(?:\.0)? ?V (?:fixed )?output/i] },
    { query: 'brushed DC motor driver H-bridge', accept: [/H-?bridge|full[- ]?bridge|half-?H|brushed/i, /motor/i] },
    { query: 'capacitive touch button sensor', accept: [/touch|capsense/i, /Sensor \/ Touch/] },
    {
      query: 'digital temperature sensor with I2C',
      accept: [/Sensor \/ (?:Temp|Humid)/, /I2C|I²C|SMBus|TWI|(?:two|2)[- ]wire|\bLM75/i],
    },
    { query: 'negative voltage regulator', accept: [/negative/i, LINEAR_REGULATOR] },
    { query: 'energy metering IC', accept: [/energy (?:meter|measure|accum)/i] },
  ],

  'plural and singular': [
    {
      query: 'optocouplers with transistor output',
      accept: [OPTOCOUPLER, /; Isolator/, /transistor|\bNPN\b|\bVCEO?\b|darlington/i],
    },
    { query: 'photodiodes', accept: [/photo[- ]?diode/i] },
    { query: 'MEMS microphones', accept: [/MEMS/i, /microphone/i] },
    { query: 'hex inverters with Schmitt trigger', accept: [/hex/i, /inverter|\binv\b/i, /schmitt/i] },
    { query: 'D flip-flops', accept: [/^(?!.*latch).*(?:\bD(?:[- ]type)? +flip|\bDFF\d*\b)/i] },
    { query: 'accelerometers', accept: [/accelerometer/i] },
    { query: '3.3V CAN transceivers', accept: [CAN_TRANSCEIVER, /(?<![\d.])3\.3 ?V/i] },
    { query: 'differential line drivers', accept: [/differential/i, /line driver|\bdriver/i, /Interface/] },
    { query: 'power MOSFETs 30V N-channel', accept: [N_CHANNEL, MOSFET, /(?<![\d.-])30 ?V Vds/i] },
    { query: 'XOR gates', accept: [/^(?!.*xnor).*\bXOR/i] },
    { query: 'hall effect switches', accept: [/hall/i, /\bswitch/i, /Sensor \/ Magnetic/] },
    { query: 'SPDT analog switches', accept: [/SPDT/, /Analog \/ Switch/] },
    { query: 'adjustable LDO regulators', accept: [LDO, LINEAR_REGULATOR, /adj|variable/i] },
    { query: '4-bit counters', accept: [/counter/i, /\b4[- ]?bit|CNT4/i] },
    { query: 'pressure sensors', accept: [/pressure|barometer/i, /Sensor/] },
    { query: 'solid state relays', accept: [/solid[- ]?state/i] },
    { query: 'USB hubs', accept: [/USB/, /^(?!.*xHCI).*\bhub/i] },
  ],
};
