/**
 * Reads the kind of part (resistor, screw) and the metric thread that a text names, in English and the languages of
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

/** "M4", "M2,5 x 10", "M6x1.0"; not the core of a processor, and not the slot M.2. */
const THREAD =
  /(?<![\p{L}\p{N}.,/-]|cortex[- ])M(1[0246]|20|[12][.,][2-8]|[2-8])(?:[ -]?[x×*] ?\d{1,3}(?:[.,]\d{1,2})?)?(?:[ -]?mm)?(?![\p{L}\p{N}-]|[.,]\d)/giu;

/** Returns the metric threads that the text names, in a usual form: "M2.5". */
export function threadsIn(text: string): readonly string[] {
  const found = text.slice(0, MAX_CHARACTERS).matchAll(THREAD);
  return [...new Set([...found].map(([, size = '']) => `M${size.replace(',', '.')}`))];
}

const MAX_CHARACTERS = 2_000;
