/** Finds the reference targets in a document: anchors of headings, and numbers of sections and rules. */

export interface PagePlaces {
  readonly anchors: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

const HEADING = /^#{1,6} +(.*)$/;
/** `## 4 Title`, or a rule that starts with its number: `- **5.8** …`. */
const NUMBERED = /^(?:#{1,6} +|(?:[-*] +)?\*\*)(\d+(?:\.\d+)*)(?=[ .*])/;

export function pagePlaces(text: string): PagePlaces {
  const lines = text.split('\n');
  return {
    anchors: new Set(lines.flatMap((line) => HEADING.exec(line)?.[1] ?? []).map(anchorOf)),
    numbers: new Set(lines.flatMap((line) => NUMBERED.exec(line)?.[1] ?? [])),
  };
}

/** Returns the anchor that GitHub generates. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
