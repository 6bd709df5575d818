/**
 * Joins the files that a bundle's start loads into the first of them, handler.mjs: esbuild divides them by what the
 * later files share, into about thirty, and each costs the start a search, a read and a compilation
 * (docs/decisions/0024-cold-start.md). The files that are loaded when needed then import from handler.mjs what they
 * imported from the joined ones.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync, type BuildOptions, type Metafile } from 'esbuild';

type Output = Metafile['outputs'][string];

/** An import of a minified file: its names, if it has any, and the file that they come from. */
const IMPORT = /(import|export)(?:\{([^}]*)\}from)?"\.\/([^"]+)";/g;

/**
 * @param folder holds the bundle that `made` describes
 * @param options how its files are written
 * @returns the description of the joined bundle
 */
export function joinStart(folder: string, made: Metafile, options: BuildOptions): Metafile {
  const outputs = new Map(Object.entries(made.outputs).map(([file, output]) => [path.basename(file), output]));
  const joined = filesOfStart(outputs);
  const later = [...outputs.keys()].filter((name) => name.endsWith('.mjs') && !joined.has(name));
  const exported = new Set<string>();
  for (const name of later) {
    const file = path.join(folder, name);
    writeFileSync(file, importFromStart(readFileSync(file, 'utf8'), joined, exported));
  }
  const start = buildSync({
    ...options,
    stdin: { contents: [`export * from "./${START}";`, ...exported].join('\n'), resolveDir: path.resolve(folder) },
    outfile: path.join(folder, START),
    allowOverwrite: true,
    bundle: true,
    // The project names its sources with side effects: a file here that is imported for them alone would be left out.
    ignoreAnnotations: true,
    external: later.map((name) => `./${name}`),
    metafile: true,
  });
  for (const name of joined) {
    if (name === START) continue;
    rmSync(path.join(folder, name));
    rmSync(path.join(folder, `${name}.map`), { force: true });
  }
  const [written] = Object.values(start.metafile.outputs).filter(({ entryPoint }) => entryPoint !== undefined);
  return { inputs: made.inputs, outputs: describe(made.outputs, joined, written?.bytes ?? 0) };
}

const START = 'handler.mjs';

function filesOfStart(outputs: ReadonlyMap<string, Output>): ReadonlySet<string> {
  const files = new Set([START]);
  for (const file of files)
    for (const { kind, path: imported, external } of outputs.get(file)?.imports ?? [])
      if (kind === 'import-statement' && external !== true) files.add(path.basename(imported));
  return files;
}

/**
 * Rewrites the imports of a file that is loaded later. What they take the place of becomes spaces, so that the file's
 * source map stays true.
 * @param exported gets the statements by which the start exports what is imported
 */
function importFromStart(code: string, joined: ReadonlySet<string>, exported: Set<string>): string {
  const places = [...joined];
  const statements: string[] = [];
  const rest = code.replaceAll(IMPORT, (statement, keyword: string, names: string | undefined, file: string) => {
    if (!joined.has(file)) return statement;
    const moved = (names === undefined || names === '' ? [] : names.split(',')).map((name) => {
      const [theirs = '', ours = theirs] = name.split(' as ');
      const common = `_${places.indexOf(file)}_${theirs}`;
      exported.add(`export { ${theirs} as ${common} } from "./${file}";`);
      return `${common} as ${ours}`;
    });
    statements.push(moved.length === 0 ? '' : `${keyword}{${moved.join(',')}}from"./${START}";`);
    return ' '.repeat(statement.length);
  });
  return `${statements.join('')}${rest}`;
}

/** Returns the outputs with the joined ones as one. */
function describe(outputs: Metafile['outputs'], joined: ReadonlySet<string>, bytes: number): Metafile['outputs'] {
  const entries = Object.entries(outputs);
  const isJoined = (file: string) => joined.has(path.basename(file.replace(/\.map$/, '')));
  const [start = ''] = entries.map(([file]) => file).filter((file) => path.basename(file) === START);
  const importsOf = ({ imports }: Output) =>
    imports.map((imported) => (isJoined(imported.path) ? { ...imported, path: start } : imported));
  const whole: Output = { ...outputs[start], bytes, inputs: {}, imports: [], exports: [] };
  const described: Metafile['outputs'] = { [start]: whole };
  for (const [file, output] of entries) {
    if (joined.has(path.basename(file))) {
      Object.assign(whole.inputs, output.inputs);
      whole.imports.push(...importsOf(output).filter(({ path: imported }) => imported !== start));
    } else if (!isJoined(file)) described[file] = { ...output, imports: importsOf(output) };
  }
  return described;
}
