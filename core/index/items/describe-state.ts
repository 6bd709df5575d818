/**
 * Describes a lifecycle state in words that follow "This part" or a count of parts. A past date is described as past.
 */
import { dayOf } from '../../time.ts';
import type { ItemLifecycle } from './item-lifecycle.ts';

/** @param isMany whether the subject is plural */
export function describeState({ status, date }: ItemLifecycle, nowMs: number, isMany = false): string {
  const is = isMany ? 'are' : 'is';
  switch (status) {
    case 'active':
      return `${is} active`;
    case 'preview':
      return `${is} announced and not yet in production`;
    case 'nrnd':
      return `${is} not recommended for new designs`;
    case 'obsolete':
      return date === undefined ? `${is} obsolete` : `${is} obsolete, last date stated ${date}`;
    case 'last_time_buy':
      return describeLastBuy(date, nowMs, isMany);
  }
}

function describeLastBuy(date: string | undefined, nowMs: number, isMany: boolean): string {
  const is = isMany ? 'are' : 'is';
  if (date === undefined) return `${is} being discontinued, last order date unknown`;
  const isPast = date < dayOf(nowMs);
  return isPast ? `${is} being discontinued, last orders were taken until ${date}` : `can be bought until ${date}`;
}
