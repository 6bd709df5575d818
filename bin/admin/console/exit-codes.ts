/** How a command ends that neither did all nor failed. */

/** Some rows are errors: the command itself ran to its end. */
export const EXIT_ERROR_ROWS = 2;
/** Nothing was found, though the command itself ran: `items find`. */
export const EXIT_NOTHING_FOUND = 3;
export const EXIT_INTERRUPTED = 130;
