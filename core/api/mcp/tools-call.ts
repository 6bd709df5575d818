/**
 * Reads the call from a `tools/call` message and writes its result as JSON-RPC. core/api/tools/call-tool.ts runs the
 * call.
 */
import { isJsonObject, ownValue, type JsonObject } from '../../json.ts';
import type { ClassifiedMessage } from '../mcp-message/classify-message.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { ToolCallResult } from '../tools/call-context.ts';
import { prepareTool, type NamedCall } from '../tools/call-tool.ts';
import { nearName } from '../tools/likely-property.ts';
import { readClumsy } from './clumsy-arguments.ts';
import type { Tool } from '../tools/define-tool.ts';
import { findTool, TOOLS } from '../tools/definitions/all-tools.ts';
import type { RpcAnswer } from './request-context.ts';
import { toolFailure, toolSuccess, type ToolResultContext } from './tool-result.ts';

/** Returns undefined unless the message is a tools/call, and a promise if the tool's code must be loaded first. */
export function readCall(message: ClassifiedMessage): NamedCall | Promise<NamedCall> | undefined {
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
  if (tool === undefined) return noTool(`There is no tool of this name; tools/list names them.${meantTool(name)}`);
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

/** Returns a sentence for a name that is nearly a tool's. */
function meantTool(name: string): string {
  const meant = nearName(
    name,
    TOOLS.map((tool) => tool.name),
  );
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/** Turns the result into an answer; a tool's error is an answer too. */
export function toRpcAnswer(result: ToolCallResult, context: ToolResultContext): Result<RpcAnswer, Refusal> {
  switch (result.kind) {
    case 'answered':
      return succeed({ result: toolSuccess(result, context) });
    case 'failed': {
      const { error, figures } = result;
      const wait = error.retryAfterSeconds;
      const headers = wait === undefined ? {} : { 'retry-after': String(wait) };
      return succeed({ result: toolFailure(error, figures, context), headers });
    }
    case 'refused':
      return fail(result.refusal);
  }
}

function noTool(problem: string): NamedCall {
  return { kind: 'no_tool', refusal: invalidParams(problem, 'name') };
}

function invalidParams(problem: string, field: string): Refusal {
  return { kind: 'protocol_error', error: { kind: 'invalid_params', problem, field } };
}
