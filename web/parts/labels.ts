/** Numbers, times and words of the interface, for people. */

import type { ResearchGroup } from '../../core/dashboard/views/enrichment-data.ts';
import type { NoticeKind } from '../../core/access/people/person.ts';

import { count } from '../design/amounts.ts';

export { count };

/** Writes a billing day (UTC), always with its year and on one line. */
export function day(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).replaceAll(' ', '\u00A0');
}

/** The permissions of a key, with their explanations. */
export const PERMISSION_LABELS = {
  look_up: { title: 'Look up items', note: 'Part numbers, barcodes, search' },
  catalogs: { title: 'Read your catalogs', note: 'The catalogs that you uploaded' },
  usage: { title: 'See usage', note: 'Plan, tokens, what is left' },
  enrich: { title: 'Spend on research', note: 'For each part found, within your cap' },
} as const;

/** The short forms of the permissions. */
export const PERMISSION_CHIPS: Readonly<Record<keyof typeof PERMISSION_LABELS, string>> = {
  look_up: 'Look up',
  catalogs: 'Catalogs',
  usage: 'Usage',
  enrich: 'Spend',
};

/** The client names that assistants send, with their product names. Any other client name is shown as sent. */
const ASSISTANT_NAMES: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  'claude-ai': 'Claude',
  'openai-mcp': 'ChatGPT',
  'codex-mcp-client': 'Codex',
  'cursor-vscode': 'Cursor',
  'visual-studio-code': 'VS Code',
  'gemini-cli-mcp-client': 'Gemini CLI',
  'lm-studio': 'LM Studio',
  goose: 'Goose',
};

export function assistantName(name: string): string {
  return Object.hasOwn(ASSISTANT_NAMES, name) ? (ASSISTANT_NAMES[name] ?? name) : name;
}

export const KIND_LABELS = {
  live: { title: 'Live', note: 'Billed by your plan' },
  test: { title: 'Test', note: 'The real index, never billed' },
  trial: { title: 'Trial', note: 'Counts against the free trial' },
} as const;

/** What a call with such a key costs, and how many it may make. @param testItems the most items of a day */
export function kindNote(kind: keyof typeof KIND_LABELS, testItems: number | null): string {
  const { note } = KIND_LABELS[kind];
  return kind === 'test' && testItems !== null ? `${note}, ${count(testItems)} items a day` : note;
}

export const NOTICE_LABELS: Readonly<Record<NoticeKind, string>> = {
  tokens: '80 % or all of the included tokens are used',
  cap: '80 % or all of the spending cap is used',
  budget: '80 % or all of a budget is used',
  new_key: 'A key was made',
  import_ended: 'An import ended',
  research_ended: 'Research ended',
  payment: 'A payment failed, or calls are refused for it',
  statement: 'A statement is written',
};

export const RESEARCH_LABELS: Readonly<Record<ResearchGroup, string>> = {
  found: 'Found',
  not_found: 'Not found',
  failed: 'Ended without a result',
  open: 'Open',
};
