/**
 * Lays out a tool's answer for assistants that show their model only its beginning (decision 0091): short members before long ones, one line per
 * entry of a list, and at the start of a long answer, how to get less. The tool decides the content.
 */
import type { JsonObject } from '../../json.ts';
import type { Tool, ToolAnswer } from '../tools/define-tool.ts';

/** Some assistants cut an answer after 8 kB, others after 15, 30 or 53 (docs/evidence/assistants.md). */
const SHOWN_BYTES = 8_000;
/** A tenth less, because entries differ in length. */
const FITTING_BYTES = 7_200;

export interface LaidOutAnswer {
  readonly summary: string;
  readonly structured: JsonObject;
  /** The JSON of `structured`, with added line breaks. */
  readonly text: string;
}

interface Member {
  readonly name: string;
  readonly value: unknown;
  readonly text: string;
  readonly entries: number;
}

export function layOutAnswer(
  { structured, summary }: Pick<ToolAnswer<unknown>, 'structured' | 'summary'>,
  tool: Pick<Tool, 'name' | 'less'>,
): LaidOutAnswer {
  // Every output is an object (docs/reference/http.md#tool-schemas).
  const members = shortestFirst(structured as JsonObject);
  const text = textOf(members);
  const notice = lengthNotice(Buffer.byteLength(summary) + Buffer.byteLength(text), members, tool);
  if (notice === undefined) return { summary, structured: objectOf(members), text };
  const said = members.find(({ name }) => name === 'message')?.value;
  const message = memberOf('message', typeof said === 'string' ? `${notice} ${said}` : notice);
  const noticed = [message, ...members.filter(({ name }) => name !== 'message')];
  return { summary: `${summary} ${notice}`, structured: objectOf(noticed), text: textOf(noticed) };
}

/** Puts single values first, in their order, then objects and lists by length. */
function shortestFirst(structured: JsonObject): readonly Member[] {
  const members = Object.entries(structured)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => memberOf(name, value));
  const length = ({ value, text }: Member) => (typeof value === 'object' && value !== null ? text.length : 0);
  return members.toSorted((a, b) => length(a) - length(b));
}

function memberOf(name: string, value: unknown): Member {
  if (!Array.isArray(value) || value.length === 0) return { name, value, text: JSON.stringify(value), entries: 0 };
  const lines = value.map((entry) => JSON.stringify(entry));
  return { name, value, text: `[\n${lines.join(',\n')}\n]`, entries: lines.length };
}

/** Returns one sentence, or undefined if every assistant shows the whole answer or the tool cannot return less. */
function lengthNotice(
  bytes: number,
  members: readonly Member[],
  { name, less }: Pick<Tool, 'name' | 'less'>,
): string | undefined {
  if (bytes <= SHOWN_BYTES || less === undefined) return undefined;
  // Without a list the answer is one item.
  const entries = members.reduce((sum, member) => sum + member.entries, 0) || 1;
  const counted = entries === 1 ? '1 entry' : `${entries} entries`;
  const fitting = Math.max(1, Math.floor((entries * FITTING_BYTES) / bytes));
  return (
    `This answer has ${counted} in ${Math.ceil(bytes / 1000)} kB, and some assistants cut an answer after 8 kB; ` +
    `to get less, call ${name} with ${less(fitting)}.`
  );
}

function objectOf(members: readonly Member[]): JsonObject {
  return Object.fromEntries(members.map(({ name, value }) => [name, value]));
}

function textOf(members: readonly Member[]): string {
  return `{${members.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}
