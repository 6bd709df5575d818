/**
 * Reads the XML of a workbook as events of saxes, in memory that does not grow with the document: elements nested too
 * deep, tags with too many attributes, texts, tags or comments that are too long, and DTDs are refused. Other files
 * decide what the elements mean.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { FileError } from '../../core/catalogs/files/file-error.ts';

/** Spreadsheet programs nest about twelve levels. */
const MAX_DEPTH = 64;
/** A root element has about thirty namespaces and extensions. */
const MAX_ATTRIBUTES = 1_000;
/** The limit for one text, tag or comment in XML, which the parser keeps in memory until it ends. */
export const MAX_TEXT_CHARACTERS = 8_000_000;

export interface XmlHandlers {
  readonly open: (tag: SaxesTagPlain) => void;
  readonly close?: (tag: SaxesTagPlain) => void;
  /** Handles a part of an element's text. */
  readonly text?: (part: string) => void;
}

export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: false });
  #depth = 0;
  #attributes = 0;
  /** Characters since the last text, tag or comment ended. */
  #held = 0;

  constructor({ open, close, text }: XmlHandlers) {
    const parser = this.#parser;
    parser.on('doctype', () => refuse('The workbook holds a document type definition: it is refused.'));
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('attribute', () => {
      this.#attributes += 1;
      if (this.#attributes > MAX_ATTRIBUTES)
        refuse('An element of the workbook has more than 1,000 attributes: it is refused.');
    });
    parser.on('opentag', (tag) => {
      [this.#held, this.#attributes] = [0, 0];
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) refuse('The workbook’s elements are nested more than 64 deep: it is refused.');
      open(tag);
    });
    parser.on('closetag', (tag) => {
      this.#held = 0;
      this.#depth -= 1;
      close?.(tag);
    });
    const take = (part: string): void => {
      this.#held = 0;
      text?.(part);
    };
    parser.on('text', take);
    parser.on('cdata', take);
    parser.on('comment', () => (this.#held = 0));
    parser.on('processinginstruction', () => (this.#held = 0));
  }

  /** @throws {FileError} beyond the limits, and the parser's errors for invalid XML */
  write(xml: string): void {
    this.#held += xml.length;
    this.#parser.write(xml);
    if (this.#held > MAX_TEXT_CHARACTERS)
      refuse(
        'A cell of the sheet, or another part of the workbook, holds more than 8 million characters: it is refused.',
      );
  }

  end(): void {
    this.#parser.close();
  }
}

/** Reads a whole document. */
export async function readXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const reader = new XmlReader(handlers);
  const decoder = new TextDecoder();
  for await (const chunk of chunks) reader.write(decoder.decode(chunk, { stream: true }));
  reader.write(decoder.decode());
  reader.end();
}

/** Returns a name without its prefix, because some programs use a prefix for the main namespace. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function refuse(message: string): never {
  throw new FileError(message);
}
