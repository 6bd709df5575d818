/**
 * Plays one task in an assistant's loop: asks the model, makes its calls and shows it the results, until it makes no
 * more calls.
 */
import type { Task } from './tasks-file.ts';
import {
  askModel,
  type ChatMessage,
  type ModelSettings,
  type ToolCallOfModel,
  type ToolForModel,
} from './chat-model.ts';

export interface ToolsOfService {
  readonly instructions: string;
  readonly tools: readonly ToolForModel[];
  /** Returns the text of the answer, which may be a refusal, and the billed tokens. */
  readonly call: (
    name: string,
    args: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly text: string; readonly tokensBilled: number }>;
}

export interface MadeCall {
  readonly name: string;
  /** Undefined if the model did not write a JSON object. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
}

export interface PlayedTask {
  readonly task: Task;
  readonly calls: readonly MadeCall[];
  readonly answer: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Tokens that the service billed, not tokens of the model. */
  readonly tokensBilled: number;
}

/** The number of calls beyond the task's limit that are still recorded; the task has failed by then. */
const SPARE_CALLS = 3;

export async function playTask(task: Task, model: ModelSettings, service: ToolsOfService): Promise<PlayedTask> {
  const messages: ChatMessage[] = [
    { role: 'system', content: `You help a buyer of parts with the tools that you have. ${service.instructions}` },
    { role: 'user', content: task.ask },
  ];
  const calls: MadeCall[] = [];
  let [inputTokens, outputTokens, tokensBilled] = [0, 0, 0];
  for (;;) {
    const turn = await askModel(model, messages, service.tools);
    inputTokens += turn.inputTokens;
    outputTokens += turn.outputTokens;
    const ends = turn.toolCalls.length === 0 || calls.length >= task.most + SPARE_CALLS;
    if (ends) return { task, calls, answer: turn.content ?? '', inputTokens, outputTokens, tokensBilled };
    messages.push({ role: 'assistant', content: turn.content, tool_calls: turn.toolCalls });
    for (const wanted of turn.toolCalls) {
      const { made, text, billed } = await makeCall(wanted, service);
      calls.push(made);
      tokensBilled += billed;
      messages.push({ role: 'tool', tool_call_id: wanted.id, content: text });
    }
  }
}

async function makeCall({ function: { name, arguments: written } }: ToolCallOfModel, service: ToolsOfService) {
  const args = objectIn(written);
  if (args === undefined) return { made: { name, args }, text: 'The arguments are not a JSON object.', billed: 0 };
  const { text, tokensBilled } = await service.call(name, args);
  return { made: { name, args }, text, billed: tokensBilled };
}

function objectIn(written: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // Some models write nothing for a tool without arguments.
    const value: unknown = JSON.parse(written === '' ? '{}' : written);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
