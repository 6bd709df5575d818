/**
 * Imported before everything else by a function whose caller waits for the first answer. Zod writes a parser as JavaScript for every schema when it is
 * first used; that pays after hundreds of calls and costs 7 ms of a cold start. Without it a call takes a few µs more
 * (docs/decisions/0024-cold-start.md).
 */
import * as z from 'zod';

z.config({ jitless: true });
