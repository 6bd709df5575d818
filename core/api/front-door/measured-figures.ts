/**
 * Computes the figures of the home page and its guide from the latest results of `npm run bench`, so that none is
 * copied by hand.
 */
import * as z from 'zod/mini';
import { BUILT_IN_PLANS } from '../../billing/plans/built-in-plans.ts';
import { centsToNanoUsd, formatUsd, NANO_USD_PER_CENT } from '../../money.ts';
import { numberText } from '../../number-text.ts';

const wronglyAsked = z.object({ asked: z.int(), answered: z.int() });
const perSecond = z.object({ modernCallPerSecond: z.number() });

/** The part of docs/evidence/performance.json that is used. */
const evidenceSchema = z.object({
  peers: z.object({ values: z.object({ ours: perSecond, 'official-sdk': perSecond }) }),
  accuracy: z.object({
    values: z.object({
      parts: z.int(),
      spellings: z
        .array(
          z.object({
            spellings: z.int(),
            found: z.int(),
            uses: z.int(),
            usesFound: z.int(),
            confused: z.int(),
          }),
        )
        .check(z.minLength(1)),
      unlisted: z.object({ spellings: z.int(), found: z.int() }),
      crossed: wronglyAsked,
      wrongManufacturers: wronglyAsked,
      takeovers: wronglyAsked,
    }),
  }),
  facts: z.object({
    values: z.array(z.object({ asked: z.string(), facts: z.string(), found: z.int(), tokensBilled: z.int() })),
  }),
});
type Billed = z.infer<typeof evidenceSchema>['facts']['values'][number];

/** Formatted for readers; each key is a placeholder in `web/guides/measured.md`. */
export type MeasuredFigures = ReturnType<typeof measuredFigures>;

/** @throws {Error} if the evidence lacks a measurement that a page shows */
export function measuredFigures(evidence: unknown) {
  const { peers, accuracy, facts } = evidenceSchema.parse(evidence);
  const { parts, spellings, unlisted, crossed, wrongManufacturers, takeovers } = accuracy.values;
  const [all] = spellings as [(typeof spellings)[number]];
  const wrong = [crossed, wrongManufacturers, takeovers];
  const own = peers.values.ours.modernCallPerSecond;
  const official = peers.values['official-sdk'].modernCallPerSecond;
  const tokens = tokensOf(facts.values, 'default fields');
  const dearest = Math.max(...BUILT_IN_PLANS.map(({ overagePriceNanoUsdPerToken: price }) => price));
  return {
    WRONG_ASKED: numberText(sum(wrong.map(({ asked }) => asked))),
    WRONG_ANSWERED: numberText(sum(wrong.map(({ answered }) => answered))),
    WRONG_SPELLING: numberText(crossed.asked),
    WRONG_MANUFACTURER: numberText(wrongManufacturers.asked),
    WRONG_TAKEOVER: numberText(takeovers.asked),
    PARTS: numberText(parts),
    SPELLINGS: numberText(all.spellings),
    SPELLINGS_FOUND: share(all.found, all.spellings),
    SPELLINGS_BY_USE: share(all.usesFound, all.uses),
    SPELLINGS_BY_RULES: share(unlisted.found, unlisted.spellings),
    SPELLINGS_CONFUSED: numberText(all.confused),
    CALLS: numberText(Math.round(own)),
    CALLS_OFFICIAL: numberText(Math.round(official)),
    CALLS_RATIO: `${(own / official).toFixed(1)}×`,
    TOKENS_A_RECORD: numberText(rounded(tokens, 10)),
    TOKENS_WITH_ATTRIBUTES: numberText(rounded(tokensOf(facts.values, 'with attributes'), 10)),
    RECORDS_A_MILLION: numberText(rounded(1_000_000 / tokens, 100)),
    RECORDS_BILLED: numberText(sum(billedFor(facts.values, 'default fields').map(({ found }) => found))),
    /** The price of an item of mean size on the dearest plan, rounded up to whole cents. */
    RECORD_COST: formatUsd(centsToNanoUsd(Math.ceil((tokens * dearest) / NANO_USD_PER_CENT))),
  };
}

/** Returns the mean tokens of an item for one kind of query, measured without facts. */
function tokensOf(values: readonly Billed[], asked: string): number {
  const billed = billedFor(values, asked);
  const found = sum(billed.map((one) => one.found));
  if (found === 0) throw new Error(`No record was billed for ${asked}.`);
  return sum(billed.map(({ tokensBilled }) => tokensBilled)) / found;
}

function billedFor(values: readonly Billed[], asked: string): readonly Billed[] {
  return values.filter((one) => one.asked === asked && one.facts === 'without');
}

function rounded(value: number, to: number): number {
  return to * Math.round(value / to);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
