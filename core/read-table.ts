/** A table of data/ as `npm run data` packs it into a module: rows between line feeds, cells between tabs. */
export function readTable(text: string): readonly (readonly [string, ...string[]])[] {
  return text.split('\n').map((line) => line.split('\t') as [string, ...string[]]);
}

/** The sets of a table whose second cell lists words, by their name. @throws {Error} for a name that the table has not */
export function readWordSets(text: string): (name: string) => ReadonlySet<string> {
  const sets = new Map(readTable(text).map(([name, words = '']) => [name, new Set(words.split(' '))]));
  return (name) => {
    const words = sets.get(name);
    if (words === undefined) throw new Error(`No words are packed as "${name}".`);
    return words;
  };
}
