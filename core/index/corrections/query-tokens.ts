/** Divides a query into tokens, with the places where they are written, so that a change can replace them. */
import { foldText } from '../part-keys/key-text.ts';

/** A token of the query, as written and folded. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether it contains an inner capital, as trade names do ("SuperFET"). */
  readonly isName: boolean;
  /** Whether one sign, and no space, stands before it: "/NOPB", "+T", "-7-F". */
  readonly isGlued: boolean;
}

/** A text that replaces the tokens from the one to the other. */
export interface Change {
  readonly from: Token;
  readonly to: Token;
  readonly meant: string;
}

/** A run without spaces is a token of its own: "16位", "电压基准2.5V". A point between digits belongs to its value. */
const TOKEN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+|(?:(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])(?:[\p{L}\p{N}\p{M}]|(?<=\p{N})\.(?=\p{N})))+/gu;

const INNER_CAPITAL = /\p{Ll}\p{Lu}/u;

/** Writing without spaces between its words. */
export const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(TOKEN)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: foldText(match[0]),
    isName: INNER_CAPITAL.test(match[0]),
    isGlued: /[\p{L}\p{N}][^\p{L}\p{N}\s]$/u.test(text.slice(Math.max(0, match.index - 2), match.index)),
  }));
}

/** Joins the pieces of a number that the query was searched for without its hyphens: "24LC256-I". */
export function withHyphens(
  text: string,
  pieces: readonly Token[],
  unknownWords: ReadonlySet<string>,
): readonly Token[] {
  const tokens: Token[] = [];
  for (let place = 0; place < pieces.length; place += 1) {
    const piece = pieces[place];
    if (piece === undefined) break;
    const length = [4, 3, 2].find((count) => {
      const run = pieces.slice(place, place + count);
      const isJoined = run.slice(1).every(({ start }, at) => /^[-_\p{Pd}]$/u.test(text.slice(run[at]?.end, start)));
      return run.length === count && isJoined && unknownWords.has(run.map((one) => one.text).join(''));
    });
    const run = pieces.slice(place, place + (length ?? 1));
    tokens.push({ ...piece, end: run.at(-1)?.end ?? piece.end, text: run.map((one) => one.text).join('') });
    place += run.length - 1;
  }
  return tokens;
}
