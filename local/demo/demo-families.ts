/**
 * The material of the demo index: fictional manufacturers, and families of products with the values that a product of
 * the family may have. generate-demo-items.ts combines them into items.
 */

type OneOrMore<T> = readonly [T, ...T[]];

export interface DemoManufacturer {
  readonly manufacturer: string;
  /** Set only if it differs from the manufacturer. */
  readonly brand?: string;
  /** Domain under `.example`, which is reserved and never resolves. */
  readonly domain: string;
  readonly country: string;
}

export interface DemoFamily {
  readonly noun: string;
  readonly category: string;
  /** First characters of the part numbers. */
  readonly series: string;
  /** Eight digits; a code that ends in pairs of zeros names only a class or a family. */
  readonly unspscCodes: OneOrMore<string>;
  readonly hsCode: string;
  readonly manufacturers: OneOrMore<DemoManufacturer>;
  readonly specifications: Readonly<Record<string, OneOrMore<string>>>;
  readonly keywords: readonly string[];
  /** The lightest and heaviest weight, in grams. */
  readonly weightGrams: readonly [number, number];
  /** Length, width and height in millimeters. @param between draws a number between two */
  readonly millimetres: (
    specifications: Readonly<Record<string, string>>,
    between: (least: number, most: number) => number,
  ) => readonly [number, number, number];
  /** Two specifications with values that belong together by position: the second follows the first. */
  readonly together?: readonly [string, string];
}

const BRENHOLT: DemoManufacturer = {
  manufacturer: 'Brenholt Fastenings Inc.',
  brand: 'Brenholt',
  domain: 'brenholt',
  country: 'US',
};
const QUELLMAR: DemoManufacturer = {
  manufacturer: 'Quellmar Pumpen GmbH',
  brand: 'Quellmar',
  domain: 'quellmar',
  country: 'DE',
};
const TARNVIK: DemoManufacturer = {
  manufacturer: 'Tarnvik Tools AB',
  brand: 'Tarnvik',
  domain: 'tarnvik',
  country: 'SE',
};
const OSSPRYDE: DemoManufacturer = {
  manufacturer: 'Oss & Pryde Electric Ltd',
  brand: 'VoltHarbour',
  domain: 'osspryde',
  country: 'GB',
};
const LAVENNE: DemoManufacturer = {
  manufacturer: 'Robinetterie Lavenne S.A.',
  brand: 'Lavenne',
  domain: 'lavenne',
  country: 'FR',
};
const KESTMOOR: DemoManufacturer = { manufacturer: 'Kestmoor Bearings', domain: 'kestmoor', country: 'GB' };
const YARROWBY: DemoManufacturer = {
  manufacturer: 'Yarrowby Lighting Co.',
  brand: 'Lumiya',
  domain: 'yarrowby',
  country: 'CN',
};
const HALVORINE: DemoManufacturer = { manufacturer: 'Halvorine Controls', domain: 'halvorine', country: 'US' };
const SOLMIRA: DemoManufacturer = {
  manufacturer: 'Componentes Solmira, S.L.',
  brand: 'Solmira',
  domain: 'solmira',
  country: 'ES',
};
const PINDLE: DemoManufacturer = { manufacturer: 'Pindle Safety', domain: 'pindle', country: 'MY' };

/** Head diameters of countersunk machine screws (DIN 965). */
const HEAD_MILLIMETRES: Readonly<Record<string, number>> = {
  M3: 5.5,
  M4: 7.5,
  M5: 9.2,
  M6: 11,
  M8: 14.5,
  '1/4-20 UNC': 11.9,
};
/** Sizes of ceramic chips by their inch code. */
const CHIP_MILLIMETRES: Readonly<Record<string, readonly [number, number, number]>> = {
  '0402': [1, 0.5, 0.5],
  '0603': [1.6, 0.8, 0.8],
  '0805': [2, 1.25, 1.25],
  '1206': [3.2, 1.6, 1.6],
};

export const TRAP_MANUFACTURER = TARNVIK;

export const DEMO_FAMILIES: OneOrMore<DemoFamily> = [
  {
    noun: 'machine screw',
    category: 'Fasteners',
    series: 'MS',
    unspscCodes: ['31161504', '31161500'],
    hsCode: '7318.15',
    manufacturers: [BRENHOLT, TARNVIK],
    specifications: {
      thread: ['M3', 'M4', 'M5', 'M6', 'M8', '1/4-20 UNC'],
      length: ['10 mm', '16 mm', '20 mm', '25 mm', '40 mm'],
      material: ['A2 stainless steel', 'A4 stainless steel', 'zinc plated steel', 'brass'],
      drive: ['Pozidriv', 'hexagon socket', 'Torx'],
    },
    keywords: ['screw', 'fastener', 'bolt', 'metric'],
    weightGrams: [1, 40],
    millimetres: ({ thread = '', length = '' }) => {
      const head = HEAD_MILLIMETRES[thread] ?? 8;
      return [Math.round((parseFloat(length) + head / 2) * 10) / 10, head, head];
    },
  },
  {
    noun: 'centrifugal pump',
    category: 'Pumps',
    series: 'CP',
    unspscCodes: ['40151503', '40151500'],
    hsCode: '8413.70',
    manufacturers: [QUELLMAR, LAVENNE],
    specifications: {
      flow: ['20 l/min', '60 l/min', '120 l/min', '300 l/min'],
      head: ['8 m', '15 m', '32 m'],
      supply: ['230 V 50 Hz', '400 V 3-phase', '24 V DC'],
      seal: ['EPDM', 'FKM', 'NBR'],
    },
    keywords: ['pump', 'water', 'circulation', 'impeller'],
    weightGrams: [2500, 48000],
    millimetres: (_, between) => [between(180, 620), between(140, 320), between(160, 380)],
  },
  {
    noun: 'ball valve',
    category: 'Valves',
    series: 'BV',
    unspscCodes: ['40141607', '40141600'],
    hsCode: '8481.80',
    manufacturers: [LAVENNE, QUELLMAR],
    specifications: {
      nominal_size: ['DN 8', 'DN 15', 'DN 25', 'DN 50', '1/2 in', '3/4 in'],
      pressure_rating: ['16 bar', '40 bar', '63 bar'],
      body: ['brass', 'stainless steel 316', 'PVC-U'],
      connection: ['BSP female', 'NPT female', 'flange'],
    },
    keywords: ['valve', 'shut-off', 'full bore', 'quarter turn'],
    weightGrams: [90, 6200],
    millimetres: (_, between) => [between(42, 230), between(28, 160), between(40, 180)],
  },
  {
    noun: 'deep groove ball bearing',
    category: 'Bearings',
    series: '6',
    unspscCodes: ['31171504', '31171500'],
    hsCode: '8482.10',
    manufacturers: [KESTMOOR],
    specifications: {
      bore: ['8 mm', '10 mm', '12 mm', '17 mm', '25 mm', '40 mm'],
      outside_diameter: ['22 mm', '26 mm', '28 mm', '40 mm', '52 mm', '80 mm'],
      closure: ['2RS', '2Z', 'open'],
      clearance: ['C3', 'CN'],
    },
    keywords: ['bearing', 'ball bearing', 'single row'],
    weightGrams: [12, 640],
    millimetres: ({ outside_diameter: outside = '' }) => {
      const diameter = parseFloat(outside);
      return [diameter, diameter, Math.round(diameter * 0.3)];
    },
    together: ['bore', 'outside_diameter'],
  },
  {
    noun: 'torque screwdriver',
    category: 'Hand tools',
    series: 'TQ',
    unspscCodes: ['27111701', '27111700'],
    hsCode: '8204.11',
    manufacturers: [TARNVIK],
    specifications: {
      range: ['0.2-1.2 Nm', '0.5-5 Nm', '1-9 Nm'],
      bit_holder: ['1/4 in hex', '4 mm hex'],
      accuracy: ['6 %', '4 %'],
      handle: ['two-component', 'ESD safe'],
    },
    keywords: ['screwdriver', 'torque', 'tool', 'calibrated'],
    weightGrams: [110, 420],
    millimetres: (_, between) => [between(140, 260), between(28, 42), between(28, 42)],
  },
  {
    noun: 'miniature circuit breaker',
    category: 'Circuit protection',
    series: 'MCB',
    unspscCodes: ['39121601', '39121600', '39120000'],
    hsCode: '8536.20',
    manufacturers: [OSSPRYDE, HALVORINE],
    specifications: {
      rated_current: ['6 A', '10 A', '16 A', '20 A', '32 A', '63 A'],
      curve: ['B', 'C', 'D'],
      poles: ['1P', '1P+N', '3P'],
      breaking_capacity: ['6 kA', '10 kA'],
    },
    keywords: ['breaker', 'mcb', 'din rail', 'protection'],
    weightGrams: [95, 480],
    millimetres: ({ poles = '' }, between) => [
      between(74, 86),
      poles === '3P' ? 54 : poles === '1P' ? 18 : 36,
      between(66, 78),
    ],
  },
  {
    noun: 'ceramic capacitor',
    category: 'Passive components',
    series: 'CC',
    unspscCodes: ['32121501', '32121500'],
    hsCode: '8532.24',
    manufacturers: [SOLMIRA],
    specifications: {
      capacitance: ['100 pF', '1 nF', '10 nF', '100 nF', '1 µF', '4.7 µF'],
      voltage: ['16 V', '25 V', '50 V', '100 V'],
      dielectric: ['C0G', 'X7R', 'X5R'],
      package: ['0402', '0603', '0805', '1206'],
    },
    keywords: ['capacitor', 'mlcc', 'smd', 'decoupling'],
    weightGrams: [1, 2],
    millimetres: ({ package: size = '' }) => CHIP_MILLIMETRES[size] ?? [2, 1.25, 0.8],
  },
  {
    noun: 'LED panel light',
    category: 'Lighting',
    series: 'LP',
    unspscCodes: ['39111501', '39111500'],
    hsCode: '9405.11',
    manufacturers: [YARROWBY],
    specifications: {
      power: ['18 W', '29 W', '36 W', '48 W'],
      colour_temperature: ['3000 K', '4000 K', '6500 K'],
      size: ['600 x 600 mm', '1200 x 300 mm'],
      protection: ['IP20', 'IP44', 'IP65'],
    },
    keywords: ['led', 'panel', 'luminaire', 'ceiling'],
    weightGrams: [1400, 3900],
    millimetres: ({ size = '' }) => {
      const [length = 600, width = 600] = size.split('x').map((side) => parseFloat(side));
      return [length - 5, width - 5, 11];
    },
  },
  {
    noun: 'temperature controller',
    category: 'Process control',
    series: 'TC',
    unspscCodes: ['41112209', '41112200'],
    hsCode: '9032.10',
    manufacturers: [HALVORINE, OSSPRYDE],
    specifications: {
      input: ['PT100', 'thermocouple K', '4-20 mA'],
      output: ['relay', 'SSR drive', '0-10 V'],
      panel_size: ['1/16 DIN', '1/8 DIN', '1/4 DIN'],
      interface: ['Modbus RTU', 'Ethernet', 'none'],
    },
    keywords: ['controller', 'pid', 'temperature', 'thermostat'],
    weightGrams: [140, 620],
    millimetres: ({ panel_size: panel = '' }, between) => [
      between(60, 110),
      panel === '1/4 DIN' ? 96 : 48,
      panel === '1/16 DIN' ? 48 : 96,
    ],
  },
  {
    noun: 'cut resistant glove',
    category: 'Protective equipment',
    series: 'PG',
    unspscCodes: ['46181504', '46181500'],
    hsCode: '6116.10',
    manufacturers: [PINDLE],
    specifications: {
      size: ['7', '8', '9', '10', '11'],
      cut_level: ['B', 'C', 'D', 'F'],
      coating: ['nitrile foam', 'polyurethane', 'latex'],
      cuff: ['knitted', 'gauntlet'],
    },
    keywords: ['glove', 'ppe', 'cut resistant', 'work glove'],
    weightGrams: [35, 120],
    millimetres: (_, between) => [between(210, 320), between(95, 130), between(12, 25)],
  },
];
