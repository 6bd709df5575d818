/**
 * Reads the kind of part (resistor, screw), the thread and the nominal sizes that a text names, in the languages of
 * customers' files. A text that names several kinds names none: "MOSFET with diode".
 */

interface WrittenName {
  /** As the text writes it. */
  readonly written: string;
  readonly name: string;
}

/** Things that go with parts of every kind. */
const OTHER = 'other';
/** Names of parts that differ, not of properties: "thermal resistance" is no resistor. */
const KIND_WORDS = {
  resistor:
    'resistors?|[a-zäöü]*(?<!w[äa]rme|kontakt|[üu]bergangs|innen)widerst[aä]nd(?:e|en|s|es)?|resistencias?|resistores?',
  capacitor: 'capacitors?|[a-zäöü]*kondensator(?:en|s)?|condensateurs?|condensador(?:es)?|condensator[ei]|elkos?|mlcc',
  inductor: 'inductors?|induktivit[äa]t|[a-zäöü]*drosseln?|chokes?|ferrites?|beads?|ferritperlen?|[a-zäöü]*spulen?',
  diode: '[a-zäöü]*dioden?s?|diodos?|leds?|leuchtdioden?',
  transistor: 'transistor(?:s|en|es|i)?|mosfets?|igbts?|jfets?',
  crystal: 'crystals?|quarze?|schwingquarze?|cuarzos?|quartz|o[sc]+[zi]llator[en]*s?|resonators?',
  connector:
    'connectors?|[a-zäöü]*steckverbinder|[a-zäöü]*buchsen?|[a-zäöü]*stecker|headers?|sockets?|receptacles?|plugs?|conector(?:es)?|connecteurs?|terminals?|[a-zäöü]*klemmen?|jacks?',
  fuse: 'fuses?|sicherung(?:en)?|fusibles?|fusibil[ei]|polyfuses?',
  relay: 'relays?|relais|rel[èé]s?',
  circuit:
    'regulators?|ldo|[a-zäöü]*regler|reguladores?|régulateurs?|converters?|wandler|chargers?|drivers?|treiber|controllers?|ics?|amplifiers?|op-?amps?|[a-zäöü]*verst[äa]rker|comparators?|komparator(?:en)?|switch(?:es)?',
  sensor: 'sensors?|sensoren|capteurs?|thermistors?|ntc|ptc|varistors?',
  button: '[a-zäöü]*schalter|[a-zäöü]*taster|push ?buttons?|buttons?',
  screw: 'screws?|[a-zäöü]*schrauben?|tornillos?|vis',
  nut: 'nuts?|[a-zäöü]*muttern?|tuercas?|écrous?',
  washer: 'washers?|[a-zäöü]*scheiben?|arandelas?|rondelles?',
  standoff: 'standoffs?|spacers?|[a-zäöü]*bolzen|abstandshalter|inserts?',
  cable: '[a-zäöü]*kabel|cables?|wires?|lead(?:s)?|leitung(?:en)?',
  [OTHER]:
    'holders?|[a-zäöü]*halter(?:ung)?|[a-zäöü]*sockel|heatsinks?|k[üu]hlk[öo]rper|kits?|modules?|boards?|arrays?|networks?',
};
const KINDS = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${Object.entries(KIND_WORDS)
    .map(([kind, words]) => `(?<${kind}>${words})`)
    .join('|')})(?![\p{L}\p{N}])`,
  'giu',
);

/** Returns the one kind of part that the text names. */
export function kindIn(text: string): WrittenName | undefined {
  const found = new Map<string, WrittenName>();
  for (const match of text.slice(0, MAX_CHARACTERS).matchAll(KINDS)) {
    // "… transceivers using four 0.1 µF external capacitors" are none.
    if (/extern\p{L}*\s+$/iu.test(text.slice(Math.max(0, match.index - 20), match.index))) continue;
    const [name] = Object.entries(match.groups ?? {}).find(([, word]) => word !== undefined) ?? [];
    if (name !== undefined && !found.has(name)) found.set(name, { name, written: match[0] });
  }
  const [first] = found.values();
  return found.size === 1 && first?.name !== OTHER ? first : undefined;
}

/**
 * "M4", "M2,5 x 10", "M6x1.0"; not the core of a processor, and not the slot M.2. What follows the sign is the length
 * of a screw, or the pitch.
 */
const THREAD =
  /(?<![\p{L}\p{N}.,/-]|cortex[- ])M(1[02468]|2[0247]|30|36|[12][.,][2-8]|[2-8])(?:[ -]?[x×*] ?(\d{1,3}(?:[.,]\d{1,2})?))?(?:[ -]?mm)?(?![\p{L}\p{N}-]|[.,]\d)/giu;
/** "1/4-20 UNC", "#10-32 UNF". */
const INCH_THREAD = /(?<![\p{L}\p{N}/.])(#?\d{1,2}(?:\/\d{1,2})?)["”]? ?- ?(\d{2}) ?(UN[CF])(?!\p{L})/giu;
/** No thread has a pitch of so much. */
const SHORTEST_LENGTH = 4;

/** Returns the threads that the text names, in a usual form: "M2.5", "1/4-20 UNC". */
export function threadsIn(text: string): readonly string[] {
  const read = text.slice(0, MAX_CHARACTERS);
  const metric = [...read.matchAll(THREAD)].map(([, size = '']) => `M${size.replace(',', '.')}`);
  const inch = [...read.matchAll(INCH_THREAD)].map(
    ([, size = '', turns = '', kind = '']) => `${size}-${turns} ${kind.toUpperCase()}`,
  );
  return [...new Set([...metric, ...inch])];
}

/** Returns the lengths behind threads, in millimetres: 40 of "M4 x 40". */
export function threadLengthsIn(text: string): readonly number[] {
  const found = [...text.slice(0, MAX_CHARACTERS).matchAll(THREAD)].map(([, , length = '']) =>
    Number(length.replace(',', '.')),
  );
  return [...new Set(found.filter((length) => length >= SHORTEST_LENGTH))];
}

/** Sizes and classes that are named by their letters and one of the usual numbers. */
const NOMINAL_SIZES = {
  DN: '6 8 10 15 20 25 32 40 50 65 80 100 125 150 200 250 300 350 400 450 500 600 700 800 900 1000',
  PN: '6 10 16 25 40 63 64 100 160 250 315 320 400',
  IP: '20 21 22 23 30 31 32 33 40 41 42 43 44 50 51 52 53 54 55 56 57 60 61 62 63 64 65 66 67 68 69',
} as const;
export type Nominal = keyof typeof NOMINAL_SIZES;
const NOMINAL = /(?<![\p{L}\p{N}/.-])(DN|PN|IP)[ .-]?(\d{1,4})[KM]?(?![\p{L}\p{N}]|[.,]\d)/giu;
const USUAL: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(NOMINAL_SIZES).map(([name, sizes]) => [name, new Set(sizes.split(' '))]),
);

/** Returns the sizes of the name that the text has, in a usual form: "DN25". */
export function nominalsIn(text: string, name: Nominal): readonly string[] {
  const found = [...text.slice(0, MAX_CHARACTERS).matchAll(NOMINAL)].flatMap(([, of = '', size = '']) =>
    of.toUpperCase() === name && USUAL.get(name)?.has(size) === true ? [name + size] : [],
  );
  return [...new Set(found)];
}

/** "X5R or better" allows others. */
const DIELECTRIC =
  /(?<![\p{L}\p{N}-])(?:(X[57]R|Y5V)|(C[0O]G|NP[0O]))(?![\p{L}\p{N}-])(?!\s*(?:\+|(?:or|oder|ou|o|of)\s+(?:better|besser|mieux|mejor|migliore|beter)))/giu;

/** Returns the dielectrics of ceramic capacitors that the text has: "X7R", "C0G", which NP0 is another name of. */
export function dielectricsIn(text: string): readonly string[] {
  const found = [...text.slice(0, MAX_CHARACTERS).matchAll(DIELECTRIC)];
  return [...new Set(found.map(([, name]) => name?.toUpperCase() ?? 'C0G'))];
}

const MAX_CHARACTERS = 2_000;
