/**
 * How a rule of the core ends a request inside Middy, whose middlewares can only throw: an early return from `before` would skip every
 * `after`, so none does. The function's innermost `onError` turns it into the answer.
 */
import type { Refusal } from '../../core/refusals/refusal.ts';

export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}
