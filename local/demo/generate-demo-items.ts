/**
 * Generates the demo index: items made from demo-families.ts with a seed, the same on every machine. The manufacturers
 * are fictional. GTINs are in the ranges that GS1 reserves for use inside one shop (GTIN-13 from 200, UPC-A from 4), so
 * none can belong to a real product. trap-items.ts adds the traps.
 */
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { DEMO_FAMILIES, type DemoFamily, type DemoManufacturer } from './demo-families.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { trapItems } from './trap-items.ts';
import { withDemoStates } from './demo-states.ts';

const DEMO_SEED = 20260728;
const DEMO_ITEM_COUNT = 500;

/** Returns all items of the demo index, the same in every call, traps first. */
export function generateDemoItems(): ItemRecord[] {
  const random = createSeededRandom(DEMO_SEED);
  const traps = trapItems();
  const samples = sampleItems(random, { count: DEMO_ITEM_COUNT - traps.length, firstNumber: 1001 });
  return [...traps, ...withDemoStates(samples)];
}

interface SampleOptions {
  readonly count: number;
  /** Part numbers and GTINs count up from here, so that two generated sets never share one. */
  readonly firstNumber: number;
}

/** Generates items, taking the families in turn. */
export function sampleItems(random: SeededRandom, { count, firstNumber }: SampleOptions): ItemRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const family = DEMO_FAMILIES[index % DEMO_FAMILIES.length] as DemoFamily;
    return sampleItem(random, family, firstNumber + index);
  });
}

function sampleItem(random: SeededRandom, family: DemoFamily, number: number): ItemRecord {
  const manufacturer = random.pick(family.manufacturers);
  const brand = manufacturer.brand ?? manufacturer.manufacturer;
  const specifications = sampleSpecifications(random, family);
  const values = Object.values(specifications);
  const mpn = samplePartNumber(random, family, number);
  const lastVerified = sampleDate(random);
  const confidence = random.integer(38, 99);
  return {
    id: `itm_${random.alphanumeric(8)}`,
    manufacturer: manufacturer.manufacturer,
    brand,
    mpn,
    ...sampleBarcodes(random, number),
    unspsc_code: random.pick(family.unspscCodes),
    hs_code: random.chance(80) ? family.hsCode : null,
    title: `${brand} ${mpn} ${family.noun}, ${values.slice(0, 2).join(', ')}`,
    description: random.chance(90) ? `${capitalised(family.noun)}: ${values.join(', ')}.` : null,
    category: family.category,
    country_of_origin: random.chance(85) ? manufacturer.country : null,
    ...sampleMeasures(random, family, specifications),
    warranty: random.chance(60) ? `${random.pick([12, 24, 36, 60])} months` : null,
    image_url: random.chance(70) ? `https://media.${manufacturer.domain}.example/${encodeURIComponent(mpn)}.jpg` : null,
    confidence,
    last_verified: lastVerified,
    updated_at: `${lastVerified}T${String(random.integer(0, 23)).padStart(2, '0')}:15:00Z`,
    ...sampleSections(random, { family, manufacturer, mpn, specifications, confidence, lastVerified }),
  };
}

function sampleSpecifications(random: SeededRandom, family: DemoFamily): Record<string, string> {
  const picked = Object.entries(family.specifications).map(([name, values]) => [name, random.pick(values)] as const);
  const specifications = Object.fromEntries(picked);
  if (family.together === undefined) return specifications;
  const [first, second] = family.together;
  const place = family.specifications[first]?.indexOf(specifications[first] ?? '') ?? 0;
  return { ...specifications, [second]: family.specifications[second]?.[place] ?? '' };
}

function samplePartNumber(random: SeededRandom, family: DemoFamily, number: number): string {
  const suffix = random.pick(['', '-A', '-B', '/2', '.1', ' X']);
  return `${family.series}${random.pick(['-', ' ', ''])}${number}${suffix}`;
}

function sampleBarcodes(random: SeededRandom, number: number): Pick<ItemRecord, 'gtin' | 'upc'> {
  const form = random.integer(1, 10);
  if (form === 1) return { gtin: null, upc: null };
  if (form <= 4) {
    const upc = withCheckDigit(`4${String(number).padStart(10, '0')}`);
    return { gtin: `00${upc}`, upc };
  }
  // One in ten is the GTIN of a case: packaging indicator 1 and no UPC.
  const indicator = form === 10 ? '1' : '0';
  return { gtin: withCheckDigit(`${indicator}200${String(number).padStart(9, '0')}`), upc: null };
}

/** Appends the GS1 check digit (weights 3 and 1 from the right). */
export function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function sampleDate(random: SeededRandom): string {
  const day = random.integer(0, 600);
  return new Date(Date.UTC(2024, 10, 1) + day * 86_400_000).toISOString().slice(0, 10);
}

function sampleMeasures(random: SeededRandom, family: DemoFamily, specifications: Readonly<Record<string, string>>) {
  const [lightest, heaviest] = family.weightGrams;
  const sides = (): readonly number[] => {
    const shares = [random.integer(0, 100), random.integer(0, 100), random.integer(0, 100)];
    return family.millimetres(specifications, (least, most) =>
      Math.round(least + ((shares.shift() ?? 0) / 100) * (most - least)),
    );
  };
  const dimensionsOf = ([length = 0, width = 0, height = 0]: readonly number[]) => ({
    length,
    width,
    height,
    unit: 'mm',
  });
  return {
    uom: random.pick(['EA', 'EA', 'EA', 'PK', 'BX']),
    pack_quantity: random.chance(85) ? random.pick([1, 1, 1, 10, 50, 100]) : null,
    weight: random.chance(80) ? { value: random.integer(lightest, heaviest), unit: 'g' } : null,
    dimensions: random.chance(70) ? dimensionsOf(sides()) : null,
  };
}

interface SampledPart {
  readonly family: DemoFamily;
  readonly manufacturer: DemoManufacturer;
  readonly mpn: string;
  readonly specifications: Record<string, string>;
  readonly confidence: number;
  readonly lastVerified: string;
}

function sampleSections(random: SeededRandom, part: SampledPart) {
  const { family, manufacturer, mpn, confidence } = part;
  const near = (): number => Math.max(5, Math.min(100, confidence + random.integer(-25, 10)));
  const sheet = `https://docs.${manufacturer.domain}.example/${encodeURIComponent(mpn)}.pdf`;
  const hasMedia = random.chance(75);
  return {
    attributes: sampleAttributes(random, part),
    media: hasMedia
      ? [
          {
            type: 'image' as const,
            url: `https://media.${manufacturer.domain}.example/${encodeURIComponent(mpn)}.jpg`,
          },
          { type: 'spec_sheet' as const, url: sheet, title: `${mpn} data sheet`, mime_type: 'application/pdf' },
        ]
      : null,
    keywords: [...family.keywords, ...Object.values(part.specifications)],
    sources: [
      {
        url: sheet,
        name: `${manufacturer.manufacturer} data sheet`,
        retrieved_at: part.lastVerified,
        sections: ['specifications', 'physical'],
      },
      ...(random.chance(40) ? [{ url: `https://catalog.example/${family.series}`, name: 'Distributor catalog' }] : []),
    ],
    section_confidence: {
      specifications: near(),
      physical: near(),
      packaging_logistics: near(),
      compliance_safety: near(),
      ...(hasMedia ? { media: near() } : {}),
      keywords: near(),
    },
  };
}

function sampleAttributes(random: SeededRandom, { family, manufacturer, mpn, specifications }: SampledPart) {
  return {
    specifications,
    physical: { colour: random.pick(['black', 'grey', 'white', 'natural']), finish: random.pick(['matt', 'polished']) },
    packaging_logistics: { inner_pack: random.pick([1, 5, 10]), lead_time_days: random.integer(1, 40) },
    compliance_safety: {
      rohs: random.chance(90) ? 'compliant' : 'not_compliant',
      reach: random.chance(80),
      certificates: random.pick(['CE', 'UL', 'CE, UL']),
    },
    long_description:
      `The ${mpn} by ${manufacturer.manufacturer} is a ${family.noun} of the ${family.series} series. ` +
      Object.entries(specifications)
        .map(([name, value]) => `${capitalised(name.replaceAll('_', ' '))}: ${value}.`)
        .join(' '),
  };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
