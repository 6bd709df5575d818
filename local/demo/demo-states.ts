/**
 * Gives the demo's parts lifecycle states: of every ten, four are known to be active, one is obsolete with the
 * replacement that its manufacturer states, one can be bought until a day, one is not recommended for new designs, and
 * three are unknown. Replacements are also parts of the demo index.
 */
import type { Lifecycle, Replacement } from '../../core/index/items/item-facts.ts';
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { DEMO_FAMILIES } from './demo-families.ts';

interface State {
  readonly lifecycle: Lifecycle;
  readonly isReplaced: boolean;
}

const AS_OF = '2026-03-31';
const ACTIVE: State = { lifecycle: { status: 'active', as_stated: 'Active', as_of: AS_OF }, isReplaced: false };
const STATES: readonly (State | undefined)[] = [
  ACTIVE,
  undefined,
  ACTIVE,
  {
    lifecycle: {
      status: 'obsolete',
      as_stated: 'Discontinued',
      announced: '2024-06-30',
      last_buy: '2024-12-31',
      last_ship: '2025-06-30',
      as_of: AS_OF,
    },
    isReplaced: true,
  },
  ACTIVE,
  undefined,
  {
    lifecycle: {
      status: 'last_time_buy',
      as_stated: 'Last time buy',
      announced: '2026-01-15',
      last_buy: '2027-12-31',
      as_of: AS_OF,
    },
    isReplaced: true,
  },
  ACTIVE,
  { lifecycle: { status: 'nrnd', as_stated: 'Not recommended for new designs', as_of: AS_OF }, isReplaced: false },
  undefined,
];
/** The step from one item of a family to the next, so that each family gets each state. */
const STRIDE = DEMO_FAMILIES.length;

/** @param items one of each family after the other */
export function withDemoStates(items: readonly ItemRecord[]): ItemRecord[] {
  return items.map((item, index) => {
    const state = STATES[(index + Math.floor(index / STRIDE)) % STATES.length];
    if (state === undefined) return item;
    const replacement = state.isReplaced ? replacementOf(items[index + STRIDE]) : undefined;
    return {
      ...item,
      attributes: {
        ...item.attributes,
        lifecycle: state.lifecycle,
        ...(replacement !== undefined && { replacements: [replacement] }),
      },
    };
  });
}

function replacementOf(next: ItemRecord | undefined): Replacement | undefined {
  if (next === undefined || next.mpn === null || next.manufacturer === null) return undefined;
  return {
    manufacturer: next.manufacturer,
    mpn: next.mpn,
    grade: 'functional',
    stated_by: 'manufacturer',
    as_of: AS_OF,
  };
}
