/** Formats the results of a run for a terminal. Money is in whole nano-USD. */
import type { JudgedTask } from './judge-task.ts';

/** The price of one token; undefined if it is not known. */
export interface ModelPrices {
  readonly inputNanoUsd: number | undefined;
  readonly outputNanoUsd: number | undefined;
}

export function evalReport(model: string, judged: readonly JudgedTask[], prices: ModelPrices): string {
  const sum = (count: (task: JudgedTask) => number) => judged.reduce((total, task) => total + count(task), 0);
  const right = sum(({ wrongs }) => (wrongs.length === 0 ? 1 : 0));
  const input = sum(({ inputTokens }) => inputTokens);
  const output = sum(({ outputTokens }) => outputTokens);
  const of = (count: number) => `${count} of ${judged.length} (${Math.round((100 * count) / judged.length)} %)`;
  return [
    `Model: ${model}`,
    `First call right:    ${of(sum(({ isFirstRight }) => (isFirstRight ? 1 : 0)))}`,
    `All of a task right: ${of(right)}`,
    `Calls a task:        ${(sum(({ calls }) => calls.length) / judged.length).toFixed(2)}`,
    `Model tokens:        ${input} in, ${output} out`,
    `Model cost:          ${costText(input, output, prices)}`,
    `Plan tokens billed:  ${sum(({ tokensBilled }) => tokensBilled)}`,
    ...judged.flatMap(({ task, wrongs }) => (wrongs.length === 0 ? [] : [`- ${task.id}: ${wrongs.join('; ')}`])),
  ].join('\n');
}

export function costText(input: number, output: number, { inputNanoUsd, outputNanoUsd }: ModelPrices): string {
  if (inputNanoUsd === undefined || outputNanoUsd === undefined)
    return 'unknown: EVAL_INPUT_PRICE and EVAL_OUTPUT_PRICE';
  const nanoUsd = input * inputNanoUsd + output * outputNanoUsd;
  return `${(nanoUsd / 1e9).toFixed(4)} USD`;
}
