/** Reads a table of data/ that `npm run data` packed into a module: line feeds separate rows, tabs separate cells. */
export function readTable(text: string): readonly (readonly [string, ...string[]])[] {
  return text.split('\n').map((line) => line.split('\t') as [string, ...string[]]);
}

/** Reads a table of named word sets: a name, then its words. @throws {Error} for a name that is not in the table */
export function readWordSets(text: string): (name: string) => ReadonlySet<string> {
  const sets = new Map(readTable(text).map(([name, words = '']) => [name, new Set(words.split(' '))]));
  return (name) => {
    const words = sets.get(name);
    if (words === undefined) throw new Error(`No words are packed as "${name}".`);
    return words;
  };
}
