/**
 * Builds the pages that people open at synthesis, next to the dashboard function's bundle: the dashboard from web/ (one
 * script and one style sheet, with hashes in their names), the script of the public pages, the guides from Markdown,
 * and the description of the HTTP API. No page contains code or styles.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { Marked } from 'marked';
import { measuredFigures, type MeasuredFigures } from '../../core/api/front-door/measured-figures.ts';
import { GUIDES, LEGAL_PAGES } from '../../core/api/front-door/public-page-paths.ts';
import { copyFace, OUR_FACE } from '../face/face-files.ts';

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../..');
const WEB_FOLDER = path.join(PROJECT_FOLDER, 'web');
/** The latest figures of `npm run bench`. */
const EVIDENCE = path.join(PROJECT_FOLDER, 'docs/evidence/performance.json');
const ASSETS = 'dashboard/assets';

/**
 * Writes everything to `<outputFolder>/pages`.
 * @param faceFolder with the pictures of the mark, relative to the project's folder
 * @throws {Error} when a file cannot be built, or a picture is missing
 */
export function buildPages(outputFolder: string, faceFolder = OUR_FACE): void {
  const folder = path.join(outputFolder, 'pages');
  const { script, copying, style } = buildAssets(folder);
  const figures = measuredFigures(JSON.parse(readFileSync(EVIDENCE, 'utf8')));
  const links = { SCRIPT: `/${ASSETS}/${script}`, STYLE: `/${ASSETS}/${style}` };
  write(folder, 'dashboard.html', fill(read('page.html'), links));
  // Copies with fixed names are for functions that do not know the names of the built files.
  write(folder, `${ASSETS}/style.css`, readFileSync(path.join(folder, ASSETS, style), 'utf8'));
  write(folder, `${ASSETS}/copy.js`, readFileSync(path.join(folder, ASSETS, copying), 'utf8'));
  copyFace(faceFolder, folder);
  write(folder, 'openapi.json', openApi());
  const written = {
    guides: markdownPages('guides', '/docs', GUIDES, figures),
    legal: markdownPages('legal', '', LEGAL_PAGES, figures),
  };
  const addresses = { style: `/${ASSETS}/${style}`, copying: `/${ASSETS}/${copying}` };
  write(folder, 'guides.json', JSON.stringify({ ...addresses, ...written, figures, answers: answers().endpoints }));
}

/** Returns docs/openapi.json without white space, with placeholders for what depends on the stage. */
function openApi(): string {
  const text = readFileSync(path.join(PROJECT_FOLDER, 'docs/openapi.json'), 'utf8');
  const document = JSON.parse(text) as {
    readonly servers: readonly [{ readonly url: string }];
    readonly info: { readonly title: string; readonly contact: { readonly email: string } };
  };
  return JSON.stringify(document)
    .replaceAll(document.servers[0].url, '{{BASE_URL}}')
    .replaceAll(document.info.contact.email, '{{SUPPORT_EMAIL}}')
    .replaceAll(document.info.title, '{{SERVICE_NAME}} HTTP API');
}

/**
 * Returns, by path, the title, the description and the HTML of the pages of a folder of web/, including the measured
 * figures.
 */
function markdownPages(
  folder: string,
  parentPath: string,
  names: readonly string[],
  figures: MeasuredFigures,
): Readonly<Record<string, { readonly title: string; readonly description: string; readonly html: string }>> {
  return Object.fromEntries(
    names.map((name) => {
      const text = read(`${folder}/${name}.md`);
      const [, description] = DESCRIPTION.exec(text) ?? [];
      if (description === undefined)
        throw new Error(`web/${folder}/${name}.md needs a first line: <!-- description: … -->`);
      const filled = fill(text, figures);
      const html = renderMarkdown(name === 'tools' ? `${filled}\n${toolSections()}` : filled);
      const title = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? name;
      return [`${parentPath}/${name}`, { title, description, html }];
    }),
  );
}

/**
 * Returns the sections of the tools from the page that their definitions write, without links to pages that are not
 * served.
 */
function toolSections(): string {
  const text = readFileSync(path.join(PROJECT_FOLDER, 'docs/reference/tools.md'), 'utf8');
  const sections = text.slice(text.indexOf('\n## ')).replaceAll(/\[([^\]]+)\]\([\w-]+\.md[^)]*\)/g, '$1');
  const { tools } = answers();
  return sections
    .split(/\n(?=## )/)
    .map((section) => {
      const name = /^## (\w+)\n/.exec(section)?.[1] ?? '';
      const example = tools[name];
      return example === undefined
        ? section
        : [useFirst(section), exampleOf(example), `{{ERRORS_OF_${name}}}\n`].join('\n\n');
    })
    .join('\n');
}

/** Puts the sentence on the tool's use first, and the others of its description into a list. */
function useFirst(section: string): string {
  const [heading, description = '', ...rest] = section.trimEnd().split(/\n{2,}/);
  const sentences = description.split(/(?<=\.) (?=[`\w])/);
  const use = sentences.filter((sentence) => sentence.startsWith(USE));
  const others = sentences.filter((sentence) => !sentence.startsWith(USE));
  return [
    heading,
    ...use.map((sentence) => sentence.replace(USE, `**${USE}**`)),
    others.map((sentence) => `- ${sentence}`).join('\n'),
    ...rest,
  ].join('\n\n');
}

const USE = 'Use it';

interface ToolAnswer {
  readonly question: string;
  readonly arguments: unknown;
  readonly answer: unknown;
  readonly tokens: number;
}

/** The answers to the examples, as the service gave them: `npm run docs:answers`. */
function answers(): { readonly tools: Readonly<Record<string, ToolAnswer>>; readonly endpoints: unknown } {
  return JSON.parse(read('answers.json')) as ReturnType<typeof answers>;
}

function exampleOf({ question, arguments: asked, answer, tokens }: ToolAnswer): string {
  const cost = tokens === 0 ? 'free' : `${tokens} tokens`;
  return [`**“${question}”** is asked as`, fenced(asked), `and answered, ${cost}, with`, fenced(answer)].join('\n\n');
}

function fenced(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** What search engines and messengers show of a page. */
const DESCRIPTION = /^<!-- description: (.{20,160}) -->$/m;

/** Builds the dashboard's files and returns their names. */
function buildAssets(folder: string): { readonly script: string; readonly copying: string; readonly style: string } {
  const common = {
    outdir: path.join(folder, ASSETS),
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    tsconfigRaw: {},
    write: false,
    logLevel: 'warning',
  } as const;
  const inWeb = (file: string) => path.join(WEB_FOLDER, file);
  const app = buildSync({ ...common, entryPoints: { app: inWeb('main.tsx') }, inject: [inWeb('elements.ts')] });
  const others = buildSync({
    ...common,
    entryPoints: { copy: inWeb('copy-code.ts'), style: inWeb('style.css') },
  });
  const names = [...app.outputFiles, ...others.outputFiles].map(({ path: file, contents }) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
    return path.basename(file);
  });
  const named = (start: string, extension: string): string => {
    const name = names.find((file) => file.startsWith(start) && file.endsWith(extension));
    if (name === undefined) throw new Error(`The page was built without a ${start}${extension} file.`);
    return name;
  };
  return { script: named('app', '.js'), copying: named('copy', '.js'), style: named('style', '.css') };
}

function renderMarkdown(text: string): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      // Anchors are those that GitHub makes, because documents link to them.
      heading({ tokens, depth, text: heading }) {
        const id = heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-');
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  let tables = 0;
  const html = marked.parse(text, { async: false });
  return (
    html
      // The renderer also encodes the braces in a link's URL.
      .replaceAll(/%7B%7B(\w+)%7D%7D/g, '{{$1}}')
      // Comments are notes for a document's authors.
      .replaceAll(/<!--[\s\S]*?-->\n*/g, '')
      // A placeholder for a table that the function inserts must not become a paragraph.
      .replaceAll(/<p>(\{\{\w+\}\})<\/p>/g, '$1')
      // An element that scrolls on its own must be reachable by keyboard.
      .replaceAll('<pre>', '<pre tabindex="0">')
      .replaceAll(
        '<table>',
        () =>
          `<div class="scroll" role="region" aria-label="Table ${(tables += 1)}" tabindex="0"><table class="table">`,
      )
      .replaceAll('</table>', '</table></div>')
  );
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

function read(file: string): string {
  return readFileSync(path.join(WEB_FOLDER, file), 'utf8');
}

function write(folder: string, file: string, text: string): void {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
}
