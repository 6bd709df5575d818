/** Exit codes other than success and failure. */

/** The command completed, but some rows are errors. */
export const EXIT_ERROR_ROWS = 2;
/** The command completed and found nothing: `items find`, `research try`. */
export const EXIT_NOTHING_FOUND = 3;
export const EXIT_INTERRUPTED = 130;
