/**
 * Abbreviations of the field and what they stand for: a record that says one is also found by the other. Exact equivalents only, each with
 * where it is written: a wider word (a regulator for an LDO, a switching supply for a buck converter) would show what was not meant. Add a line,
 * deploy, and run `admin -- items reindex`. What each finds is measured by bench/relevance/each-abbreviation.ts. Of every page named the passage
 * was read, in a stored copy, that uses both forms for one thing; of two pages each says a part, and the same words with a hyphen, a space or
 * neither count as one. No page was found for `rcpt`.
 */
import type { WordLine } from './word-table.ts';

export interface Abbreviation extends WordLine {
  readonly source: string;
}

const WIKIPEDIA = 'https://en.wikipedia.org/wiki/';
const JEDEC = 'https://www.jedec.org/standards-documents/dictionary/terms/';
const MAXIM = 'https://www.maximintegrated.com/en/glossary/definitions.mvp/';
const MICROCHIP = 'https://onlinedocs.microchip.com/oxy/';
const ENGINEERING = 'http://www.dictionaryofengineering.com/definition/';
const BABYLON = 'http://www.babylon.com/definition/';
/** How a distributor shortens the words of its descriptions, beside the families of its parts. */
const DISTRIBUTOR = 'https://github.com/Digi-Key/digikey-kicad-library/blob/master/digikey-symbols/';
const STEP_DOWN = 'https://robu.in/product-category/electronic-module/voltage-regulator/step-down-buck-converter/';
const OPTOTRIAC =
  'https://infinitelexicon.com/optotriac and https://www.digikey.hk/en/ptm/v/vishay-semiconductor-opto-division/vo22233a-phototriacs/tutorial?slide=4';
const NONVOLATILE = 'http://www.glossary.com/reference.php?q=Nonvolatile+random+access+memory';
const THERMISTORS =
  'https://nl.rs-online.com/web/c/switches/industrial-switches/thermistors/?applied-dimensions=4294964717';
const TERMS = 'https://www.scribd.com/document/759265358/IMPORTANT-ELECTRONICS-TERMS';
const INTEL = 'https://software.intel.com/pt-br/node/721539';
const SWITCHES = 'http://www.westmarine.com/WestAdvisor/Switches';
const EPFL = 'https://graphsearch.epfl.ch/en/publication/';
/** In many descriptions; no page was found that says so. */
const COMMON_USAGE = 'common usage';

export const ABBREVIATIONS: readonly Abbreviation[] = [
  {
    short: 'ldo',
    equivalents: ['low dropout', 'low drop out', 'low drop'],
    source: `${WIKIPEDIA}Low-dropout_regulator and https://bitbucket.org/gamerka/hobbies/downloads/LD1117V33.pdf`,
  },
  {
    short: 'opamp',
    equivalents: ['op amp', 'operational amplifier'],
    source: 'https://wiki.cern.ch/index.php?oldid=12248&title=Op-amp',
  },
  {
    short: 'mcu',
    equivalents: ['microcontroller', 'micro controller'],
    source: 'https://www.pcmag.com/encyclopedia/term/microcontroller',
  },
  {
    short: 'adc',
    equivalents: ['analog to digital converter', 'analog digital converter', 'a d converter'],
    isWhole: true,
    source: `${JEDEC}analog-digital-ad-converter-adc and https://findwords.info/term/analog-to-digital%20converter`,
  },
  {
    short: 'dac',
    equivalents: ['digital to analog converter', 'digital analog converter', 'd a converter'],
    isWhole: true,
    source: `${MAXIM}terms/D and http://findwords.info/term/digital-to-analog%20converter`,
  },
  { short: 'rtc', equivalents: ['real time clock', 'realtime clock'], source: `${MAXIM}term/RTCs/gpk/253` },
  { short: 'pga', equivalents: ['programmable gain amplifier'], source: `${WIKIPEDIA}Programmable-gain_amplifier` },
  {
    short: 'mux',
    equivalents: ['multiplexer', 'multiplexor'],
    source: 'https://www.webopedia.com/definitions/multiplexor/',
  },
  {
    short: 'demux',
    equivalents: ['demultiplexer', 'demultiplexor'],
    source: `${BABYLON}demux/English and https://infinitelexicon.pages.dev/demultiplexor`,
  },
  {
    short: 'pwm',
    equivalents: ['pulse width modulation'],
    source: `${MICROCHIP}GUID-35A12E90-B277-44F3-AD8B-A8DB2F98C33D-en-US-1/GUID-940F6871-D0C9-4189-BB34-5ADF2A8E30AA.html`,
  },
  {
    short: 'uart',
    equivalents: ['universal asynchronous receiver transmitter'],
    source: `${JEDEC}universal-asynchronous-receiver-transmitter-uart`,
  },
  {
    short: 'spi',
    equivalents: ['serial peripheral interface'],
    source: 'https://foldoc.org/Serial+Peripheral+Interface',
  },
  {
    short: 'i2c',
    equivalents: ['inter integrated circuit', 'iic'],
    source: 'http://fd.lod.bz/rbil/i2c/other/i0f.html',
  },
  {
    short: 'can',
    equivalents: ['controller area network'],
    source: 'https://prod.sick.com/us/en/glossary/can/g/p529847',
  },
  {
    short: 'fet',
    equivalents: ['field effect transistor'],
    kinds: ['mosfet', 'jfet'],
    source:
      'http://www.diracdelta.co.uk/science/source/f/i/field%20effect%20transistor/source.html and http://dictionary.infoplease.com/field-effect-transistor',
  },
  // "Amp" is the ampere too, so that "amplifier" does not ask for it.
  { short: 'amp', equivalents: [], kinds: ['amplifier'], source: 'https://www.etymonline.com/search?q=amp' },
  {
    short: 'bjt',
    equivalents: ['bipolar junction transistor'],
    source: `${MAXIM}term/Bipolar-Junction-Transistor/gpk/963`,
  },
  {
    short: 'igbt',
    equivalents: ['insulated gate bipolar transistor'],
    source: `${ENGINEERING}igbt.html`,
  },
  {
    short: 'scr',
    equivalents: ['silicon controlled rectifier'],
    source: 'http://www.aiche.org/ccps/glossary/process-safety-glossary/scr-silicon-controlled-rectifier',
  },
  { short: 'led', equivalents: ['light emitting diode'], source: `${ENGINEERING}led.html` },
  {
    short: 'fpga',
    equivalents: ['field programmable gate array'],
    source: 'http://wiki.sjtag.org/index.php?title=Glossary:Field_Programmable_Gate_Array',
  },
  {
    short: 'cpld',
    equivalents: ['complex programmable logic device'],
    source: 'http://wiki.midibox.org/doku.php?id=cpld',
  },
  { short: 'dsp', equivalents: ['digital signal processor'], source: 'https://beckwithelectric.com/glossary/dsp/' },
  {
    short: 'ssr',
    equivalents: ['solid state relay'],
    source: 'https://ntchip.com/product/category/solid-state-relays-relays/p_128',
  },
  {
    short: 'tvs',
    equivalents: ['transient voltage suppressor'],
    source: 'https://www.digikey.com/en/products/filter/circuit-protection/144?s=N4IgTCBcDaIOoBkDCBlACgFhAXQL5A',
  },
  {
    short: 'pll',
    equivalents: ['phase locked loop'],
    source: 'http://www.prismsound.com/define.php?term=Phase_Locked_Loop',
  },
  {
    short: 'vco',
    equivalents: ['voltage controlled oscillator'],
    source: 'https://www.minicircuits.com/appdoc/AN95-003.html',
  },
  {
    short: 'imu',
    equivalents: ['inertial measurement unit'],
    source: 'https://www.iotone.com/term/inertial-measurement-unit/t298',
  },
  {
    short: 'poe',
    equivalents: ['power over ethernet'],
    source: 'http://www.pcmag.com/encyclopedia_term/0%2C2542%2Ct%3DPOE&i%3D49437%2C00.asp',
  },
  {
    short: 'pfc',
    equivalents: ['power factor correction'],
    source: 'https://www.electronicon.com/en/support/glossary/term/leistungsfaktorkorrektur',
  },
  {
    short: 'eeprom',
    equivalents: ['e2prom', 'electrically erasable programmable read only memory'],
    isWhole: true,
    source: `http://www.liquisearch.com/eeprom and ${INTEL}`,
  },
  { short: 'eprom', equivalents: ['erasable programmable read only memory'], isWhole: true, source: TERMS },
  { short: 'lcd', equivalents: ['liquid crystal display'], source: `${ENGINEERING}lcd.html` },
  {
    short: 'io',
    equivalents: ['i o', 'input output'],
    source: 'https://www.abbreviations.com/serp.php?st=Input%2FOutput',
  },
  {
    short: 'gpio',
    equivalents: ['general purpose io', 'general purpose i o', 'general purpose input output'],
    source: `${MICROCHIP}GUID-57D3515A-D13A-4FB6-B2E6-46A8E304CC60-en-US-9/GUID-A6CDED77-BBB2-4E0B-A4B1-0A155899B018.html`,
  },
  {
    short: 'dcdc',
    equivalents: ['dc dc', 'dc to dc'],
    isWhole: true,
    source: `https://product.torexsemi.com/en/technical-support/techinfo/doc_4357 and ${STEP_DOWN}`,
  },
  {
    short: 'acdc',
    equivalents: ['ac dc', 'ac to dc'],
    isWhole: true,
    source: 'http://www.power-supplies.net/ac-to-dc-converter/',
  },
  { short: 'buck', equivalents: ['step down', 'stepdown'], source: STEP_DOWN },
  {
    short: 'boost',
    equivalents: ['step up', 'stepup'],
    source:
      'http://productsearch.machinedesign.com/LearnMore/Semiconductors/Power_Management_Chips/IC_Switching_Voltage_Regulators',
  },
  {
    short: 'optocoupler',
    equivalents: ['opto coupler', 'opto isolator', 'optoisolator', 'photocoupler', 'photo coupler'],
    kinds: ['opto triac', 'optotriac', 'phototriac', 'photo triac'],
    source: `https://en.wikipedia.org/wiki/?oldid=1185294674&title=Opto-isolator and ${OPTOTRIAC}`,
  },
  { short: 'optotriac', equivalents: ['opto triac', 'phototriac', 'photo triac'], source: OPTOTRIAC },
  { short: 'flipflop', equivalents: ['flip flop'], source: 'http://ed.mdict.net/k472871.html' },
  {
    short: 'ir',
    equivalents: ['infrared', 'infra red'],
    source: 'http://dict.org/bin/Dict?Form=Dict2&Database=*&Query=infrared',
  },
  {
    short: 'fram',
    equivalents: ['ferroelectric ram', 'f ram', 'feram', 'ferroelectric memory'],
    source: `${WIKIPEDIA}Ferroelectric_RAM and https://helpleft.com/en/technology/what-is-ferroelectric-memory.html`,
  },
  { short: 'nonvolatile', equivalents: ['non volatile'], source: NONVOLATILE },
  {
    short: 'nvram',
    equivalents: ['non volatile ram', 'nonvolatile ram', 'nv ram'],
    source: `${NONVOLATILE} and http://ed.newdu.com/k1361049.html`,
  },
  {
    short: 'sram',
    equivalents: ['static ram'],
    source: 'http://www.electronics-manufacturers.com/products/computer-hardware/computer-memory/sram/',
  },
  {
    short: 'dram',
    equivalents: ['dynamic ram', 'dynamic random access memory'],
    source: `https://archive.eetasia.com/forum.eetasia.com/TAGS/sram.HTM and ${TERMS}`,
  },
  {
    short: 'esd',
    equivalents: ['electrostatic discharge', 'electro static discharge', 'static discharge'],
    source: `http://www.dallassemiconductor.com/glossary/ESD and ${ENGINEERING}electrostatic-discharge.html`,
  },
  {
    short: 'lvds',
    equivalents: ['low voltage differential signaling', 'low voltage differential signalling'],
    source: 'https://www.microchip.com/en-us/products/fpgas-and-plds/ip-core-tools/lvds-rx-7-1',
  },
  { short: 'ntc', equivalents: ['negative temperature coefficient'], source: THERMISTORS },
  { short: 'ptc', equivalents: ['positive temperature coefficient'], source: THERMISTORS },
  {
    short: 'mov',
    equivalents: ['metal oxide varistor'],
    source: 'https://socay.com/english/goods/list/index/id/175.html',
  },
  {
    short: 'usb',
    equivalents: ['universal serial bus'],
    source: 'https://www.lexico.com/en/definition/universal_serial_bus',
  },
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
    source:
      'https://wiki.st.com/stm32mpu-ecosystem-v5/wiki/IO_expander_hardware_components and https://mbb.eet-china.com/download/d_85980.html',
  },
  {
    short: 'chargepump',
    equivalents: ['charge pump', 'switched capacitor converter', 'switched capacitor voltage converter'],
    source: 'https://ti.com/product/MAX660',
  },
  { short: 'liion', equivalents: ['li ion', 'lithium ion'], source: `${BABYLON}Lithium-Ion_battery/English` },
  { short: 'conn', equivalents: ['connector'], source: 'https://connectorbook.com/glossary.html' },
  { short: 'rcpt', equivalents: ['receptacle'], source: COMMON_USAGE },
  { short: 'xtal', equivalents: ['crystal'], source: 'https://www.urbandictionary.com/define.php?term=xtal' },
  {
    short: 'adj',
    equivalents: ['adjustable'],
    source: `${DISTRIBUTOR}dk_PMIC-Voltage-Regulators-Linear.dcm and https://pdf.datasheet.directory/c6de790d/st.com/LM317BT.txt`,
  },
  { short: 'accel', equivalents: ['accelerometer'], source: `${DISTRIBUTOR}dk_Motion-Sensors-Accelerometers.lib` },
  // SMT is the technology and SMD the device; in the description of a part each says how it is mounted.
  {
    short: 'smd',
    equivalents: ['surface mount', 'smt', 'surface mounted'],
    source: 'https://www.tmatlantic.com/encyclopedia/index.php?ELEMENT_ID=49699',
  },
  { short: 'tht', equivalents: ['through hole', 'thru hole'], source: `${BABYLON}THT/English` },
  {
    short: 'pot',
    equivalents: ['potentiometer'],
    source: 'https://stevenengineering.com/product-category/switches/potentiometers/',
  },
  { short: 'conv', equivalents: ['converter'], source: `${DISTRIBUTOR}dk_PMIC-RMS-to-DC-Converters.lib` },
  {
    short: 'temp',
    equivalents: ['temperature'],
    source: 'http://tratu.coviet.vn/hoc-tieng-anh/chi-tiet-tu-dien/all/temperature.html',
  },
  { short: 'ble', equivalents: ['bluetooth low energy'], source: `${WIKIPEDIA}Bluetooth_Low_Energy` },
  { short: 'wifi', equivalents: ['wi fi'], source: 'https://www.lifewire.com/what-is-wi-fi-2377430' },
  {
    short: 'phy',
    equivalents: ['physical layer transceiver'],
    source: 'http://www.denx.de/wiki/view/DULG/PHY?skin=print',
  },
  {
    short: 'mosfet',
    equivalents: ['metal oxide semiconductor field effect transistor', 'mos fet'],
    isWhole: true,
    source: `${EPFL}135570/concepts?page=2`,
  },
  {
    short: 'ipm',
    equivalents: ['intelligent power module'],
    isWhole: true,
    source: 'https://techweb.rohm.co.jp/product/power-device/igbt/igbt-basic/11026/',
  },
  {
    short: 'deltasigma',
    equivalents: ['delta sigma', 'sigma delta'],
    isWhole: true,
    source: 'https://ti.com/lit/SLAA957',
  },
  {
    short: 'dff',
    equivalents: ['d flip flop', 'd flipflop', 'd type flip flop', 'd type flipflop'],
    source: 'https://infinitelexicon.pages.dev/DFFs',
  },
  {
    short: 'jfet',
    equivalents: ['junction field effect transistor', 'junction fet'],
    source: 'http://www.mxim.com/glossary/JFET',
  },
  {
    short: 'sdram',
    equivalents: ['synchronous dynamic ram', 'synchronous dram', 'synchronous dynamic random access memory'],
    source: `${EPFL}139479/concepts?page=2`,
  },
  { short: 'spst', equivalents: ['single pole single throw'], source: SWITCHES },
  { short: 'spdt', equivalents: ['single pole double throw'], source: SWITCHES },
  { short: 'dpst', equivalents: ['double pole single throw'], source: SWITCHES },
  { short: 'dpdt', equivalents: ['double pole double throw'], source: SWITCHES },
  { short: 'sar', equivalents: ['successive approximation'], source: 'https://www.electronics-course.com/sar-adc' },
  // The singular of MEMS, as it is filed.
  {
    short: 'mem',
    equivalents: ['micro electro mechanical', 'micro electromechanical', 'microelectromechanical'],
    source:
      'http://ed.mdict.net/k1737261.html, https://www.advancednavigation.com/glossary/mems and https://foldoc.org/MEMS',
  },
  {
    short: 'fifo',
    equivalents: ['first in first out'],
    source:
      'https://docs.qualcomm.com/bundle/publicresource/80-80022-7/topics/acronyms_and_terms.md?product=895724676033554725&latest=true&facet=Sensors',
  },
  {
    short: 'otp',
    equivalents: ['one time programmable'],
    source:
      'https://docs.qualcomm.com/bundle/publicresource/80-88500-1/topics/116_Acronyms_and_terms.md?product=1601111740013082',
  },
  { short: 'bcd', equivalents: ['binary coded decimal'], source: 'https://ignys.co.uk/the-a-to-z-of-electronics/' },
  {
    short: 'bldc',
    equivalents: ['brushless dc'],
    source: 'https://www.electricalexams.co/brushless-motor-doesnt-have/',
  },
  {
    short: 'uvlo',
    equivalents: ['undervoltage lockout', 'under voltage lockout'],
    source: 'https://a.osmarks.net/content/wikipedia_en_all_maxi_2020-08/A/Undervoltage-Lockout',
  },
  { short: 'smbus', equivalents: ['system management bus'], source: 'https://www.webopedia.com/definitions/smbus/' },
  {
    short: 'lin',
    equivalents: ['local interconnect network'],
    source: 'https://www.picoauto.com/library/picoscope/lin',
  },
  { short: 'tof', equivalents: ['time of flight'], source: 'https://www.sensortips.com/tag/time-of-flight/' },
  { short: 'emi', equivalents: ['electromagnetic interference'], source: INTEL },
  { short: 'hdmi', equivalents: ['high definition multimedia interface'], source: INTEL },
  {
    short: 'tec',
    equivalents: ['thermoelectric cooler', 'thermo electric cooler', 'peltier'],
    source: 'https://forum.allaboutcircuits.com/threads/commonly-used-acronyms-and-synonyms-in-electronics.194725/',
  },
];
