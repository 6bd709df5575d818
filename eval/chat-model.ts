/**
 * Calls a model at any endpoint with OpenAI's chat completions, and parses its answers; play-task.ts decides what to do
 * with them.
 */
import * as z from 'zod';

export interface ModelSettings {
  /** The base URL as for OpenAI's clients, with `/v1` if the endpoint has it. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
}

export interface ToolForModel {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly ToolCallOfModel[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

const toolCall = z.object({
  id: z.string(),
  type: z.literal('function').default('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
export type ToolCallOfModel = z.infer<typeof toolCall>;

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), tool_calls: z.array(toolCall).nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }).nullish(),
});

interface ModelTurn {
  readonly content: string | null;
  readonly toolCalls: readonly ToolCallOfModel[];
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const PATIENCE_MS = 180_000;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 2_000;

/**
 * The endpoint refused, or gave an invalid answer. The message contains neither the key nor any text of the endpoint
 * except its status.
 */
export class ModelError extends Error {}

export async function askModel(
  { baseUrl, apiKey, model }: ModelSettings,
  messages: readonly ChatMessage[],
  tools: readonly ToolForModel[],
): Promise<ModelTurn> {
  const init: RequestInit = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, messages, tools }),
  };
  const response = await postPatiently(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, init);
  const answer = completion.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) throw new ModelError('The endpoint answered something that is not a chat completion.');
  const { choices, usage } = answer.data;
  const { content = null, tool_calls: toolCalls } = choices[0]?.message ?? {};
  return {
    content,
    toolCalls: toolCalls ?? [],
    inputTokens: usage?.prompt_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? 0,
  };
}

/** Retries while the endpoint is busy. */
async function postPatiently(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => {
      throw new ModelError('The endpoint cannot be reached, or took longer than three minutes.');
    });
    if (response.ok) return response;
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy || attempt === ATTEMPTS) throw new ModelError(`The endpoint answered ${response.status}.`);
    await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** attempt));
  }
}
