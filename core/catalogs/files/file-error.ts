/**
 * Thrown for a file that cannot be read as a table. The message states the remedy and quotes nothing of the file's
 * content, so that it can be shown to the person who uploaded the file and stored with a catalog.
 */
export class FileError extends Error {
  override readonly name = 'FileError';
}
