/** The environment variables of the `statement-close` function. */
import * as z from 'zod/mini';
import { text } from '../../core/parse-environment.ts';

export const statementCloseEnvironmentSchema = z.object({ STAGE: text, ACCOUNTS_TABLE: text });

/** The variables as the stack sets them: strings. */
export type StatementCloseEnvironment = z.input<typeof statementCloseEnvironmentSchema>;
