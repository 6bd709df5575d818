/**
 * The structured content of an answer as JSON, by member and, in a list, by entry. It is written once: its size is
 * judged before the meter, and the response is made of it afterwards.
 */
import type { JsonObject } from '../../../json.ts';

export interface WrittenMember {
  readonly name: string;
  readonly value: unknown;
  readonly json: string;
  /** The JSON of each entry, if the value is a list. */
  readonly entries: readonly string[];
}

/** @param structured an object, as every output is (docs/reference/http.md#tool-schemas) */
export function writeMembers(structured: unknown): readonly WrittenMember[] {
  const members: WrittenMember[] = [];
  for (const [name, value] of Object.entries(structured as JsonObject))
    if (value !== undefined) members.push(writeMember(name, value));
  return members;
}

export function writeMember(name: string, value: unknown): WrittenMember {
  if (!Array.isArray(value) || value.length === 0) return { name, value, json: JSON.stringify(value), entries: [] };
  const entries = value.map((entry) => JSON.stringify(entry));
  return { name, value, json: `[${entries.join(',')}]`, entries };
}

/** Returns the characters of an object with these members, whose names need no escape. */
export function objectLength(members: readonly WrittenMember[]): number {
  return members.reduce((sum, { name, json }) => sum + name.length + json.length + '"":,'.length, '{'.length);
}

/** Returns the JSON of an object with these members. @param text returns the JSON of a member's value */
export function objectJson(
  members: readonly WrittenMember[],
  text: (member: WrittenMember) => string = ({ json }) => json,
): string {
  let json = '';
  for (const member of members) json += `${json && ','}${JSON.stringify(member.name)}:${text(member)}`;
  return `{${json}}`;
}
