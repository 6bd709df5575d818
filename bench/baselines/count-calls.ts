/** Prints what `npm run bench -- call` counts as JSON, for the test that bounds it. */
import { takeNothing } from '../../bin/program/program.ts';
import { countCalls } from '../compare-peers.ts';

takeNothing('node bench/baselines/count-calls.ts', 'Print what a call makes');
console.log(JSON.stringify(await countCalls()));
