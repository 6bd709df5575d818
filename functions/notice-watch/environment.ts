/** The variables of the function that looks what owners are to be written about. */
import * as z from 'zod';
import { text } from '../../core/parse-environment.ts';

export const noticeWatchEnvironmentSchema = z.object({ ACCOUNTS_TABLE: text, MAIL_QUEUE_URL: text });

/** As the stack gives them: strings. */
export type NoticeWatchEnvironment = z.input<typeof noticeWatchEnvironmentSchema>;
