/**
 * Finds the JSON-LD of an HTML page: the text of each `<script type="application/ld+json">`. Only the tokenizer of
 * htmlparser2 is used: it recognizes comments, attributes and the end of a script, keeps no stack, and runs in linear
 * time, unlike a parser that repairs broken nesting.
 */
import { Tokenizer } from 'htmlparser2';

const MAX_BLOCKS = 50;

export function jsonLdBlocks(html: string): readonly string[] {
  const blocks: string[] = [];
  let tag = '';
  let attribute = '';
  let value = '';
  let type = '';
  /** The text of the script that is being read; undefined outside a script. */
  let script: string[] | undefined;
  const closeTagHead = (): void => {
    const isJsonLd = tag === 'script' && type.split(';', 1)[0]?.trim().toLowerCase() === 'application/ld+json';
    script = isJsonLd && blocks.length < MAX_BLOCKS ? [] : undefined;
  };
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        type = '';
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        if (attribute === 'type') value += html.slice(start, end);
      },
      onattribend: () => {
        // The first of two attributes with one name counts, as in a browser.
        if (attribute === 'type' && type === '') type = value;
      },
      onopentagend: closeTagHead,
      // HTML has no self-closing script: its text follows.
      onselfclosingtag: closeTagHead,
      ontext: (start, end) => {
        script?.push(html.slice(start, end));
      },
      onclosetag: () => {
        if (script !== undefined) blocks.push(script.join(''));
        script = undefined;
      },
      onattribentity: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontextentity: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return blocks;
}
