/** The operator's command line: `npm run admin -- <noun> <verb>` (docs/operate/commands.md). */
import { adminProgram } from './admin/program.ts';
import { runProgram } from './admin/stage/run-command.ts';
import { outliveReader } from './program/closed-output.ts';

outliveReader();
await runProgram(adminProgram(), process.argv.slice(2));
