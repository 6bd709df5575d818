/**
 * Reads the client programs in JavaScript of docs/guides/connect.md, each with the commands above it that install
 * packages and set keys. Those in other languages are run by languages.ts.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const GUIDE = path.resolve(import.meta.dirname, '../../docs/guides/connect.md');

export interface GuideProgram {
  readonly heading: string;
  readonly program: string;
  readonly imports: readonly string[];
  /** The packages of its `npm install`. */
  readonly installs: readonly string[];
  /** The environment variables that it needs. */
  readonly keys: readonly string[];
  /** The name of its model; undefined for a program without one. */
  readonly model: string | undefined;
}

export function guidePrograms(): readonly GuideProgram[] {
  const [, ...sections] = readFileSync(GUIDE, 'utf8').split('\n### ');
  return sections.flatMap((section) => {
    if (!section.includes('```js\n')) return [];
    const [heading = ''] = section.split('\n');
    const program = /```js\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
    return {
      heading,
      program,
      imports: [...program.matchAll(/^import .* from '([^']+)';$/gm)].map(([, name = '']) => name),
      installs: (/^npm install (.*)$/m.exec(section)?.[1] ?? '').split(' ').filter((name) => name !== ''),
      keys: [...section.matchAll(/^export (\w+)=/gm)].map(([, name = '']) => name),
      model: /model: '([^']*)'/.exec(program)?.[1],
    };
  });
}
