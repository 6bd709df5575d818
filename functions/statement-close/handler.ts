/** What Lambda calls by the schedule of the close. */
import { createStatementCloseHandler } from './create-statement-close-handler.ts';
import { statementCloseDependencies } from './dependencies.ts';

export const handler = createStatementCloseHandler(statementCloseDependencies(process.env));
