/**
 * How a tool's answer is laid out for assistants that show their model only its beginning (decision 0091): what is short before what is long, a line for
 * each entry of a list, and first of all, where the answer is long, how to get less. What the answer says is decided by the tool.
 */
import type { JsonObject } from '../json.ts';
import type { Tool, ToolAnswer } from '../tools/define-tool.ts';

/** Some assistants cut an answer after 8 kB, others after 15, 30 or 53 (docs/evidence/assistants.md). */
const SHOWN_BYTES = 8_000;
/** A tenth is spare: entries differ in length. */
const FITTING_BYTES = 7_200;

export interface LaidOutAnswer {
  readonly summary: string;
  readonly structured: JsonObject;
  /** The JSON of `structured`, byte for byte but for its line breaks. */
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
  const notice = lengthNotice(Buffer.byteLength(summary) + Buffer.byteLength(textOf(members)), members, tool);
  if (notice === undefined) return { summary, structured: objectOf(members), text: textOf(members) };
  const said = members.find(({ name }) => name === 'message')?.value;
  const message = memberOf('message', typeof said === 'string' ? `${notice} ${said}` : notice);
  const noticed = [message, ...members.filter(({ name }) => name !== 'message')];
  return { summary: `${summary} ${notice}`, structured: objectOf(noticed), text: textOf(noticed) };
}

/** Single values as they come, then objects and lists by their length. */
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

/** One sentence; undefined for an answer that every assistant shows whole, and for a tool that has nothing less to give. */
function lengthNotice(
  bytes: number,
  members: readonly Member[],
  { name, less }: Pick<Tool, 'name' | 'less'>,
): string | undefined {
  if (bytes <= SHOWN_BYTES || less === undefined) return undefined;
  // Without a list the answer is one record.
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
