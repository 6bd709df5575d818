/**
 * Extracts the prose of a file: all of a document, and the comments of code. All other text becomes spaces, so that
 * line numbers stay the same.
 */

const COMMENT_LINE = /^\s*(?:\/\*\*?|\*\/?|\/\/)/;
const TRAILING_COMMENT = /\s(?:\/\/|\/\*\*?)\s.*$/;

export function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text;
  if (file === 'package.json') return '';
  return text.split('\n').map(commentOf).join('\n');
}

/** Blanks comment markers too, because a reference may continue on the next line. */
function commentOf(line: string): string {
  const frame = COMMENT_LINE.exec(line)?.[0];
  if (frame !== undefined) return ' '.repeat(frame.length) + line.slice(frame.length);
  const trailing = TRAILING_COMMENT.exec(line);
  return trailing === null ? '' : ' '.repeat(trailing.index) + trailing[0];
}
