/**
 * Lets one framework play a script, in a separate Node process: `run-one.mjs <module> <options JSON>`, with the rest on
 * standard input. Prints the model's input.
 */
import { text } from 'node:stream/consumers';

const [, , module, options] = process.argv;
const { target, script } = JSON.parse(await text(process.stdin));
const { converse } = await import(`./${module}.mjs`);
const given = await converse(target, script, options === undefined ? undefined : JSON.parse(options));
process.stdout.write(`\n${JSON.stringify(given)}\n`, () => process.exit(0));
