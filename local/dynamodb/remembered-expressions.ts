/**
 * Caches dynalite's expression parsers, which parse every text anew with much backtracking: a fifth of the engine's
 * work. The service sends a few hundred texts repeatedly, so the tree of each is cached, with placeholders for the
 * names and values of a request.
 */

/** What dynalite's validators pass to a parser. It deletes what an expression uses from the unused names and values. */
export interface ParseContext {
  readonly attrNames?: Readonly<Record<string, string>>;
  readonly attrVals?: Readonly<Record<string, object>>;
  readonly unusedAttrNames: Record<string, true>;
  readonly unusedAttrVals: Record<string, true>;
}

/** @returns the tree, or a text that says what is wrong. @throws on a text that is not an expression */
export type Parse = (text: string, options: { readonly context: ParseContext }) => unknown;

interface Kept {
  /** Contains the placeholders of `NAME_PLACE` and `values` instead of names and values. */
  readonly tree: object;
  readonly values: ReadonlyMap<object, string>;
  readonly usedNames: readonly string[];
  readonly usedValues: readonly string[];
}

/** A bound, because the number of texts with numbered names is unlimited. */
const KEPT_AT_MOST = 2_000;
/** No attribute name in a text can begin with this. */
const NAME_PLACE = '\u0000';
/** The parse of these depends on the values, not only on their types. */
const BY_VALUE = /between|attribute_type/i;

/** Returns the same parser with a cache. Refused texts are parsed each time. */
export function memoizeParse(parse: Parse): Parse {
  const known = new Map<string, Kept | undefined>();
  return (text, options) => {
    const { attrNames = {}, attrVals = {} } = options.context;
    if (BY_VALUE.test(text) || !areApart(Object.values(attrNames), text)) return parse(text, options);
    const key = JSON.stringify([text, Object.keys(attrNames), Object.entries(attrVals).map(typeOf)]);
    if (!known.has(key)) {
      if (known.size >= KEPT_AT_MOST) known.clear();
      known.set(key, readTree(parse, text, options.context));
    }
    const kept = known.get(key);
    if (kept === undefined) return parse(text, options);
    const { unusedAttrNames, unusedAttrVals } = options.context;
    for (const name of kept.usedNames) delete unusedAttrNames[name];
    for (const name of kept.usedValues) delete unusedAttrVals[name];
    return filled(kept.tree, kept.values, attrNames, attrVals);
  };
}

/** A parser compares names with each other and with the text; if all of them differ, so do their placeholders. */
function areApart(names: readonly string[], text: string): boolean {
  if (names.length === 0) return true;
  const inText = new Set(text.match(/(?<![#:\w])\w+/g));
  return new Set(names).size === names.length && names.every((name) => name !== '' && !inText.has(name));
}

function typeOf([name, value]: readonly [string, object]): readonly string[] {
  return [name, ...Object.keys(value)];
}

function readTree(parse: Parse, text: string, context: ParseContext): Kept | undefined {
  const { attrNames = {}, attrVals = {} } = context;
  const places = Object.fromEntries(Object.keys(attrNames).map((name) => [name, NAME_PLACE + name]));
  // A request may contain one object under several names. Each name gets a separate object, which marks its value's
  // place in the tree.
  const apart = Object.fromEntries(Object.entries(attrVals).map(([name, value]) => [name, { ...value }]));
  const unusedAttrNames = { ...context.unusedAttrNames };
  const unusedAttrVals = { ...context.unusedAttrVals };
  try {
    const tree = parse(text, {
      context: { ...context, attrNames: places, attrVals: apart, unusedAttrNames, unusedAttrVals },
    });
    if (typeof tree !== 'object' || tree === null) return undefined;
    return {
      tree,
      values: new Map(Object.entries(apart).map(([name, value]) => [value, name])),
      usedNames: Object.keys(attrNames).filter((name) => !(name in unusedAttrNames)),
      usedValues: Object.keys(attrVals).filter((name) => !(name in unusedAttrVals)),
    };
  } catch {
    return undefined;
  }
}

/** Returns a copy with the names and values of a request, because the engine may change its input. */
function filled(
  tree: object,
  values: Kept['values'],
  attrNames: Readonly<Record<string, string>>,
  attrVals: Readonly<Record<string, object>>,
): object {
  const nameOf = (text: string) => (text.startsWith(NAME_PLACE) ? (attrNames[text.slice(1)] ?? text) : text);
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') return nameOf(part);
    if (typeof part !== 'object' || part === null) return part;
    const value = values.get(part);
    if (value !== undefined) return attrVals[value];
    if (Array.isArray(part)) return part.map(copy);
    const made = Object.create(Object.getPrototypeOf(part) as object | null) as Record<string, unknown>;
    for (const [name, member] of Object.entries(part)) made[nameOf(name)] = copy(member);
    return made;
  };
  return copy(tree) as object;
}
