/**
 * `npm run audit`: asks the registry for advisories about the packages that are deployed, and fails if there is one. A
 * registry without advisories, such as many mirrors, is no failure: the output says that nothing was audited.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { auditResult } from './audit/audit-result.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run audit --', 'Look for advisories about the deployed packages');

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: path.resolve(import.meta.dirname, '..'),
  encoding: 'utf8',
});
const result = auditResult(stdout ?? '');
switch (result.kind) {
  case 'clean':
    console.log('No deployed package has an advisory.');
    break;
  case 'found':
    console.error(`Advisories about deployed packages:\n${result.lines.join('\n')}\nRaise or replace them: npm audit`);
    process.exitCode = 1;
    break;
  case 'not_asked':
    console.log(`NOT AUDITED: the registry has no advisories (${result.why}).`);
}
