/**
 * Holds what a row says of its part in columns that name no part (description, value, package, voltage …) against the
 * part that was matched. Only what both sides state in the same quantity is compared, and one agreeing value is enough:
 * a false alarm is worse than a miss. It decides no outcome.
 */
import type { ItemRecord } from '../../index/items/item-record.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import type { QuantityUnit } from '../../index/items/item-quantities.ts';
import {
  areOtherChips,
  areOtherPackages,
  factsIn,
  type WrittenFacts,
  type WrittenValue,
} from '../../index/items/written-facts.ts';
import {
  dielectricsIn,
  kindIn,
  nominalsIn,
  threadLengthsIn,
  threadsIn,
  type Nominal,
} from '../../index/items/written-kinds.ts';
import { valueText } from '../../index/search/query-bounds.ts';
import { cleanText } from '../../clean-text.ts';
import { partKey } from '../../index/part-keys/part-number.ts';
import { ROW_FIELDS, type RowColumns } from '../files/recognize-columns.ts';
import { replacementIn } from '../files/row-not-fitted.ts';
import type { ContradictedProperty, RowContradiction } from '../rows/catalog.ts';
import type { FoundRow } from './match-rows.ts';

/** The quantities that are compared; in others (size) both sides often mean different things. */
const COMPARED: readonly (readonly [QuantityUnit, ContradictedProperty])[] = [
  ['Ohm', 'resistance'],
  ['F', 'capacitance'],
  ['H', 'inductance'],
  ['V', 'voltage'],
  ['A', 'current'],
  ['%', 'tolerance'],
  ['pin', 'pins'],
  ['Hz', 'frequency'],
  ['B', 'memory size'],
  ['bit', 'resolution'],
  ['W', 'power'],
];
/** A part has several of these, so they are compared only if each side states one. */
const ONE_OF_EACH: ReadonlySet<QuantityUnit> = new Set(['Hz', 'B', 'bit', 'W']);
/** Bits are a resolution of these; of a processor, a memory or a bus they are something else. */
const CONVERTER =
  /\b(?:a\/?dc|d\/?ac|dac|adc|wandler|convert\p{L}*|digital[- ]to[- ]analog\p{L}*|analog[- ]to[- ]digital)\b/iu;
const OF_BITS_ELSE =
  /micro(?:controller|processor)|\b(?:mcu|cpu|processor|controller|dsp|fpga|soc|register|buffer|transceiver|counter|expander)\b/i;
/** The frequency of something else: of a bus, a bandwidth. */
const OTHER_FREQUENCY =
  /i2c|i²c|smbus|spi\b|twi\b|uart|usb|\bcan\b|ethernet|bus|bandwidth|gbw|bandbreite|slew|clock|takt|sampl|audio|[0-9]\s*db/i;

/** What such parts lose, take for a moment or drive is another power than the one that they are named by. */
const OTHER_POWER =
  /transistor|mosfet|fet\b|igbt|diod|tvs\b|zener|thyristor|triac|regul|\bldo\b|amplif|verst[äa]rker|audio|speaker|lautspr|driver|treiber|dissip|verlust|peak|pulse|puls|surge|equivalent|ersetzt|statt|switch|relay|relais|connector|fuse|sicherung/iu;
/** Sizes that are named by their letters. */
const NOMINALS: readonly (readonly [Nominal, ContradictedProperty])[] = [
  ['DN', 'nominal width'],
  ['PN', 'nominal pressure'],
  ['IP', 'protection'],
];
/** Two writings of one value differ by rounding; the next value of a series is 5 % away. */
const SAME_SHARE = 0.025;
/** A frequency is typical here and nominal there. */
const SAME_FREQUENCY = 0.15;
/** 8 Kb is said of bits and of bytes. */
const BITS = 8;

/** Columns of which a number, a date or a remark says nothing of the part. */
const NOT_OF_THE_PART =
  /price|preis|prix|precio|prezzo|cost|kosten|co[uû]t|qty|quant|menge|anzahl|cantidad|stock|lager|avail|date|datum|fecha|url|link|http|web|datasheet|datenblatt|lead|liefer|d[ée]lai|rohs|reach|status|lifecycle|designator|^ref|reference|^pos|position|moq|minimum|currency|w[äa]hrung|weight|gewicht|poids|peso|^notes?$|remark|bemerk|anmerk|hinweis|observa|revision|version|country|\bland\b|pa[iy]s|origin|supplier|lieferant|fournisseur|proveedor|distribut|vendor|digi-?key|mouser|farnell|\bsku\b|order|project|sheet|layer|\bx\b|\by\b|rotation|side/iu;
const MAX_WORDS = 1_500;

type ComparedItem = Pick<ItemRecord, 'title' | 'description' | 'attributes'> & Partial<Pick<ItemRecord, 'mpn'>>;

/** A row and the item that it was matched with. */
export interface RowToCompare {
  readonly cells: readonly string[];
  readonly item: ItemRecord;
}

/**
 * Compares rows with title and description of their items, and against the specifications where these say nothing of
 * what the row says, or something else. One read for all rows that need it.
 */
export async function contradictionsInFile(
  index: Pick<ItemIndex, 'readItems'>,
  rows: readonly (RowToCompare | undefined)[],
  { headings, columns }: FileColumns,
): Promise<readonly (readonly RowContradiction[])[]> {
  const compared = rows.map((row) => {
    const words = row === undefined ? '' : wordsOfRow(row.cells, headings, columns);
    return row === undefined || saysNothing(words) ? undefined : { row, words, ...compareWith(words, row.item) };
  });
  const wanted = compared.flatMap((one) => (one?.isOpen === true ? [one.row.item.id] : []));
  const items =
    wanted.length === 0 ? new Map<string, ItemRecord>() : await index.readItems([...new Set(wanted)], ['attributes']);
  return compared.map((one, place) => {
    const row = rows[place];
    const replaced = row === undefined ? [] : otherNumber(row.cells, headings, columns, row.item);
    if (one === undefined) return replaced;
    const item = one.isOpen ? items.get(one.row.item.id) : undefined;
    return [...(item?.attributes ? compareWith(one.words, item).contradictions : one.contradictions), ...replaced];
  });
}

export type FileColumns = { readonly headings: readonly string[]; readonly columns: RowColumns };

/** @param cells the cells of the row */
export function contradictionsOf(
  cells: readonly string[],
  headings: readonly string[],
  columns: RowColumns,
  item: ComparedItem,
): readonly RowContradiction[] {
  const words = wordsOfRow(cells, headings, columns);
  const contradictions = saysNothing(words) ? [] : compareWith(words, item).contradictions;
  return [...contradictions, ...otherNumber(cells, headings, columns, item)];
}

/** A remark names the number that replaces the part; a value, a package or a size is no number. */
function otherNumber(
  cells: readonly string[],
  headings: readonly string[],
  columns: RowColumns,
  { mpn = null }: ComparedItem,
): readonly RowContradiction[] {
  const number = mpn === null ? undefined : replacementIn(cells, headings, columns);
  if (mpn === null || number === undefined) return [];
  const isPart = [number, number.replace(/^\S+ /, '')].some((one) => partKey(one) === partKey(mpn));
  const { values, packages, chips } = factsIn(number);
  const isSaid = [...values, ...packages, ...chips, ...NAMED.flatMap(([, read]) => read(number))].length > 0;
  return isPart || isSaid ? [] : [{ property: 'replacement', says: cleanText(number, 40), part: null }];
}

function saysNothing(words: string): boolean {
  return !/[0-9]/.test(words) && !/[A-Z]{3}/.test(words) && !/melf/i.test(words) && kindIn(words) === undefined;
}

/** `isOpen`: the specifications, if they are not known yet, may say more. */
function compareWith(
  words: string,
  item: ComparedItem,
): { readonly contradictions: readonly RowContradiction[]; readonly isOpen: boolean } {
  const [own, description] = [item.title ?? '', item.description ?? ''];
  const title = factsIn(own);
  const known = merged([title, factsIn(description), ...specificationsOf(item).map(factsIn)]);
  const said = factsIn(`${kindOf(known)}${words}`);
  const all = `${words} ${own} ${description}`;
  const more = [description, ...specificationsOf(item)].join(' , ');
  const isOfBus = OTHER_FREQUENCY.test(all);
  const isOtherPower = OTHER_POWER.test(all);
  const areBits = CONVERTER.test(own) && !OF_BITS_ELSE.test(all);
  const [voltage, ...voltages] = said.values.filter(({ unit }) => unit === 'V');
  const isMade = LINEAR.test(own) && voltage !== undefined && voltages.length === 0 && mayBeMade(voltage);
  const values = [...known.values, ...(isPinsOfPackage(said) ? [] : pinsOf(known, item))];
  const contradictions = [
    ...otherKind(words, own, description),
    ...otherNames(words, own, more),
    ...otherLength(words, own, more),
    ...otherPackages(said, known, title),
    ...otherMounting(words, said, `${own} ${description}`, known),
    ...otherValues(
      said.values.filter(
        ({ unit }) => (unit !== 'Hz' || !isOfBus) && (unit !== 'bit' || areBits) && (unit !== 'W' || !isOtherPower),
      ),
      values.filter(
        (one) => sideOf(one) !== (ADJUSTABLE.test(all) ? 'output' : isMade && one.unit === 'V' ? 'input' : null),
      ),
      title.values,
    ),
    ...otherAccuracy(words, `${own} ${description}`),
  ];
  const isCaseOpen =
    (said.packages.length > 0 && known.packages.length === 0) || (said.chips.length > 0 && known.chips.length === 0);
  const isValueOpen = COMPARED.some(
    ([unit]) => said.values.some((one) => one.unit === unit) && !values.some((one) => one.unit === unit),
  );
  const isNameOpen = isStatedOnly(words, `${own} , ${more}`);
  return { contradictions, isOpen: contradictions.length > 0 || isCaseOpen || isValueOpen || isNameOpen };
}

/** Whether the row says its pins only with a package: "SOIC-8". */
function isPinsOfPackage({ packages }: WrittenFacts): boolean {
  return packages.some(({ pins }) => pins !== undefined);
}

/** Returns the pins that the part's package has, and those that its specifications state. */
function pinsOf({ packages }: WrittenFacts, { attributes }: ComparedItem): readonly WrittenValue[] {
  const specifications = attributes?.['specifications'];
  const stated =
    typeof specifications === 'object' && specifications !== null
      ? Object.entries(specifications).flatMap(([name, value]) =>
          PINS.test(name.replaceAll('_', ' ')) && COUNT.test(String(value)) ? [Number(value)] : [],
        )
      : [];
  const counts = [...packages.flatMap(({ pins }) => pins ?? []), ...stated];
  return counts.map((pins) => ({ unit: 'pin', from: pins, to: pins, isTolerance: false, name: '' }));
}

const LINEAR = /linear|\bldo\b|low[- ]?drop/i;
const ADJUSTABLE = /adjust|variable|einstellbar|r[ée]glable|ajustable|regolabile|programmable/i;
const OUTPUT = /(?<!\p{L})(?:[vi]?out|vo|output|fixed|ausgang\p{L}*|sortie|salida|uscita)(?!\p{L})/iu;
const INPUT = /(?<!\p{L})(?:v?in|input|eingang\p{L}*|entr[ée]e|entrada|ingresso)(?!\p{L})/iu;

/**
 * Whether a voltage or a current is what a part makes or what it takes; undefined if its words do not say, or say both.
 */
function sideOf({ unit, name }: WrittenValue): 'output' | 'input' | undefined {
  if (unit !== 'V' && unit !== 'A') return undefined;
  const [isOutput, isInput] = [OUTPUT.test(name), INPUT.test(name)];
  return isOutput === isInput ? undefined : isOutput ? 'output' : 'input';
}

/** Whether the only voltage that a row says of a linear regulator may be the one that it makes. */
function mayBeMade(one: WrittenValue): boolean {
  return sideOf(one) === undefined && !/drop|max|min|supply|versorg|aliment|ripple|isol|refer/i.test(one.name);
}

/**
 * Returns the values that a value of a row is held against: of the same side, or, if none says it, not of the other
 * one.
 */
function ofSameSide(one: WrittenValue, known: readonly WrittenValue[]): readonly WrittenValue[] {
  const side = sideOf(one);
  if (side === undefined) return known;
  const same = known.filter((other) => sideOf(other) === side);
  return same.length > 0 ? same : known.filter((other) => sideOf(other) === undefined);
}

/** "±3 %RH", "±0.5 °C": how far a sensor may be off. */
const ACCURACY = /(?:±|\+\/-|\+-)\s?([0-9]{1,3}(?:[.,][0-9]{1,3})?)\s?(%\s?r\.?\s?[hf]\b|°\s?C\b)/giu;

function accuraciesIn(
  text: string,
): readonly { readonly written: string; readonly value: number; readonly unit: string }[] {
  return [...text.matchAll(ACCURACY)].map(([written, value = '', unit = '']) => ({
    written,
    value: Number(value.replace(',', '.')),
    unit: unit.startsWith('%') ? '%RH' : '°C',
  }));
}

function otherAccuracy(words: string, known: string): readonly RowContradiction[] {
  const [said, stated] = [accuraciesIn(words), accuraciesIn(known)];
  const [first] = said.filter(({ unit }) => stated.some((other) => other.unit === unit));
  if (first === undefined) return [];
  const same = stated.filter(({ unit }) => unit === first.unit);
  const isSaid = said.some(({ unit, value }) => unit === first.unit && same.some((other) => other.value === value));
  return isSaid ? [] : [{ property: 'tolerance', says: cleanText(first.written, 40), part: same[0]?.written ?? null }];
}

/** A heading, or an attribute, whose number counts the pins of the part. */
const PINS =
  /^(?:(?:no|nr|number|anzahl|zahl|nombre|n[úu]mero|num)\b\.?\s*(?:of|de|der)?\s*)?(?:pins|broches|pines|kontakte|contacts)$|^pin\s?(?:s|count|number|zahl|anzahl)$|^pinzahl$|^polzahl$|^anzahl (?:der )?pole$/iu;
const COUNT = /^[1-9][0-9]{0,3}$/;
/** "Voltage (V)", "Kapazität [nF]": the unit of the column's bare numbers. */
const UNIT_OF_COLUMN = /[[(]\s*([pnuµμmkM]?(?:V|A|F|H|Ω|Ohms?)|%)\s*[\])]\s*$/u;
/** "Länge", "Length (mm)". */
const LENGTH_OF_COLUMN =
  /^(?:length|l[äa]nge|laenge|longueur|longitud|lunghezza|lengte)\s*(?:[[(]\s*(mm|cm|m)\s*[\])])?$/iu;
const BARE_VALUE = /^(?:±|\+\/-)?\s*[0-9]{1,7}(?:[.,][0-9]{1,6})?$/;

/** "Vout", "Output voltage (V)", "Ausgangsstrom", "Tension de sortie". */
const OF_SIDE =
  /^(?:[vi]\s?_?(?:out|in|o)|(?:output|input|ausgangs?|eingangs?)[\s_-]*(?:voltage|current|spannung|strom)|(?:tension|courant|tensi[óo]n|corriente|tensione|corrente)\s(?:de\s|di\s|d['’])?(?:sortie|entr[ée]e|salida|entrada|uscita|ingresso))(?![\p{L}])/iu;

const OUTPUT_HEADING = /out|^[vi]\s?_?o|ausgang|sortie|salida|uscita/iu;

/** Returns the cell with what its heading says of its number. */
function withUnit(cell: string, heading: string): string {
  if (COUNT.test(cell) && PINS.test(heading)) return `${cell} pins`;
  const length = LENGTH_OF_COLUMN.exec(heading);
  if (length !== null) return `length ${cell}${BARE_VALUE.test(cell) ? ` ${length[1] ?? ''}` : ''}`;
  const unit = BARE_VALUE.test(cell) ? UNIT_OF_COLUMN.exec(heading)?.[1] : undefined;
  const side = OF_SIDE.test(heading) ? `${OUTPUT_HEADING.test(heading) ? 'output' : 'input'} ` : '';
  return `${side}${cell}${unit === undefined ? '' : ` ${unit}`}`;
}

/**
 * Returns the members of a cell that is a JSON object, such as the attributes of a part; otherwise the cell under its
 * heading.
 */
function statedIn(cell: string, heading: string): readonly (readonly [heading: string, cell: string])[] {
  if (!cell.startsWith('{')) return [[heading, cell]];
  try {
    const members = Object.entries(JSON.parse(cell) as Readonly<Record<string, unknown>>);
    return members.flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
    );
  } catch {
    return [[heading, cell]];
  }
}

/** Returns the words of the columns that are not used otherwise. */
function wordsOfRow(cells: readonly string[], headings: readonly string[], columns: RowColumns): string {
  const used = new Set([
    ...ROW_FIELDS.flatMap((field) => columns[field]),
    ...(columns.alternates ?? []).flatMap(({ supplier, partNumber }) => [supplier, partNumber]),
  ]);
  return cells
    .flatMap((cell, place) => {
      const heading = headings[place]?.trim() ?? '';
      if (used.has(place)) return [];
      return statedIn(cell.trim(), heading).flatMap(([name, text]) =>
        NOT_OF_THE_PART.test(name) && !PINS.test(name) ? [] : [plainWords(withUnit(text, name))],
      );
    })
    .join(' , ')
    .slice(0, MAX_WORDS);
}

/** "Resistor_SMD:R_0603_1608Metric" → "Resistor SMD R 0603 1608 metric". */
function plainWords(cell: string): string {
  if (/https?:\/\//i.test(cell)) return '';
  // KiCad calls the body of 3 by 3 mm TSSOP, which others call VSSOP, MSOP or TSSOP.
  const named = cell.replace(/TSSOP-(?:8|10)_3x3mm/g, '');
  // Turkish writes the sign first: "%2".
  const marked = named.replace(/(?<![\p{L}\p{N}])%\s?([0-9]{1,2}(?:[.,][0-9]{1,2})?)(?![\p{L}\p{N}%])/gu, '±$1 %');
  return marked.replace(/[_:]/g, ' ').replace(/(\d{4})Metric/g, '$1 metric');
}

/** A bare "10k" or "100n" is read by the kind of the part. */
function kindOf({ values }: WrittenFacts): string {
  const units = new Set(values.map(({ unit }) => unit));
  const [is, ...others] = (['Ohm', 'F', 'H'] as const).filter((unit) => units.has(unit));
  if (is === undefined || others.length > 0) return '';
  return is === 'Ohm' ? 'resistor ' : is === 'F' ? 'capacitor ' : 'inductor ';
}

function specificationsOf({ attributes }: Pick<ItemRecord, 'attributes'>): readonly string[] {
  const sections = [attributes?.['specifications'], attributes?.['physical']];
  return sections.flatMap((section) =>
    typeof section === 'object' && section !== null
      ? Object.entries(section).flatMap(([name, value]) =>
          typeof value === 'string' || typeof value === 'number' ? [`${name.replaceAll('_', ' ')} ${value}`] : [],
        )
      : [],
  );
}

function merged(facts: readonly WrittenFacts[]): WrittenFacts {
  return {
    values: facts.flatMap(({ values }) => values),
    packages: facts.flatMap(({ packages }) => packages),
    chips: facts.flatMap(({ chips }) => chips),
  };
}

/** A kind is held against the title alone: a description names parts that go with it. */
function otherKind(words: string, title: string, description: string): readonly RowContradiction[] {
  const [said, known] = [kindIn(words), kindIn(title)];
  if (said === undefined || known === undefined || said.name === known.name) return [];
  if (kindIn(description)?.name === said.name) return [];
  return [{ property: 'kind', says: cleanText(said.written, 40), part: cleanText(known.written, 40) }];
}

/** Reads texts that name the same thing of a part: a thread, a nominal size. */
const NAMED: readonly (readonly [ContradictedProperty, (text: string) => readonly string[]])[] = [
  ['thread', threadsIn],
  ['dielectric', dielectricsIn],
  ...NOMINALS.map(([name, property]) => [property, (text: string) => nominalsIn(text, name)] as const),
];

function otherNames(words: string, title: string, more: string): readonly RowContradiction[] {
  return NAMED.flatMap(([property, read]) => {
    const [said, shown] = [read(words), read(title)];
    const [first] = said;
    if (first === undefined) return [];
    const known = [...shown, ...read(more)];
    if (known.length === 0 || said.some((name) => known.includes(name))) return [];
    return [{ property, says: first, part: shown[0] ?? null }];
  });
}

/** A length that is named as one, at the beginning of a statement: "length 40 mm"; not "cable length". */
const LENGTH =
  /(?<=(?:^|[,;(|])\s*)(?:length|l[äa]nge|laenge|longueur|longitud|lunghezza|lengte)\s*[:=]?\s*([0-9]{1,5}(?:[.,][0-9]{1,3})?)\s?(mm|cm|m)(?!\p{L})/giu;
const MILLIMETRES: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1_000 };

function lengthsIn(text: string): readonly number[] {
  const named = [...text.matchAll(LENGTH)].map(
    ([, length = '', unit = '']) => Number(length.replace(',', '.')) * (MILLIMETRES[unit.toLowerCase()] ?? 1),
  );
  return [...threadLengthsIn(text), ...named];
}

function otherLength(words: string, title: string, more: string): readonly RowContradiction[] {
  const said = lengthsIn(words);
  const [first] = said;
  if (first === undefined) return [];
  const shown = lengthsIn(title);
  const known = [...shown, ...lengthsIn(more)];
  const isSaid = said.some((length) => known.some((other) => Math.abs(length - other) <= SAME_SHARE * other));
  if (known.length === 0 || isSaid) return [];
  return [{ property: 'length', says: `${first} mm`, part: shown[0] === undefined ? null : `${shown[0]} mm` }];
}

/** Whether the row names a thread, a size or a length, of which the part's texts so far say nothing. */
function isStatedOnly(words: string, known: string): boolean {
  const isOnly = (read: (text: string) => readonly unknown[]): boolean =>
    read(words).length > 0 && read(known).length === 0;
  return NAMED.some(([, read]) => isOnly(read)) || isOnly(lengthsIn);
}

function otherPackages(said: WrittenFacts, known: WrittenFacts, title: WrittenFacts): readonly RowContradiction[] {
  const [chip] = said.chips;
  const areChips = chip !== undefined && known.chips.length > 0;
  if (areChips && said.chips.every((one) => known.chips.every((other) => areOtherChips(one, other))))
    return [{ property: 'package', says: chip.code, part: title.chips[0]?.code ?? null }];
  const [first] = said.packages;
  if (first === undefined || known.packages.length === 0) return [];
  const differ = said.packages.every((one) => known.packages.every((other) => areOtherPackages(one, other)));
  return differ
    ? [{ property: 'package', says: cleanText(first.written, 40), part: title.packages[0]?.written ?? null }]
    : [];
}

/**
 * Flat cases of power parts, which have a name for each maker: they differ from those with a tab, and are not compared
 * with each other.
 */
const FLAT = /(?<!\p{L})(?:(?:PG-)?TS?DSON|PowerPAK|DirectFET|LFPAK|SuperSO|PQFN|(?:PG-)?HSOF|PowerDI)[-A-Z0-9]*/iu;
const WITH_TAB = /^(?:to(?:220|247|218|264|126|251|252|262|263)|dpak|d2pak|dip|pdip|sip)/;

function otherMounting(
  words: string,
  said: WrittenFacts,
  text: string,
  known: WrittenFacts,
): readonly RowContradiction[] {
  const haveTabs = ({ packages }: WrittenFacts) =>
    packages.length > 0 && packages.every(({ family }) => WITH_TAB.test(family));
  const [flat, other] = [FLAT.exec(words)?.[0], FLAT.exec(text)?.[0]];
  const tab = said.packages[0]?.written;
  if (flat !== undefined && other === undefined && said.packages.length === 0 && haveTabs(known))
    return [{ property: 'package', says: cleanText(flat, 40), part: null }];
  const isOther = tab !== undefined && flat === undefined && haveTabs(said);
  return isOther && other !== undefined && known.packages.length === 0
    ? [{ property: 'package', says: cleanText(tab, 40), part: null }]
    : [];
}

function otherValues(
  said: readonly WrittenValue[],
  known: readonly WrittenValue[],
  title: readonly WrittenValue[],
): readonly RowContradiction[] {
  return COMPARED.flatMap(([unit, property]) => {
    const ofUnit = (values: readonly WrittenValue[]) =>
      values.filter((value) => value.unit === unit && (unit === '%' || !value.isTolerance));
    const [rows, parts] = [ofUnit(said), ofUnit(known)];
    const [first] = rows;
    if (first === undefined || parts.length === 0) return [];
    if (ONE_OF_EACH.has(unit) && (countDistinct(rows) > 1 || countDistinct(parts) > 1)) return [];
    const sided = rows.filter(
      (one) => sideOf(one) !== undefined && parts.some((other) => sideOf(other) === sideOf(one)),
    );
    const held = sided.length > 0 ? sided : rows;
    const isMeant = (one: WrittenValue) => ofSameSide(one, parts);
    if (held.every((one) => isMeant(one).length === 0)) return [];
    if (held.some((one) => isMeant(one).some((other) => agree(one, other)))) return [];
    const [meant = first] = held;
    const shownOnes = ofSameSide(
      meant,
      ofUnit(title).filter((one) => parts.includes(one)),
    );
    const shown = shownOnes.find((one) => sideOf(one) === 'output') ?? shownOnes[0];
    return [{ property, says: textOf(meant), part: shown === undefined ? null : textOf(shown) }];
  });
}

function countDistinct(values: readonly WrittenValue[]): number {
  return new Set(values.map(({ from, to }) => `${from} ${to}`)).size;
}

/** An exposed pad is a pin for some and none for others. */
const PAD_PINS = 1;

/** A row counts eleven pins of a DFN-10; a case without a pad has an even number, or few. */
function isWithPad(said: number, pins: number): boolean {
  return said === pins + PAD_PINS && pins % 2 === 0 && pins >= FEWEST_BESIDE_PAD;
}

const FEWEST_BESIDE_PAD = 6;

function agree(one: WrittenValue, other: WrittenValue): boolean {
  if (one.unit === 'pin' && (other.from === one.from + PAD_PINS || isWithPad(one.from, other.from))) return true;
  if ((one.unit === 'A' || one.unit === 'V') && (isRounded(one.from, other.from) || isRounded(other.from, one.from)))
    return true;
  if (one.unit === 'B' && (one.from === BITS * other.from || other.from === BITS * one.from)) return true;
  const share = one.unit === 'Hz' ? SAME_FREQUENCY : SAME_SHARE;
  const leeway = share * Math.max(Math.abs(one.from), Math.abs(other.from));
  return one.from <= other.to + leeway && other.from <= one.to + leeway;
}

/** Whether the value, of two digits or more, is the other one rounded: 13 A for 13.4 A. */
function isRounded(value: number, exact: number): boolean {
  const digits = value
    .toExponential()
    .replace(/e.*/, '')
    .replace(/[^0-9]/g, '').length;
  return digits >= 2 && Number(exact.toPrecision(digits)) === value;
}

function textOf({ from, to, unit, isTolerance }: WrittenValue): string {
  const sign = isTolerance ? '±' : '';
  // The row may say either.
  if (unit === 'B' && from === to)
    return `${valueText(from, unit)} (${valueText(from * BITS, unit).replace('B', 'bit')})`;
  return from === to ? sign + valueText(from, unit) : `${valueText(from, unit)} to ${valueText(to, unit)}`;
}

/** Says that the index has several items of the number, of which the row has one. */
export function contradictionOfRecords({ records }: FoundRow): readonly RowContradiction[] {
  return records === undefined ? [] : [{ property: 'record', says: `${records} records`, part: null }];
}
