/** The Lambda handler of the notice watch's schedule. */
import { createNoticeWatchHandler } from './create-notice-watch-handler.ts';
import { noticeWatchDependencies } from './dependencies.ts';

export const handler = createNoticeWatchHandler(noticeWatchDependencies(process.env));
