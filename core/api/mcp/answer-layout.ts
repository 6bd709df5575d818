/**
 * Lays out a tool's answer for assistants that show their model only its beginning (decision 0091): short members
 * before long ones, one line per entry of a list, and at the start of a long answer, how to get less. The tool decides
 * the content.
 */
import type { Tool } from '../tools/define-tool.ts';
import { objectJson, writeMember, type WrittenMember } from '../tools/answers/written-answer.ts';

/** Some assistants cut an answer after 8 kB, others after 15, 30 or 53 (docs/evidence/assistants.md). */
const SHOWN_BYTES = 8_000;
/** A tenth less, because entries differ in length. */
const FITTING_BYTES = 7_200;

interface LaidOutAnswer {
  readonly summary: string;
  /** The JSON of the structured content. */
  readonly json: string;
  /** The same with added line breaks. */
  readonly text: string;
}

/** @param written the members of the structured content */
export function layOutAnswer(
  summary: string,
  written: readonly WrittenMember[],
  tool: Pick<Tool, 'name' | 'less'>,
): LaidOutAnswer {
  const members = shortestFirst(written);
  const laidOut = { summary, ...textsOf(members) };
  const notice = lengthNotice(Buffer.byteLength(summary) + Buffer.byteLength(laidOut.text), members, tool);
  if (notice === undefined) return laidOut;
  const own = members.find(({ name }) => name === 'message')?.value;
  const message = writeMember('message', typeof own === 'string' ? `${notice} ${own}` : notice);
  const noticed = [message, ...members.filter(({ name }) => name !== 'message')];
  return { summary: `${summary} ${notice}`, ...textsOf(noticed) };
}

/** Puts single values first, in their order, then objects and lists by length. */
function shortestFirst(members: readonly WrittenMember[]): readonly WrittenMember[] {
  const length = ({ value, json, entries }: WrittenMember) =>
    typeof value === 'object' && value !== null ? json.length + entries.length : 0;
  return members.toSorted((a, b) => length(a) - length(b));
}

/** Returns one sentence, or undefined if every assistant shows the whole answer or the tool cannot return less. */
function lengthNotice(
  bytes: number,
  members: readonly WrittenMember[],
  { name, less }: Pick<Tool, 'name' | 'less'>,
): string | undefined {
  if (bytes <= SHOWN_BYTES || less === undefined) return undefined;
  // Without a list the answer is one item.
  const entries = members.reduce((sum, { entries }) => sum + entries.length, 0) || 1;
  const counted = entries === 1 ? '1 entry' : `${entries} entries`;
  const fitting = Math.max(1, Math.floor((entries * FITTING_BYTES) / bytes));
  return (
    `This answer has ${counted} in ${Math.ceil(bytes / 1000)} kB, and some assistants cut an answer after 8 kB; ` +
    `to get less, call ${name} with ${less(fitting)}.`
  );
}

function textsOf(members: readonly WrittenMember[]): Pick<LaidOutAnswer, 'json' | 'text'> {
  const json = objectJson(members);
  const hasLists = members.some(({ entries }) => entries.length > 0);
  return { json, text: hasLists ? objectJson(members, lineByLine) : json };
}

function lineByLine({ json, entries }: WrittenMember): string {
  return entries.length === 0 ? json : `[\n${entries.join(',\n')}\n]`;
}
