/** The part of a file that people read: a page whole, of code the comments. Everything else becomes blank, so that places stay as they are. */

const COMMENT_LINE = /^\s*(?:\/\*\*?|\*\/?|\/\/)/;
const TRAILING_COMMENT = /\s(?:\/\/|\/\*\*?)\s.*$/;

export function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text;
  if (file === 'package.json') return '';
  return text.split('\n').map(commentOf).join('\n');
}

/** What frames a comment is blanked too: a reference may run over the end of a line. */
function commentOf(line: string): string {
  const frame = COMMENT_LINE.exec(line)?.[0];
  if (frame !== undefined) return ' '.repeat(frame.length) + line.slice(frame.length);
  const trailing = TRAILING_COMMENT.exec(line);
  return trailing === null ? '' : ' '.repeat(trailing.index) + trailing[0];
}
