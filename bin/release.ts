/**
 * `npm run release -- 0.2.0`: runs what CI runs, gives what is unreleased in CHANGELOG.md its version, commits, writes the list of parts to
 * reports/ and tags. It pushes nothing.
 */
import path from 'node:path';
import { program } from './program/program.ts';
import { makeRelease } from './release/make-release.ts';

const { args } = program(
  'npm run release --',
  'Check, write the changelog’s section, commit and tag; nothing is pushed',
)
  .argument('<version>', 'for example 0.2.0')
  .parse();
const [version = ''] = args;
try {
  const date = new Date().toISOString().slice(0, 10);
  const parts = makeRelease(path.resolve(import.meta.dirname, '..'), { version, date });
  console.log(`v${version} is tagged; its parts are listed in ${parts}.\nPublish it: git push --follow-tags`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
