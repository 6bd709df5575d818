/** The Lambda handler of the mail queue. */
import { createMailHandler } from './create-mail-handler.ts';
import { mailDependencies } from './dependencies.ts';

export const handler = createMailHandler(mailDependencies(process.env));
