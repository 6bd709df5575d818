/** The environment of `npm run eval`, parsed once. */
import * as z from 'zod';
import type { ModelSettings } from './chat-model.ts';
import type { ModelPrices } from './eval-report.ts';

/** USD per million tokens, as in price lists; times 1,000 it is nano-USD per token. */
const price = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,3})?$/, 'must be USD for a million tokens, as 0.15')
  .transform((text) => Math.round(Number(text) * 1000));

const environment = z.object({
  EVAL_BASE_URL: z.url({ protocol: /^https?$/ }),
  EVAL_API_KEY: z.string().min(1).optional(),
  EVAL_MODEL: z.string().min(1),
  EVAL_INPUT_PRICE: price.optional(),
  EVAL_OUTPUT_PRICE: price.optional(),
});

/** @throws {Error} which names each missing or invalid variable, never its value */
export function readEvalSettings(
  variables: Readonly<Record<string, string | undefined>>,
): ModelSettings & { readonly prices: ModelPrices } {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(problems.join('\n'));
  }
  const { EVAL_BASE_URL, EVAL_API_KEY, EVAL_MODEL, EVAL_INPUT_PRICE, EVAL_OUTPUT_PRICE } = parsed.data;
  return {
    baseUrl: EVAL_BASE_URL,
    apiKey: EVAL_API_KEY,
    model: EVAL_MODEL,
    prices: { inputNanoUsd: EVAL_INPUT_PRICE, outputNanoUsd: EVAL_OUTPUT_PRICE },
  };
}
