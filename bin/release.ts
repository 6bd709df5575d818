/**
 * `npm run release -- 0.2.0`: runs what CI runs, gives what is unreleased in CHANGELOG.md its version, commits, writes the list of parts to
 * reports/ and tags. It pushes nothing.
 */
import path from 'node:path';
import { makeRelease } from './release/make-release.ts';

const version = process.argv[2] ?? '';
try {
  const date = new Date().toISOString().slice(0, 10);
  const parts = makeRelease(path.resolve(import.meta.dirname, '..'), { version, date });
  console.log(`v${version} is tagged; its parts are listed in ${parts}.\nPublish it: git push --follow-tags`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
