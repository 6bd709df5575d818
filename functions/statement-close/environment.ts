/** The variables of the function that closes periods. */
import * as z from 'zod';
import { text } from '../../core/parse-environment.ts';

export const statementCloseEnvironmentSchema = z.object({ STAGE: text, ACCOUNTS_TABLE: text });

/** As the stack gives them: strings. */
export type StatementCloseEnvironment = z.input<typeof statementCloseEnvironmentSchema>;
