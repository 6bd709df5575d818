/** What was used, and what a call used of it. Figures only: the rules are in meter-call.ts and spending-cap.ts. */

/** What one answer costs: the tokens and the number of the records it holds. Zero records are free. */
export interface Charge {
  readonly tokens: number;
  readonly items: number;
}

export const NO_CHARGE: Charge = { tokens: 0, items: 0 };

/** The figures of `_meta["com.service/usage"]` (specification section 2.7), true after the call; null where one does not apply. */
export interface UsageFigures {
  readonly tokens_billed: number;
  readonly tokens_used_this_period: number | null;
  readonly tokens_included: number | null;
  readonly records_estimate_remaining: number | null;
}
