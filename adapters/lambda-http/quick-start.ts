/**
 * Imported before everything else by functions with callers that wait for the first answer. Zod compiles each schema to
 * JavaScript when it is first used, which pays off after hundreds of calls and adds 7 ms to a cold start. Without it, a
 * call takes a few µs more (docs/decisions/0024-cold-start.md).
 */
import * as z from 'zod/mini';

z.config({ jitless: true });
