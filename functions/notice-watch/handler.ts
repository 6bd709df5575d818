/** What Lambda calls by the schedule of the notice watch. */
import { createNoticeWatchHandler } from './create-notice-watch-handler.ts';
import { noticeWatchDependencies } from './dependencies.ts';

export const handler = createNoticeWatchHandler(noticeWatchDependencies(process.env));
