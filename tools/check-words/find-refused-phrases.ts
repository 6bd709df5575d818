/** Finds the phrases of refused-phrases.ts in the text of one file of any kind. */
import { REFUSED_PHRASES } from './refused-phrases.ts';

/** Files that quote the phrases or contain third-party text. */
const QUOTING = /^(?:docs\/glossary\.md|bin\/check-words\/|test\/bin\/check-words\/|CHANGELOG\.md)|\/packed-[^/]+\.ts$/;
const READ = /\.(?:ts|tsx|md|html|css)$/;

/** @param file path from the project root, with `/` */
export function isReadForWords(file: string): boolean {
  return READ.test(file) && !QUOTING.test(file);
}

/** @returns one line for each hit: place, phrase, and replacement */
export function findRefusedPhrases(file: string, text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) =>
    REFUSED_PHRASES.flatMap(({ pattern, write }) => {
      const [phrase] = pattern.exec(line) ?? [];
      return phrase === undefined ? [] : [`${file}:${index + 1}: "${phrase.trim()}": write ${write}`];
    }),
  );
}
