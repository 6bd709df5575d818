/** The Lambda handler of the `statement-close` schedule. */
import { createStatementCloseHandler } from './create-statement-close-handler.ts';
import { statementCloseDependencies } from './dependencies.ts';

export const handler = createStatementCloseHandler(statementCloseDependencies(process.env));
