/** Checks the commands in documents and comments: npm scripts, and the nouns and verbs of `npm run admin`. */
import type { Project } from './read-project.ts';

const SCRIPT = /\bnpm (?:run ([a-z][\w:-]*)|(test|start)\b)/g;
/** A problem and its offset in the prose. */
export interface Finding {
  readonly index: number;
  readonly problem: string;
}

/** Options of the program may precede the noun. Without `--`, a command must start its line or its code span. */
const ADMIN =
  /(?:\badmin --|(?<=^|`)admin)(?: --stage \S+| --json| --who \S+)* ([a-z]+)(?: ([a-z]+(?:-[a-z]+)*)(?![a-z\d_]))?/gm;

export function brokenCommands(prose: string, project: Project): readonly Finding[] {
  const { scripts } = JSON.parse(project.get('package.json') ?? '{"scripts":{}}') as { scripts: object };
  const wrongScripts = [...prose.matchAll(SCRIPT)].flatMap(({ index, 1: run, 2: short }) => {
    const name = run ?? short ?? '';
    return Object.hasOwn(scripts, name) ? [] : [{ index, problem: `npm has no script ${name}` }];
  });
  const wrongCommands = [...prose.matchAll(ADMIN)].flatMap(({ index, 1: noun = '', 2: verb }) => {
    const code = codeOf(noun, project);
    const known = code !== '' && (verb === undefined || code.includes(`Command('${verb}')`));
    return known ? [] : [{ index, problem: `admin has no command ${noun} ${verb ?? ''}`.trimEnd() }];
  });
  return [...wrongScripts, ...wrongCommands];
}

/** A noun is a file in a wing of bin/admin; its verbs are in that file or in the folder of that name. */
function codeOf(noun: string, project: Project): string {
  const place = new RegExp(`^bin/admin/(?:[a-z-]+/)?${noun}(?:\\.ts$|/)`);
  const own = [...project].filter(([file]) => place.test(file));
  return own.map(([, text]) => text ?? '').join('\n');
}
