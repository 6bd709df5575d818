/**
 * The index over which accuracy is measured: the real parts next to the checkout, and four part numbers with many
 * manufacturers.
 */
import { realParts } from '../../fixtures/real-parts.ts';
import { groupBy, NumberIndex, type HeldPart } from './number-index.ts';

/** Part numbers that many manufacturers use, with some of these manufacturers. */
export const MANY_MANUFACTURERS: Readonly<Record<string, readonly string[]>> = {
  '1N4148': ['Nexperia', 'onsemi', 'Vishay', 'Diodes Incorporated', 'ROHM', 'Toshiba'],
  LM358: ['Texas Instruments', 'STMicroelectronics', 'onsemi', 'Diodes Incorporated', 'ROHM'],
  '74HC595': ['Texas Instruments', 'Nexperia', 'onsemi', 'STMicroelectronics', 'Diodes Incorporated', 'Toshiba'],
  NE555: ['Texas Instruments', 'STMicroelectronics', 'onsemi', 'Diodes Incorporated', 'Renesas'],
};

export interface RealIndex {
  readonly index: NumberIndex;
  /** Returns parts of each manufacturer, spread over its list. */
  readonly partsOf: ReadonlyMap<string, readonly HeldPart[]>;
}

export function openRealIndex(partsAManufacturer: number): RealIndex {
  const many = Object.entries(MANY_MANUFACTURERS).flatMap(([mpn, manufacturers]) =>
    manufacturers.map((manufacturer) => ({ manufacturer: manufacturer, brand: manufacturer, mpn })),
  );
  const real = realParts().map(({ manufacturer, brand, mpn }) => ({ manufacturer, brand, mpn: mpn ?? '' }));
  const parts = [...real.filter(({ mpn }) => !(mpn in MANY_MANUFACTURERS)), ...many];
  const groups = [...groupBy(parts, ({ manufacturer }) => manufacturer ?? '')];
  return {
    index: new NumberIndex(parts),
    partsOf: new Map(groups.map(([manufacturer, own]) => [manufacturer, spread(own, partsAManufacturer)])),
  };
}

function spread(parts: readonly HeldPart[], most: number): readonly HeldPart[] {
  const step = Math.max(1, Math.floor(parts.length / most));
  return parts.filter((_, place) => place % step === 0).slice(0, most);
}
