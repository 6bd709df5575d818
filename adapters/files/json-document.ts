/**
 * Finds where a JSON document holds its rows: an array of objects or of arrays, with its headings first or beside it,
 * an object of objects, one object, or one array for each column. The beginning of the file decides; json-elements.ts
 * reads the rows one by one.
 */
import { clearlyHasPart, flatMembers, hasPart, nameOf, namesPart } from '../../core/catalogs/files/flat-members.ts';

/** `path`: the members that lead to the rows; null leads through every element of an array. */
interface JsonRows {
  readonly kind: 'objects' | 'arrays' | 'values' | 'whole' | 'columns';
  readonly path: readonly (string | null)[];
  /** The headings of arrays that are beside them: `{"columns": ["MPN"], "rows": [["1"]]}`. */
  readonly headings?: readonly string[] | undefined;
}

/** The most values of a container that are looked at. */
const LOOKED_AT = 5;
const MAX_DEPTH = 32;
const VARIANTS = /^(?:variants?|varianten|variantes?|children|skus?)$/i;

/** Returns undefined for JSON Lines, and for what is no JSON. */
export function findJsonRows(beginning: string): JsonRows | undefined {
  const { value, isMore } = readBeginning(beginning);
  if (typeof value !== 'object' || value === null || isMore) return undefined;
  const found = rowsIn(value, []);
  const first = found.find(({ isPart }) => isPart) ?? found.find(({ kind }) => kind === 'objects');
  return first === undefined ? undefined : { kind: first.kind, path: first.path, headings: first.headings };
}

interface FoundRows extends JsonRows {
  readonly isPart: boolean;
  /** Whether they name parts by more than an id, which an order or an invoice has, too. */
  readonly isClear?: boolean;
}

/** Returns the containers that may hold the rows, the outer ones first. */
function rowsIn(value: object, path: JsonRows['path']): readonly FoundRows[] {
  if (Array.isArray(value)) {
    const rows: readonly unknown[] = value.slice(0, LOOKED_AT);
    if (rows.length === 0 && path.length === 0) return [{ kind: 'objects', path, isPart: false }];
    const objects = rows.filter(isObject);
    // Groups of parts: the rows are in each of them.
    const inner = objects.flatMap((one) => membersIn(one, [...path, null])).filter((one) => one.isPart);
    const isClear = objects.some(isClearPart);
    // A product of a shop has an id; its variants have the barcodes.
    const variants = inner.find((one) => one.isClear === true && VARIANTS.test(String(one.path.at(-1))));
    if (!isClear && variants !== undefined) return [variants];
    if (objects.some(isPart)) return [{ kind: 'objects', path, isPart: true, isClear }];
    if (objects.length > 0) return [...inner.slice(0, 1), { kind: 'objects', path, isPart: false }];
    // A list of numbers alone has no heading.
    const areNumbers = path.length === 0 && rows.every((row) => typeof row === 'string' && /[0-9]/.test(row));
    if (areNumbers) return [{ kind: 'arrays', path, isPart: true }];
    const [heading] = rows;
    const isTable = rows.every(Array.isArray) && Array.isArray(heading);
    return isTable ? [{ kind: 'arrays', path, isPart: namesPart(heading.map(String)) }] : [];
  }
  const members = Object.entries(value) as [string, unknown][];
  const scalars = members.flatMap(([name, one]) => (typeof one === 'object' ? [] : [name]));
  const inner = membersIn(value as Members, path);
  const clear = isClearPart(value as Members) ? [] : inner.filter(({ isClear }) => isClear === true);
  if (path.length === 0 && clear.length === 0 && namesPart(scalars)) return [{ kind: 'whole', path, isPart: true }];
  const values = members.map(([, one]) => one).slice(0, LOOKED_AT);
  const areParts =
    values.length > 0 &&
    values.every((one) => isObject(one) && isPart(one)) &&
    (clear.length === 0 || values.some((one) => isObject(one) && isClearPart(one)));
  const own: readonly FoundRows[] = areParts ? [{ kind: 'values', path, isPart: true }] : tablesIn(members, path);
  const isWhole = path.length === 0 && !areParts && !inner.some((one) => one.isPart) && isPart(value as Members);
  return [...own, ...(isWhole ? ([{ kind: 'whole', path, isPart: true }] as const) : []), ...inner];
}

/** Returns a table whose headings are beside its rows, or which is written by columns. */
function tablesIn(members: readonly (readonly [string, unknown])[], path: JsonRows['path']): readonly FoundRows[] {
  const headings = members.map(([, one]) => headingsIn(one)).find((names) => names !== undefined && namesPart(names));
  const rows = members.filter(([, one]) => Array.isArray(one) && one.length > 0 && one.every(Array.isArray));
  const [first] = rows;
  if (headings !== undefined && first !== undefined)
    return [{ kind: 'arrays', path: [...path, first[0]], isPart: true, headings }];
  const columns = members.filter(([, one]) => columnOf(one) !== undefined);
  const isTable = path.length === 0 && columns.length >= 2 && namesPart(columns.map(([name]) => name));
  return isTable ? [{ kind: 'columns', path, isPart: true }] : [];
}

/** Returns the names of an array of texts, or of things that have a name. */
function headingsIn(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const names = value.map((one: unknown) => (typeof one === 'string' ? one : (nameOf(one) ?? columnName(one))));
  return names.every((name) => name !== undefined) ? names : undefined;
}

const COLUMN_NAMES = ['field', 'key', 'title', 'header', 'id', 'dataIndex'];

function columnName(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  return COLUMN_NAMES.map((name) => value[name]).find((one) => typeof one === 'string');
}

/**
 * Returns the values of a column: `["a", "b"]`, `{"0": "a", "1": "b"}`; undefined for anything else, and for one value.
 */
export function columnOf(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value) && !Object.keys(value).every((key) => /^[0-9]+$/.test(key))) return undefined;
  const values: readonly unknown[] = Object.values(value);
  return values.length < 2 || values.some((one) => typeof one === 'object' && one !== null) ? undefined : values;
}

function membersIn(value: Members, path: JsonRows['path']): readonly FoundRows[] {
  return Object.entries(value).flatMap(([name, one]) =>
    typeof one === 'object' && one !== null ? rowsIn(one, [...path, name]) : [],
  );
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPart(members: Members): boolean {
  return hasPart(flatMembers(members));
}

function isClearPart(members: Members): boolean {
  return clearlyHasPart(flatMembers(members));
}

const STRING = /"(?:[^"\\]|\\.)*"/y;
const SPACE = /\s*/y;
const SCALAR = /[^\s,[\]{}":]+/y;

/** Reads the first value of a text as far as it goes. `isMore`: another value follows, as in JSON Lines. */
function readBeginning(text: string): { readonly value: unknown; readonly isMore: boolean } {
  let at = 0;
  const take = (form: RegExp): string | undefined => {
    form.lastIndex = at;
    const found = form.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  let root: unknown;
  const read = (put: (value: unknown) => void, depth: number): boolean => {
    take(SPACE);
    const sign = text[at];
    if (sign === undefined || depth > MAX_DEPTH) return false;
    if (sign === '"') {
      const string = take(STRING);
      put(string === undefined ? '' : textOf(string));
      return string !== undefined;
    }
    if (sign !== '{' && sign !== '[') {
      const scalar = take(SCALAR);
      put(scalar ?? null);
      return scalar !== undefined;
    }
    return sign === '[' ? readArray(put, depth) : readObject(put, depth);
  };
  const readArray = (put: (value: unknown) => void, depth: number): boolean => {
    const values: unknown[] = [];
    put(values);
    for (at += 1; ;) {
      take(SPACE);
      if (text[at] === ']') return (at += 1) > 0;
      if (!read((value) => values.push(value), depth + 1)) return false;
      take(SPACE);
      if (text[at] === ',') at += 1;
    }
  };
  const readObject = (put: (value: unknown) => void, depth: number): boolean => {
    const members: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    put(members);
    for (at += 1; ;) {
      take(SPACE);
      if (text[at] === '}') return (at += 1) > 0;
      const name = take(STRING);
      take(SPACE);
      if (name === undefined || text[at] !== ':') return false;
      at += 1;
      if (!read((value) => (members[textOf(name)] = value), depth + 1)) return false;
      take(SPACE);
      if (text[at] === ',') at += 1;
    }
  };
  const isWhole = read((value) => (root = value), 0);
  take(SPACE);
  return { value: root, isMore: isWhole && at < text.length };
}

function textOf(string: string): string {
  try {
    return String(JSON.parse(string));
  } catch {
    return '';
  }
}
