/**
 * Makes one level of the members of a JSON object, so that each can be a column: `{"part": {"manufacturer": {"name":
 * "X"}, "mpn": "1"}}` has the members `manufacturer` and `mpn`. A thing with a name is its name; several manufacturers
 * or alternates are numbered sets.
 */
import { senseOf } from './heading-words.ts';
import { remember } from './remember.ts';
import { recognizeColumns } from './recognize-columns.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members that hold what an object is called. */
const NAMING_MEMBERS = ['name', 'value', 'text', 'label', 'number'];
/** Objects that are about an offer of the part, not the part. */
const NOT_THE_PART =
  /offer|price|seller|stock|review|rating|image|distribut|supplier|vendor|merchant|shipping|breadcrumb/i;
/** Arrays of one row's parts, by any of which it may be filled; other arrays hold rows. */
const SETS = /manufacturer|mfr|mpn|source|brand|hersteller/i;
const DETAIL = /_?details?$/i;
const MAX_SETS = 5;
const MAX_LEVELS = 6;
/** The most members of an object that are made flat. */
const MAX_NESTED = 20;

/** Returns the object itself if it has nothing to flatten. Of two members of one name the outer one counts. */
export function flatMembers(members: Members, level = 0): Members {
  const nested = Object.entries(members).filter(([, value]) => typeof value === 'object' && value !== null);
  if (nested.length === 0 || level >= MAX_LEVELS) return members;
  const flat: Record<string, unknown> = { ...members };
  for (const [name, value] of nested.slice(0, MAX_NESTED)) {
    if (NOT_THE_PART.test(name)) continue;
    // InvenTree's "manufacturer": 7 has its name in "manufacturer_detail".
    const member = name.replace(DETAIL, '');
    const id = members[member];
    const isId = member !== name && (typeof id === 'number' || (typeof id === 'string' && /^[0-9]+$/.test(id)));
    if (isId && isManufacturerName(member) && nameOf(value) !== undefined) flat[member] = nameOf(value);
    const found = Array.isArray(value) ? ofSets(name, value, level) : ofObject(name, value as Members, level);
    if (found === undefined) continue;
    if (nameOf(value) === undefined) delete flat[name];
    for (const [key, inner] of Object.entries(found)) if (!Object.hasOwn(flat, key)) flat[key] = inner;
  }
  return flat;
}

/** Returns what an object is called; undefined if nothing says it. */
export function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return NAMING_MEMBERS.map((name) => (value as Members)[name]).find((one) => typeof one === 'string');
}

/**
 * Returns the members of an object that identifies a part; of a manufacturer only those that are clearly of its part.
 */
function ofObject(name: string, value: Members, level: number): Members | undefined {
  const inner = flatMembers(value, level + 1);
  const isManufacturer = isManufacturerName(name);
  const ofPart = Object.entries(inner).filter(([key]) => {
    if (key.startsWith('@')) return false;
    return isManufacturer ? isClearlyOfPart(key) : true;
  });
  if (ofPart.length === 0 || !(isManufacturer || hasPart(Object.fromEntries(ofPart)))) return undefined;
  return Object.fromEntries(ofPart);
}

/** Returns numbered members of an array of parts: `manufacturer 1`, `mpn 1`, `manufacturer 2` … */
function ofSets(name: string, value: readonly unknown[], level: number): Members | undefined {
  if (!isManufacturerName(name) && !senseOfName(name).isAlternate && !SETS.test(name)) return undefined;
  const elements = value.slice(0, MAX_SETS).map((one) => (isObject(one) ? flatMembers(one, level + 1) : undefined));
  if (elements.length === 0 || elements.some((one) => one === undefined || !hasPart(one))) return undefined;
  const prefix = senseOfName(name).isAlternate ? `${name} ` : '';
  return Object.fromEntries(
    elements.flatMap((element = {}, place) =>
      Object.entries(element).map(([key, inner]) => {
        const isName = NAMING_MEMBERS.includes(key) && isManufacturerName(name);
        return [`${isName ? name : `${prefix}${key}`} ${place + 1}`, inner];
      }),
    ),
  );
}

function isClearlyOfPart(name: string): boolean {
  const meaning = senseOfName(name).meaning;
  return meaning === 'manufacturerNumber' || meaning === 'gtin';
}

function isManufacturerName(name: string): boolean {
  const meaning = senseOfName(name).meaning;
  return meaning === 'manufacturer' || meaning === 'supplier';
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether members with values of their own identify a part. */
export function hasPart(members: Members): boolean {
  return namesPart(ownNames(members));
}

function ownNames(members: Members): readonly string[] {
  return Object.keys(members).filter((name) => !isNested(members[name]));
}

function isNested(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isObject) : isObject(value) && nameOf(value) === undefined;
}

/** Whether members of these names identify a part. */
export const namesPart = (names: readonly string[]): boolean => arePartNames(names.join('\n'));

/** Whether members with values of their own clearly identify a part, where "id" alone may be of anything. */
export function clearlyHasPart(members: Members): boolean {
  return clearlyNamePart(ownNames(members).join('\n'));
}

/** The objects of a file have the same names, which are understood once. */
const arePartNames = remember((names: string) => {
  const columns = recognizeColumns(names.split('\n'), [], true);
  return columns.ok && (columns.value.partNumber.length > 0 || columns.value.gtin.length > 0);
});
const clearlyNamePart = remember((names: string) => {
  const all = names.split('\n');
  const columns = recognizeColumns(all, [], true);
  if (!columns.ok) return false;
  const { supplier, partNumber, gtin } = columns.value;
  const isOfManufacturer = partNumber.some((place) => senseOfName(all[place] ?? '').meaning === 'manufacturerNumber');
  // Everything has an id.
  const isNumber = partNumber.some((place) => all[place]?.toLowerCase() !== 'id');
  return gtin.length > 0 || isOfManufacturer || (supplier.length > 0 && isNumber);
});
const senseOfName = remember(senseOf);
