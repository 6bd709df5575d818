/** Reads the call from a `tools/call` message: the tool that it names and the tool's arguments. It answers nothing. */
import { isJsonObject, ownValue, type JsonObject } from '../../json.ts';
import type { ClassifiedMessage } from '../mcp-message/classify-message.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { fail } from '../../result.ts';
import { prepareTool, type NamedCall, type Tool } from '../tools/define-tool.ts';
import { findTool } from '../tools/definitions/all-tools.ts';
import { readClumsy } from './clumsy-arguments.ts';
import { nearToolName } from './near-tool-name.ts';

/** Returns undefined unless the message is a tools/call, and a promise if the tool's code must be loaded first. */
export function readToolCall(message: ClassifiedMessage): NamedCall | Promise<NamedCall> | undefined {
  if (message.kind !== 'request' || message.request.method !== 'tools/call') return undefined;
  const { params } = message.request;
  const name = ownValue(params, 'name');
  const loading = typeof name === 'string' ? findTool(name)?.load() : undefined;
  return loading === undefined ? nameCall(params) : loading.then(() => nameCall(params));
}

export function nameCall(params: JsonObject): NamedCall {
  const name = ownValue(params, 'name');
  if (typeof name !== 'string') return noTool('tools/call needs the name of a tool.');
  const tool = findTool(name);
  if (tool === undefined) return noTool(unknownTool(name));
  const args = readArguments(tool, params);
  if (isJsonObject(args)) return prepareTool(tool, args);
  const refusal = invalidParams('`arguments` must be an object.', 'arguments');
  return { kind: 'named', tool, prepared: fail({ kind: 'refusal', refusal }) };
}

/** Returns the arguments as they are meant. Clients that fill every member send `null` or an empty list for none. */
function readArguments(tool: Tool, params: JsonObject): unknown {
  const given = Object.hasOwn(params, 'arguments') ? params['arguments'] : null;
  if (given === null || (Array.isArray(given) && given.length === 0)) return {};
  return readClumsy(tool.input, given);
}

function unknownTool(name: string): string {
  const near = nearToolName(name);
  return `There is no tool of this name; tools/list names them.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}

function noTool(problem: string): NamedCall {
  return { kind: 'no_tool', refusal: invalidParams(problem, 'name') };
}

function invalidParams(problem: string, field: string): Refusal {
  return { kind: 'protocol_error', error: { kind: 'invalid_params', problem, field } };
}
