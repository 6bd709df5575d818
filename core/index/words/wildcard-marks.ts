/** What stands for `*` and `?` within a number, because these end a word. */
export const ANY = '\u01c0';
export const ONE = '\u01c1';
/** A hyphen after `*` says that what follows it is not the end of a longer group of digits. */
export const APART = '\u01c2';
