/** Reads the call from a `tools/call` message and writes its outcome as JSON-RPC. core/api/tools/call-tool.ts runs the call. */
import { isJsonObject, ownValue, type JsonObject } from '../../json.ts';
import type { ClassifiedMessage } from '../mcp-message/classify-message.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { CallOutcome } from '../tools/call-context.ts';
import { prepareTool, type NamedCall } from '../tools/call-tool.ts';
import { findTool } from '../tools/definitions/all-tools.ts';
import type { RpcAnswer } from './request-context.ts';
import { toolFailure, toolSuccess, type ToolResultContext } from './tool-result.ts';

/** Returns undefined unless the message is a tools/call. */
export function readCall(message: ClassifiedMessage): NamedCall | undefined {
  if (message.kind !== 'request' || message.request.method !== 'tools/call') return undefined;
  return nameCall(message.request.params);
}

export function nameCall(params: JsonObject): NamedCall {
  const name = ownValue(params, 'name');
  if (typeof name !== 'string') return noTool('tools/call needs the name of a tool.');
  const tool = findTool(name);
  if (tool === undefined) return noTool('There is no tool of this name; tools/list names them.');
  const args = Object.hasOwn(params, 'arguments') ? params['arguments'] : {};
  if (isJsonObject(args)) return prepareTool(tool, args);
  const refusal = invalidParams('`arguments` must be an object.', 'arguments');
  return { kind: 'named', tool, prepared: fail({ kind: 'refusal', refusal }) };
}

/** Turns the outcome into an answer; a tool's error is an answer too. */
export function answerCall(outcome: CallOutcome, context: ToolResultContext): Result<RpcAnswer, Refusal> {
  switch (outcome.kind) {
    case 'answered':
      return succeed({ result: toolSuccess(outcome.answer, outcome.tool, outcome.figures, context) });
    case 'failed': {
      const { error, figures } = outcome;
      const wait = error.retryAfterSeconds;
      const headers = wait === undefined ? {} : { 'retry-after': String(wait) };
      return succeed({ result: toolFailure(error, figures, context), headers });
    }
    case 'refused':
      return fail(outcome.refusal);
  }
}

function noTool(problem: string): NamedCall {
  return { kind: 'no_tool', refusal: invalidParams(problem, 'name') };
}

function invalidParams(problem: string, field: string): Refusal {
  return { kind: 'protocol_error', error: { kind: 'invalid_params', problem, field } };
}
