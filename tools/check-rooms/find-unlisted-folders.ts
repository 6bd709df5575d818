/**
 * Compares the lists of the project's folders with the folders themselves, in both directions: the table of the README,
 * the wings of .dependency-cruiser.cjs, and the folders whose imports and unused exports are checked.
 */

interface ListTexts {
  readonly readme: string;
  readonly dependencyCruiser: string;
  /** The command `check:imports`. */
  readonly checkImports: string;
}

const SOURCE = /\.tsx?$/;
/** Folders of core/ that every wing uses, besides its own files. */
const BELOW_THE_WINGS = ['http', 'checks'];

/**
 * @param files paths of all project files from its root, with `/`
 * @returns one sentence for each folder that is listed but empty, or not listed
 */
export function findUnlistedFolders(files: readonly string[], texts: ListTexts): readonly string[] {
  const sources = files.filter((file) => SOURCE.test(file));
  const top = foldersAt(0, sources);
  const ofCore = foldersAt(
    1,
    sources.filter((file) => file.startsWith('core/')),
  );
  return [
    ...differences('README.md', foldersOfTable(texts.readme), top, foldersAt(0, files)),
    ...differences('check:imports in package.json', foldersOfCommand(texts.checkImports), top),
    ...differences('FLOORS in .dependency-cruiser.cjs', wingsOf(texts.dependencyCruiser), ofCore),
  ];
}

/** @param mayBeListed the folders that the list may have: by default those that it must have */
function differences(
  place: string,
  listed: readonly string[],
  existing: ReadonlySet<string>,
  mayBeListed = existing,
): readonly string[] {
  return [
    ...listed
      .filter((folder) => !mayBeListed.has(folder))
      .map((folder) => `${place}: lists ${folder}/, which is empty`),
    ...[...existing].filter((folder) => !listed.includes(folder)).map((folder) => `${place}: does not list ${folder}/`),
  ];
}

/** Returns the folders at a depth that are not hidden. */
function foldersAt(depth: number, files: readonly string[]): ReadonlySet<string> {
  const parts = files.map((file) => file.split('/')).filter(({ length }) => length > depth + 1);
  return new Set(parts.map((names) => names.slice(0, depth + 1).join('/')).filter((name) => !name.startsWith('.')));
}

/** Reads the first column of the table of folders: one row names one or more as code. */
function foldersOfTable(readme: string): readonly string[] {
  return [...readme.matchAll(/^\| (`[a-z]+\/`(?:, `[a-z]+\/`)*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z]+)\/`/g)].map(([, folder = '']) => folder),
  );
}

function foldersOfCommand(command: string): readonly string[] {
  return command.split(' --')[0]?.split(' ').slice(1) ?? [];
}

function wingsOf(configuration: string): readonly string[] {
  const floors = /^const FLOORS = (.+);$/m.exec(configuration)?.[1] ?? '';
  return [...[...floors.matchAll(/'([a-z-]+)'/g)].map(([, wing = '']) => wing), ...BELOW_THE_WINGS].map(
    (wing) => `core/${wing}`,
  );
}
