/**
 * A file that cannot be read as a table. The message says what to do about it; it repeats nothing of the file's content,
 * so it can be shown to the person who brought the file and kept with a catalog.
 */
export class FileError extends Error {
  override readonly name = 'FileError';
}
