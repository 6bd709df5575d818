/**
 * Finds references in documents and comments to links, anchors (`docs/reference/http.md#methods`), files, decisions,
 * npm scripts and operator commands that do not exist.
 */
import path from 'node:path';
import { brokenCommands, type Finding } from './broken-commands.ts';
import { pagePlaces, type PagePlaces } from './page-places.ts';
import { proseOf } from './prose-of.ts';
import type { Project } from './read-project.ts';

interface BrokenReference {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly problem: string;
}

const LINK = /\]\(([^()\s]+)\)/g;
/** A document with an anchor, or followed by section numbers. */
const SECTION = /\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?((?:(?:,| and| to)?\s+\d+(?:\.\d+)*(?![\w:-]))*)/g;
const NAMED_FILE = /(?<![\w/.<>*:@-])(?:[\w.-]+\/)*[\w.-]+\.(?:ts|cjs|md)(?![\w/*])/g;
/** A folder by its path from the root; tools/list and tools/call are methods of MCP. */
const NAMED_FOLDER =
  /(?<![\w/.<>*:@-])(?!tools\/(?:list|call)\b)(?:functions|core|adapters|bin|tools|lib|local|test|bench|eval|docs)\/[\w/-]*\w(?![\w.*<{…/-])/g;
/** An unresolved merge conflict in a document; formatters and compilers find conflicts in other files. */
const CONFLICT = /^(?:<{7}|>{7}) /gm;
const DECISION = /\bdecisions?\s+(\d{4})\b/g;

export function findBrokenReferences(project: Project): readonly BrokenReference[] {
  const files = new Index(project);
  return [...project].flatMap(([file, text]) => {
    const prose = proseOf(file, text ?? '');
    const findings = [
      ...(file.endsWith('.md') ? [...brokenLinks(file, prose, files), ...conflicts(prose)] : []),
      ...brokenSections(prose, files),
      ...brokenFiles(prose, files),
      ...brokenFolders(prose, files),
      ...brokenDecisions(prose, files),
      ...brokenCommands(prose, project),
    ];
    return findings.map(({ index, problem }) => ({ file, line: prose.slice(0, index).split('\n').length, problem }));
  });
}

/** Indexes files by path and by path suffix, and caches the anchors of documents. */
class Index {
  readonly #project: Project;
  readonly #ends: ReadonlySet<string>;
  readonly #folders: ReadonlySet<string>;
  readonly #places = new Map<string, PagePlaces>();

  constructor(project: Project) {
    this.#project = project;
    const paths = [...project.keys()].map((file) => file.split('/'));
    this.#ends = new Set(paths.flatMap((parts) => parts.map((_part, index) => parts.slice(index).join('/'))));
    this.#folders = new Set(paths.flatMap((parts) => parts.map((_part, index) => parts.slice(0, index).join('/'))));
  }

  /** Whether the path is a file or a folder. */
  has(target: string): boolean {
    return this.#project.has(target) || this.#folders.has(target);
  }

  /** Whether a file has this path suffix. */
  hasNamed(name: string): boolean {
    return this.#ends.has(name);
  }

  someDecision(number: string): boolean {
    return [...this.#project.keys()].some((file) => file.startsWith(`docs/decisions/${number}-`));
  }

  placesOf(page: string): PagePlaces {
    const known = this.#places.get(page) ?? pagePlaces(this.#project.get(page) ?? '');
    this.#places.set(page, known);
    return known;
  }
}

function brokenLinks(file: string, prose: string, files: Index): readonly Finding[] {
  return [...prose.matchAll(LINK)].flatMap(({ index, 1: target = '' }) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [page = '', anchor] = target.split('#');
    const found = page === '' ? file : path.posix.normalize(path.posix.join(path.posix.dirname(file), page));
    if (!files.has(found.replace(/\/$/, ''))) return [{ index, problem: `${target}: no such file` }];
    return anchorProblems(found, anchor, files).map((problem) => ({ index, problem }));
  });
}

function conflicts(prose: string): readonly Finding[] {
  return [...prose.matchAll(CONFLICT)].map(({ index }) => ({ index, problem: 'unresolved merge conflict' }));
}

function brokenSections(prose: string, files: Index): readonly Finding[] {
  return [...prose.matchAll(SECTION)].flatMap(({ index, 1: page = '', 2: anchor, 3: numbers = '' }) => {
    if (!files.has(page)) return [];
    const wanted = numbers.match(/\d+(?:\.\d+)*/g) ?? [];
    const missing = wanted.filter((number) => !files.placesOf(page).numbers.has(number));
    return [...anchorProblems(page, anchor, files), ...missing.map((number) => `${page} has no section ${number}`)].map(
      (problem) => ({ index, problem }),
    );
  });
}

function anchorProblems(page: string, anchor: string | undefined, files: Index): readonly string[] {
  const known = anchor === undefined || !page.endsWith('.md') || files.placesOf(page).anchors.has(anchor);
  return known ? [] : [`${page} has no heading #${anchor}`];
}

function brokenFiles(prose: string, files: Index): readonly Finding[] {
  return [...prose.matchAll(NAMED_FILE)].flatMap(({ index, 0: name }) => {
    const bare = name.replace(/^(?:\.{1,2}\/)+/, '');
    return files.hasNamed(bare) ? [] : [{ index, problem: `${name}: no such file` }];
  });
}

function brokenFolders(prose: string, files: Index): readonly Finding[] {
  return [...prose.matchAll(NAMED_FOLDER)].flatMap(({ index, 0: name }) =>
    files.has(name) ? [] : [{ index, problem: `${name}: no such folder` }],
  );
}

function brokenDecisions(prose: string, files: Index): readonly Finding[] {
  return [...prose.matchAll(DECISION)].flatMap(({ index, 1: number = '' }) =>
    files.someDecision(number) ? [] : [{ index, problem: `decision ${number}: no such decision` }],
  );
}
