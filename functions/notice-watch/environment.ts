/** The environment variables of the notice watch, which decides which notices owners get. */
import * as z from 'zod/mini';
import { text } from '../../core/parse-environment.ts';

export const noticeWatchEnvironmentSchema = z.object({ ACCOUNTS_TABLE: text, MAIL_QUEUE_URL: text });

/** The variables as the stack sets them: strings. */
export type NoticeWatchEnvironment = z.input<typeof noticeWatchEnvironmentSchema>;
