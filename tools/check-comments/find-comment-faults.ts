/**
 * Checks what Prettier leaves alone: every file except a test starts with a comment on what it decides, a comment is at
 * most as wide as the code, and the title of a test reads alone, which it does not if it continues the title above it.
 */

const MAX_COLUMNS = 120;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)/;
/** A test or suite whose title is on its line, also after `.each(…)`. */
const TITLE = /(?:\b(?:it|test|describe)(?:\.[a-z]+)*\(|\]\)\(|^\s*)(['"`])((?:and|but|or|nor|also|so|then) [^\n]*)/;
const OPENS_TITLE = /(?:\b(?:it|test|describe)(?:\.[a-z]+)*|\])\($|\)\($/;

/** @returns one sentence for each fault, with its line */
export function findCommentFaults(file: string, text: string): readonly string[] {
  const lines = text.split('\n');
  const isHeadless = !isTest(file) && !text.startsWith('/**');
  const head = isHeadless ? [`${file}:1: the file has no head: start it with a comment on what it decides`] : [];
  const inLines = lines.flatMap((line, index) => {
    const place = `${file}:${index + 1}`;
    if (COMMENT.test(line) && line.length > MAX_COLUMNS)
      return [`${place}: the comment has ${line.length} columns, more than ${MAX_COLUMNS}: wrap it`];
    const title = isTest(file) ? continuedTitle(line, lines[index - 1] ?? '') : undefined;
    return title === undefined ? [] : [`${place}: the title “${title}” continues another: let it read alone`];
  });
  return [...head, ...inLines];
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

/** @param before the line above, which opens the call if the title has a line of its own */
function continuedTitle(line: string, before: string): string | undefined {
  const found = TITLE.exec(line);
  if (found === null) return undefined;
  const [whole, quote = '', rest = ''] = found;
  const isOpened = !/^\s*['"`]/.test(whole) || OPENS_TITLE.test(before.trimEnd());
  return isOpened ? rest.split(quote)[0] : undefined;
}
