/**
 * Compiles a mapping and the columns of one file into a function that reads rows. Reports every error in the mapping,
 * with similar names, before a row is read.
 */
import { headingSpelling } from '../../catalogs/files/recognize-columns.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { readPath, valueAt } from './json-path.ts';
import { nearestNames } from './nearest-names.ts';
import {
  MAPPED_NUMBERS,
  MAPPED_TEXTS,
  type MappedSource,
  type MappedValue,
  type RecordMapping,
} from './record-mapping.ts';
import { nestFacts } from './read-facts.ts';
import { readRecord, type FieldReader, type MappedRow } from './read-mapped.ts';
import { gtinOf, numberOf, textOf, textsOf, type Reading, type SourceRow } from './read-value.ts';
import { convertUnit, readUnit } from './units.ts';

/** The columns of a file: its headings by position, or the member names of its first objects. */
export interface FileColumns {
  readonly kind: SourceRow['kind'];
  readonly names: readonly string[];
}

export interface LookupTable {
  /** Returns undefined if the table lacks the key, and null if the cell is empty. */
  find(key: string, column: string): string | null | undefined;
}

export type MappingProblem =
  | {
      readonly kind: 'no_such_column';
      readonly column: string;
      readonly at: string;
      readonly nearest: readonly string[];
    }
  | { readonly kind: 'unknown_unit'; readonly unit: string; readonly at: string; readonly nearest: readonly string[] }
  | { readonly kind: 'units_differ'; readonly at: string }
  | { readonly kind: 'no_such_table'; readonly table: string; readonly at: string; readonly nearest: readonly string[] }
  | { readonly kind: 'invalid_path'; readonly column: string; readonly at: string }
  | { readonly kind: 'says_no_source'; readonly at: string };

export type RowReader = (row: SourceRow) => MappedRow;

/** @param tables the loaded tables by name */
export function compileMapping(
  mapping: RecordMapping,
  columns: FileColumns,
  tables: ReadonlyMap<string, LookupTable>,
): Result<RowReader, readonly MappingProblem[]> {
  const compiler = new MappingCompiler(mapping, columns, tables);
  const reader = compiler.compile();
  return compiler.problems.length > 0 ? fail(compiler.problems) : succeed(reader);
}

type RawReader = (row: SourceRow) => unknown;
/** Returns the value of a source in one row: text, a list or JSON. */
type ValueReader = (row: SourceRow, reading: Reading) => unknown;

const NOTHING: RawReader = () => undefined;

class MappingCompiler {
  readonly problems: MappingProblem[] = [];
  readonly #mapping: RecordMapping;
  readonly #columns: FileColumns;
  readonly #tables: ReadonlyMap<string, LookupTable>;
  readonly #places: ReadonlyMap<string, number>;
  readonly #spelled: ReadonlyMap<string, number>;
  readonly #blank: ReadonlySet<string>;

  constructor(mapping: RecordMapping, columns: FileColumns, tables: ReadonlyMap<string, LookupTable>) {
    this.#mapping = mapping;
    this.#columns = columns;
    this.#tables = tables;
    this.#blank = new Set(mapping.blank ?? []);
    // Of two columns with the same heading, the first counts.
    const byPlace = columns.names.map((name, place) => [name, place] as const).toReversed();
    this.#places = new Map(byPlace.map(([name, place]) => [name.trim(), place]));
    this.#spelled = new Map(byPlace.map(([name, place]) => [headingSpelling(name), place]));
  }

  compile(): RowReader {
    const filters = Object.entries(this.#mapping.only ?? {}).map(([column, values]) => {
      const read = this.#column(column, 'only', false);
      const wanted = new Set(values);
      return (row: SourceRow) => wanted.has(textOf(read(row)) ?? '');
    });
    const fields = this.#fields();
    return (row) => (filters.every((passes) => passes(row)) ? readRecord(row, fields) : { kind: 'passed_over' });
  }

  #fields(): readonly FieldReader[] {
    const { fields } = this.#mapping;
    const readers: FieldReader[] = [];
    for (const field of MAPPED_TEXTS) {
      const source = fields[field];
      if (source === undefined) continue;
      const read = this.#value(source, field);
      const lenient = typeof source === 'object' && source.invalid === 'leave_out';
      const isBarcode = field === 'gtin' || field === 'upc';
      readers.push((row, reading) => {
        const text = textOf(read(row, reading));
        return [field, isBarcode && text !== null ? gtinOf(text, lenient) : text];
      });
    }
    for (const field of MAPPED_NUMBERS) {
      const source = fields[field];
      if (source === undefined) continue;
      const read = this.#number(source, field);
      readers.push((row, reading) => [field, read(row, reading)]);
    }
    return [...readers, ...this.#weight(), ...this.#dimensions(), ...this.#lists(), ...this.#attributes()];
  }

  #weight(): readonly FieldReader[] {
    const { weight } = this.#mapping.fields;
    if (weight === undefined) return [];
    const read = this.#number(weight, 'weight');
    const named = weight.unit_from === undefined ? NOTHING : this.#column(weight.unit_from, 'weight', false);
    const fixed = weight.to ?? weight.unit;
    return [
      (row, reading) => {
        const value = read(row, reading);
        const unit = fixed === undefined ? textOf(named(row)) : fixed;
        return ['weight', value === null ? null : { value, unit }];
      },
    ];
  }

  #dimensions(): readonly FieldReader[] {
    const { dimensions } = this.#mapping.fields;
    if (dimensions === undefined) return [];
    const { unit, to } = dimensions;
    const sides = (['length', 'width', 'height'] as const).map((side) => {
      const source = dimensions[side];
      const scaled = source === undefined ? undefined : { ...valueOf(source), unit, ...(to !== undefined && { to }) };
      return [side, scaled === undefined ? () => null : this.#number(scaled, `dimensions.${side}`)] as const;
    });
    return [
      (row, reading) => {
        const values = sides.map(([side, read]) => [side, read(row, reading)] as const);
        const known = values.some(([, value]) => value !== null);
        return ['dimensions', known ? { ...Object.fromEntries(values), unit: to ?? unit } : null];
      },
    ];
  }

  #attributes(): readonly FieldReader[] {
    const { attributes } = this.#mapping.fields;
    if (attributes === undefined) return [];
    const readers = Object.entries(attributes).map(([name, source]) => {
      const at = `attributes.${name}`;
      const isMeasured = typeof source === 'object' && (source.unit ?? source.unit_from) !== undefined;
      return [name, isMeasured ? this.#number(source, at) : this.#value(source, at)] as const;
    });
    return [
      (row, reading) => {
        const present = readers
          .map(([name, read]) => [name, presentOf(read(row, reading))] as const)
          .filter(([, value]) => value !== null);
        return ['attributes', present.length === 0 ? null : nestFacts(present)];
      },
    ];
  }

  #lists(): readonly FieldReader[] {
    const { keywords, media, sources } = this.#mapping.fields;
    const readers: FieldReader[] = [];
    if (keywords !== undefined) {
      const words = (Array.isArray(keywords) ? keywords : [keywords]).map((one) => this.#value(one, 'keywords'));
      readers.push((row, reading) => {
        const texts = [...new Set(words.flatMap((read) => textsOf(read(row, reading))))];
        return ['keywords', texts.length === 0 ? null : texts];
      });
    }
    if (media !== undefined) readers.push(this.#linked('media', media));
    if (sources !== undefined) readers.push(this.#linked('sources', sources));
    return readers;
  }

  /** Entries without a URL are left out. */
  #linked(
    field: 'media' | 'sources',
    entries: readonly Readonly<Record<string, MappedSource | undefined>>[],
  ): FieldReader {
    const readers = entries.map((entry) =>
      Object.entries(entry).flatMap(([name, source]) => {
        if (source === undefined) return [];
        if (name === 'type') return [[name, () => source] as const];
        return [[name, this.#value(source, `${field}.${name}`)] as const];
      }),
    );
    return (row, reading) => {
      const linked = readers.flatMap((members) => {
        const values = members.map(([name, read]) => [name, textOf(read(row, reading))] as const);
        const present = Object.fromEntries(values.filter(([, value]) => value !== null));
        return 'url' in present ? [present] : [];
      });
      return [field, linked.length === 0 ? null : linked];
    };
  }

  #number(source: MappedSource, at: string): (row: SourceRow, reading: Reading) => number | null {
    const value = valueOf(source);
    const read = this.#value(value, at);
    const convert = this.#conversion(value, at);
    const decimal = this.#mapping.decimal ?? '.';
    return (row, reading) => {
      const stated = read(row, reading);
      const text = textOf(stated);
      if (text === null) return null;
      const number = typeof stated === 'number' ? stated : numberOf(text, decimal);
      if (number === undefined) {
        reading.problems.push({ kind: 'not_a_number', field: at });
        return null;
      }
      return convert(number, row, reading);
    };
  }

  #conversion(
    { unit, unit_from: unitFrom, to }: MappedValue,
    at: string,
  ): (value: number, row: SourceRow, reading: Reading) => number | null {
    const known = [unit, to].map((text) => (text === undefined ? undefined : readUnit(text)));
    for (const read of known) if (read?.ok === false) this.problems.push({ ...read.reason, at });
    const [from, target] = known.map((read) => (read?.ok === true ? read.value : undefined));
    if (from !== undefined && target !== undefined && from.kind !== target.kind)
      this.problems.push({ kind: 'units_differ', at });
    const named = unitFrom === undefined ? undefined : this.#column(unitFrom, at, false);
    return (value, row, reading) => {
      if (named === undefined)
        return from === undefined || target === undefined ? value : convertUnit(value, from, target);
      const read = readUnit(textOf(named(row)) ?? '');
      if (!read.ok) {
        reading.problems.push({ ...read.reason, field: at });
        return null;
      }
      if (target === undefined) return value;
      if (read.value.kind !== target.kind) reading.problems.push({ kind: 'units_differ', field: at });
      return convertUnit(value, read.value, target);
    };
  }

  #value(source: MappedSource, at: string): ValueReader {
    const value = valueOf(source);
    const raw = this.#raw(value, at);
    const { split, at: place, words, drop_endings: endings } = value;
    const looked = this.#looked(value, at);
    return (row, reading) => {
      let result = this.#present(raw(row));
      if (split !== undefined && typeof result === 'string') {
        const parts = result.split(split).map((part) => part.trim());
        result = place === undefined ? parts.filter((part) => part !== '') : parts[place];
      }
      if (looked !== undefined) result = looked(result, reading);
      if (typeof result === 'string') {
        const ending = endings?.find((one) => (result as string).endsWith(one));
        if (ending !== undefined) result = result.slice(0, -ending.length);
      }
      if (words !== undefined) {
        const word = textOf(result);
        if (word !== null && Object.hasOwn(words, word)) result = words[word];
      }
      return result;
    };
  }

  #raw(value: MappedValue, at: string): RawReader {
    const { from, join, template, optional = false } = value;
    const given = [from, join, template, value.value].filter((one) => one !== undefined);
    if (given.length !== 1) {
      this.problems.push({ kind: 'says_no_source', at });
      return NOTHING;
    }
    if (from !== undefined) return this.#firstOf([from].flat(), at, optional);
    if (join !== undefined) {
      const readers = join.map((column) => this.#column(column, at, optional));
      return (row) => readers.flatMap((read) => textOf(this.#present(read(row))) ?? []).join(value.with ?? ' ');
    }
    if (template !== undefined) return this.#template(template, at, optional);
    const constant: unknown = value.value;
    return () => constant;
  }

  #firstOf(columns: readonly string[], at: string, optional: boolean): RawReader {
    const readers = columns.map((column) => this.#column(column, at, optional));
    return (row) => {
      for (const read of readers) {
        const value = this.#present(read(row));
        if (presentOf(value) !== null) return value;
      }
      return undefined;
    };
  }

  #template(template: string, at: string, optional: boolean): RawReader {
    const parts = template.split(/\{([^{}]*)\}/);
    const readers = parts.map((part, place) => (place % 2 === 0 ? () => part : this.#column(part, at, optional)));
    return (row) => {
      const texts = readers
        .map((read) => read(row))
        .map((said, place) => (place % 2 === 0 ? said : textOf(this.#present(said))));
      return texts.includes(null) ? undefined : texts.join('');
    };
  }

  #looked({ table, take }: MappedValue, at: string): ((said: unknown, reading: Reading) => unknown) | undefined {
    if (table === undefined) return undefined;
    const settings = this.#mapping.tables?.[table];
    const column = take ?? settings?.columns[0];
    if (settings === undefined || column === undefined || !settings.columns.includes(column)) {
      const nearest = nearestNames(Object.keys(this.#mapping.tables ?? {}), table);
      this.problems.push({
        kind: 'no_such_table',
        table: settings === undefined ? table : `${table}.${column ?? ''}`,
        at,
        nearest,
      });
      return undefined;
    }
    const loaded = this.#tables.get(table);
    if (loaded === undefined) return () => undefined;
    return (said, reading) => {
      const key = textOf(said);
      if (key === null) return undefined;
      const found = loaded.find(key, column);
      if (found === undefined && settings.optional !== true)
        reading.problems.push({ kind: 'not_in_table', field: at, table });
      return this.#present(found);
    };
  }

  #column(column: string, at: string, optional: boolean): RawReader {
    return this.#columns.kind === 'cells' ? this.#cell(column, at, optional) : this.#member(column, at, optional);
  }

  #cell(column: string, at: string, optional: boolean): RawReader {
    const place = this.#places.get(column.trim()) ?? this.#spelled.get(headingSpelling(column));
    if (place === undefined) {
      if (!optional) this.#missing(column, at);
      return NOTHING;
    }
    return (row) => (row.kind === 'cells' ? row.cells[place] : undefined);
  }

  #member(column: string, at: string, optional: boolean): RawReader {
    const path = readPath(column);
    if (this.#columns.names.includes(column))
      return (row) => (row.kind === 'members' ? row.members[column] : undefined);
    if (!path.ok) {
      this.problems.push({ kind: 'invalid_path', column, at });
      return NOTHING;
    }
    if (!optional && !this.#columns.names.includes(path.value[0].member)) this.#missing(path.value[0].member, at);
    return (row) => (row.kind === 'members' ? valueAt(row.members, path.value) : undefined);
  }

  #missing(column: string, at: string): void {
    const { names } = this.#columns;
    this.problems.push({ kind: 'no_such_column', column, at, nearest: nearestNames(names, column) });
  }

  /** Returns undefined for a text that the mapping lists as blank. */
  #present(value: unknown): unknown {
    return typeof value === 'string' && this.#blank.has(value.trim()) ? undefined : value;
  }
}

function valueOf(source: MappedSource): MappedValue {
  return typeof source === 'string' ? { from: source } : source;
}

/** Returns null for nothing, blank text or an empty list, and otherwise the value. */
function presentOf(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return textOf(value);
  return Array.isArray(value) && value.length === 0 ? null : value;
}
