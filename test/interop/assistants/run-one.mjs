/** Lets one framework play a script, in a Node of its own: `run-one.mjs <module> <options JSON>`, the rest on standard input. Prints what the model was given. */
import { text } from 'node:stream/consumers';

const [, , module, options] = process.argv;
const { target, script } = JSON.parse(await text(process.stdin));
const { converse } = await import(`./${module}.mjs`);
const given = await converse(target, script, options === undefined ? undefined : JSON.parse(options));
process.stdout.write(`\n${JSON.stringify(given)}\n`, () => process.exit(0));
