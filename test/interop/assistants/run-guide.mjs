/**
 * Runs a program of docs/guides/connect.md unchanged, in a separate Node process: `run-guide.mjs <module>`, with the
 * program and the script on standard input. Only the model is replaced, by the module's scripted one. Prints the
 * model's input; for a program without a model, the program's output.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const [, , module] = process.argv;
const { program, script } = JSON.parse(await text(process.stdin));
const printed = [];
console.log = (...values) => printed.push(JSON.stringify(values));
if (module !== 'official-sdk') {
  const { scriptedModel } = await import(`./${module}.mjs`);
  globalThis.scriptedModel = scriptedModel(script);
}
const file = new URL(`guide-program-${process.pid}.mjs`, import.meta.url);
writeFileSync(file, program.replace(/model: '[^']*'/, 'model: globalThis.scriptedModel'));
try {
  await import(file);
} finally {
  rmSync(file);
}
process.stdout.write(`\n${JSON.stringify(globalThis.scriptedModel?.given ?? printed)}\n`, () => process.exit(0));
