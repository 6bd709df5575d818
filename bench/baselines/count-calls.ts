/** Prints what `npm run bench -- call` counts as JSON, for the test that bounds it. */
import { countCalls } from '../compare-peers.ts';

console.log(JSON.stringify(await countCalls()));
