/**
 * A model of the AI SDK's interface that plays a script: one tool call per turn, then a last text. It records what it
 * received before each turn. It runs in Node 24 unchanged, for the frameworks that accept such a model.
 */

export interface ToolTurn {
  /** The tool as the framework names it. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The interface's version: results differ in how they count and why they end. */
export type ModelVersion = 'v2' | 'v3' | 'v4';

export function scriptedLanguageModel(version: ModelVersion, script: readonly ToolTurn[]) {
  const given: string[] = [];
  const next = ({ prompt }: { readonly prompt: unknown }) => {
    given.push(JSON.stringify(prompt));
    const turn = script[given.length - 1];
    const toolCallId = `call-${given.length}`;
    const content =
      turn === undefined
        ? { type: 'text' as const, text: 'Done.' }
        : { type: 'tool-call' as const, toolCallId, toolName: turn.name, input: JSON.stringify(turn.args) };
    const ending = turn === undefined ? 'stop' : 'tool-calls';
    const finishReason = version === 'v2' ? ending : { unified: ending, raw: ending };
    return { content: [content], finishReason, usage: usageOf(version), warnings: [] };
  };
  return {
    given,
    specificationVersion: version,
    provider: 'script',
    modelId: 'script',
    supportedUrls: {},
    doGenerate: async (options: { readonly prompt: unknown }) => next(options),
    doStream: async (options: { readonly prompt: unknown }) => ({ stream: streamOf(next(options)) }),
  };
}

function streamOf({
  content,
  finishReason,
  usage,
}: {
  content: readonly object[];
  finishReason: unknown;
  usage: unknown;
}) {
  const parts = content.flatMap((part) =>
    'text' in part
      ? [
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: part.text },
          { type: 'text-end', id: '1' },
        ]
      : [part],
  );
  return new ReadableStream<object>({
    start(controller) {
      const all = [{ type: 'stream-start', warnings: [] }, ...parts, { type: 'finish', finishReason, usage }];
      for (const part of all) controller.enqueue(part);
      controller.close();
    },
  });
}

function usageOf(version: ModelVersion): object {
  if (version === 'v2') return { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const inputTokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
  return { inputTokens, outputTokens: { total: 1, text: 1, reasoning: 0 } };
}
