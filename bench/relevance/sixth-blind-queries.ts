/**
 * The same families a sixth time, written only from the parts. Its author had read neither the rules of search nor the queries of another set.
 */
import type { RelevanceQuery } from './accepted.ts';

const DUAL = /\bdual\b|\b2[- ]?(?:ch(?:annels?)?|circuits?)\b/i;
const QUAD = /\bquad\b|\bquadruple\b|\b4[- ]?(?:ch(?:annels?)?|circuits?)\b/i;
const OP_AMP = /op[- ]?amps?\b|operational amplifier|Amplifier \/ Operational/i;
const LINEAR_REGULATOR = /Regulator \/ Linear/;
const OUTPUT_3V3 = /(?<![\d.])\+?3\.3 ?V(?! ?(?:in|supply|to|[-~]))/i;

export const SIXTH_BLIND_QUERIES: Readonly<Record<string, readonly RelevanceQuery[]>> = {
  'what a thing is': [
    { query: 'thermocouple amplifier', accept: [/thermocouple/i] },
    { query: 'power factor correction controller', accept: [/\bPFC\b|power[- ]factor/i, /controller|corrector/i] },
    { query: 'MEMS microphone', accept: [/microphone/i, /Sensor \/ Audio/] },
    { query: 'capacitive touch controller', accept: [/Sensor \/ Touch|capacitive touch/i] },
    { query: 'sample and hold amplifier', accept: [/sample[- ](?:and[- ]|& ?)?hold/i] },
    { query: 'charge pump voltage inverter', accept: [/charge[- ]pump|switched[- ]capacitor/i, /invert|negative/i] },
    { query: 'phase locked loop with VCO', accept: [/\bPLL\b|phase[- ](?:locked|comp)/i, /\bVCO\b|4046|oscillator/i] },
    { query: 'ferroelectric memory', accept: [/\bF-?RAM\b|ferroelectric/i] },
    { query: 'thermoelectric cooler driver', accept: [/\bTEC\b|thermoelectric|peltier/i] },
    { query: 'reflective optical sensor', accept: [/reflective/i, /optical|opto/i] },
  ],
  'values with units': [
    {
      query: 'buck regulator 3 A 5 V fixed output',
      accept: [
        /buck|step[- ]?down|switching/i,
        /(?<![\d.-])3(?:\.0)? ?A(?:mps?)?\b/i,
        /(?<![\d.~-])5(?:\.0)? ?V\b(?! ?in)/i,
        /Regulator \/ Switching/,
      ],
    },
    {
      query: 'zener diode 12V 500mW',
      accept: [/zener/i, /(?<![\d.])12(?:\.0)? ?V\b/i, /(?<![\d.])(?:500 ?mW|0\.5 ?W)\b/i],
    },
    {
      query: '100 V N-channel MOSFET with Rds(on) under 5 mOhm',
      accept: [
        /\bN[- ]?(?:channel|ch|MOS)/i,
        /(?<![\d.-])100 ?V\b/i,
        /(?<![\d.])[0-4](?:\.\d+)? ?m ?(?:ohms?|Ω)/i,
        /Transistor \/ FET/,
      ],
    },
    {
      query: '16-bit ADC 8 channels',
      accept: [/Analog \/ ADC/, /(?<![\d.])16[- ]?bits?\b/i, /\b(?:8|eight)[- ]?ch(?:annels?)?\b|\boctal\b/i],
    },
    {
      query: 'LDO 1.8 V 150 mA',
      accept: [LINEAR_REGULATOR, /(?<![\d.-])\+?1\.8 ?V(?! ?(?:to|[-~]))/i, /(?<!\d)150 ?mA\b/i],
    },
    {
      query: '24 V to 5 V isolated DC-DC 1 W',
      accept: [
        /isol|Converter \/ DCDC/i,
        /(?<![\d.])24 ?V(?: input|in\b| in\b)|24 ?V to 5 ?V|input(?: voltage)? 24 ?V/i,
        /(?<![\d.±])\+?5 ?V\b/i,
        /(?<![\d.])1 ?W\b|(?<!\d)200 ?mA\b/i,
      ],
    },
    {
      query: 'hall current sensor ±50 A',
      accept: [/Sensor \/ Current/, /(?<![\d.])(?:±|\+\/?-) ?50(?:\.0)? ?A\b/i],
    },
    {
      query: '64 kbit I2C EEPROM',
      accept: [/EEPROM/, /(?<![\d.])64 ?K(?:i?b|bits?)\b/i, /I2C|I²C|two[- ]wire/i],
    },
    {
      query: 'RS-485 transceiver 20 Mbps',
      accept: [/RS-?485/i, /(?<![\d.])20 ?(?:Mbps|Mb\/s|Mbit)/i, /transceiver/i],
    },
    {
      query: 'bridge rectifier 4A 600V',
      accept: [
        /bridge/i,
        /(?<![\d.])4(?:\.0)? ?A\b/i,
        /(?<![\d.])(?:600 ?V\b|420 ?V ?(?:rms|vrms))/i,
        /Diode \/ Bridge/,
      ],
    },
  ],
  'packages and pins': [
    {
      query: 'dual op amp MSOP-8',
      accept: [DUAL, OP_AMP, /MSOP-?8|(?:uMAX|µMAX)-?8/i],
    },
    {
      query: 'PNP transistor in SOT-23',
      accept: [/\bPNP\b/, /(?<![T])SOT-?23(?!-?[568])/i, /Transistor \/ BJT/],
    },
    {
      query: 'CAN transceiver DFN-8',
      accept: [/(?<!\/ )\bCAN\b(?! \/)/, /transceiver/i, /DFN-?8|VSON-?8|HVSON-?8|SON-?8/i],
    },
    {
      query: 'through hole 5V regulator TO-220',
      accept: [LINEAR_REGULATOR, /TO-?220/i, /(?<![\d.-])\+?5(?:\.0)? ?V\b/i, /^(?!.*negative)/i],
    },
    {
      query: 'schottky diode SOD-123',
      accept: [/schottky/i, /SOD-?123/i],
    },
    {
      query: '16-pin DIP darlington array',
      accept: [/darlington/i, /array/i, /P?DIP-?16/i],
    },
    {
      query: 'N-channel MOSFET TO-220',
      accept: [/\bN[- ]?(?:channel|ch|MOS)/i, /TO-?220/i, /Transistor \/ FET/],
    },
    {
      query: 'optocoupler SMD 4 pin',
      accept: [
        /Isolator/,
        /opto|photo|coupler/i,
        /(?:SMD|SMT|SO|SOP|SSOP|SOIC|LSOP|MFP|Mini-?Flat)[- ]?(?:DIP)?-?4L?\b/i,
      ],
    },
    {
      query: 'I2C port expander TSSOP-24',
      accept: [/I2C|I²C|SMBus/i, /expander|I\/O port/i, /TSSOP-?24/i],
    },
    {
      query: 'digital isolator wide body SOIC-16',
      accept: [/digital[, ]+isolator/i, /SO(?:IC)?-?16-?W|\bISO\d+\w*DW\b|wide/i],
    },
  ],
  'abbreviations and their long forms': [
    {
      query: 'instr amp rail to rail',
      accept: [/instr?umentation/i, /rail[- ]to[- ]rail|\bRR(?:IO|O)?\b|\brtor\b/i],
    },
    {
      query: 'IMU',
      accept: [/\bIMU\b|inertial measurement|inertial module|9[- ]axis|6[- ]axis|accelerometer.*gyroscope/i],
    },
    {
      query: 'pulse width modulation controller current mode',
      accept: [/\bPWM\b|pulse[- ]width/i, /current[- ]mode/i, /controller|Regulator \/ Controller/i],
    },
    {
      query: 'insulated gate bipolar transistor module',
      accept: [/\bIGBT\b|insulated[- ]gate/i, /Transistor \/ Power \/ Module/],
    },
    { query: 'PHY RMII', accept: [/\bPHY\b|physical layer/i, /\bRMII\b/i] },
    {
      query: 'first in first out USB interface',
      accept: [/\bFIFO\b/i, /\bUSB\b/i],
    },
    {
      query: 'universal asynchronous receiver transmitter to USB bridge',
      accept: [/\bUSB\b/i, /\bUART\b|\bserial\b/i, /Interface \/ USB/],
    },
    {
      query: 'synchronous DRAM',
      accept: [/\bSDRAM\b|synchronous DRAM|\bLPDDR/i],
    },
    {
      query: 'SPST analog sw low Ron',
      accept: [
        /\bSPST\b/i,
        /Analog \/ Switch/,
        /(?<![\d.])(?:10|\d(?:\.\d+)?) ?Ohms?\b|\dm ?Ohms?\b|low on[- ]resist/i,
      ],
    },
    {
      query: 'low voltage differential signaling driver',
      accept: [/\bLVDS\b|low[- ]voltage differential sign/i, /driver/i],
    },
  ],
  'manufacturer and function': [
    { query: 'Allegro hall switch', accept: [/Allegro/, /hall[- ]effect switch/i] },
    { query: 'Sensirion humidity sensor', accept: [/Sensirion/, /humidity/i] },
    {
      query: 'TI current shunt monitor',
      accept: [/Texas Instruments/, /shunt monitor|current[- ](?:sense|shunt|monitor)/i],
    },
    { query: 'Vishay infrared receiver', accept: [/Vishay/, /\bIR\b|infrared/i, /receiver/i] },
    { query: 'FTDI USB serial converter', accept: [/FTDI/, /UART|serial|RS-?232/i] },
    {
      query: 'Microchip ethernet controller',
      accept: [/Microchip/, /ethernet|\bPHY\b/i, /controller|single chip/i],
    },
    {
      query: 'Traco AC/DC power module 12V',
      accept: [/TRACO/i, /AC[-/ ]?DC/i, /(?<![\d.±])\+?12 ?V\b/i],
    },
    {
      query: 'Infineon half bridge gate driver',
      accept: [/Infineon/, /half[- ]bridge|high and low side|high[- ]side and low/i, /driver/i],
    },
    {
      query: 'Winbond serial flash',
      accept: [/Winbond/, /flash/i, /serial|SPI/i],
    },
    {
      query: 'Nexperia P-channel MOSFET',
      accept: [/Nexperia/, /\bP[- ]?(?:channel|ch|MOS)/i, /Transistor \/ FET/],
    },
  ],
  'plain descriptions': [
    {
      query: 'something to measure how much electricity a house uses',
      accept: [/energy (?:meter|measurement|accumul)/i],
    },
    {
      query: 'chip that tells how far away an object is',
      accept: [/ToF\b|distance|ranging|(?<!\/ ?)proximity/i, /Sensor/],
    },
    {
      query: 'part that makes a phone or controller vibrate',
      accept: [/haptic/i],
    },
    {
      query: 'chip to drive a stepper motor',
      accept: [/stepper/i, /driver|controller/i],
    },
    {
      query: 'wall power to 5 volts DC module for a circuit board',
      accept: [/AC[-/ ]?DC/i, /(?<![\d.±])\+?5 ?V\b/i, /Converter \/ ACDC/],
    },
    {
      query: 'chip that measures air pressure for altitude',
      accept: [/pressure|barometer|altimet/i, /Sensor/],
    },
    {
      query: 'keep settings when the power is off, small memory on two wires',
      accept: [/EEPROM|FRAM|EERAM/i, /I2C|I²C|two[- ]wire/i, /Memory/],
    },
    {
      query: 'relay that a microcontroller can switch for a 230 V lamp',
      accept: [/Relay \/ SolidState|SPDT relay/i, /^(?!.*Vdrm 250 ?V)/],
    },
    {
      query: 'amplifier for a small loudspeaker',
      accept: [
        /Amplifier \/ Audio/,
        /amplifier(?! with AGC)|mono BTL/i,
        /(?<![\d.])[012]?\d(?:\.\d+)?[ -]?W(?:atts?)?\b|low voltage audio power|dual audio power|portable/i,
      ],
    },
    {
      query: 'protect a data line against static discharge',
      accept: [/\bESD\b|electrostatic|\bTVS\b|transient|port protection/i, /(?:; Diode|; Interface \/ HDMI)$/],
    },
  ],
  'plural and singular': [
    { query: 'accelerometers', accept: [/accelerometer/i] },
    { query: 'optocouplers with darlington output', accept: [/Isolator/, /darlington/i] },
    { query: 'shift registers', accept: [/shift[- ]?reg|serial(?:-in)?[^;]*register|\bSR\d*\b/i, /74xx|4xxx/] },
    { query: 'bar graphs', accept: [/bar[- ]?graph|LED arrays?|dot\/bar/i] },
    { query: 'phototransistors', accept: [/photo-?transistor/i, /Sensor \/ Optical/] },
    { query: 'hex inverters', accept: [/hex/i, /invert/i, /74xx|4xxx/] },
    { query: 'instrumentation amplifiers single supply', accept: [/instr?umentation/i, /single[- ]supply/i] },
    { query: 'current loop transmitters', accept: [/current[- ]loop/i] },
    { query: 'quad comparators', accept: [QUAD, /; Comparator$/] },
    {
      query: '3.3 volt linear regulators with enable',
      accept: [LINEAR_REGULATOR, OUTPUT_3V3, /(?<!without )enable|shut-?down|disable|inhibit/i],
    },
  ],
};
