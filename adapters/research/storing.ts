/** Decides what of an answer is stored, and converts it for the adapters. */
import { timeText } from '../../core/time.ts';

/**
 * `facts`: identifiers, names, categories, measures and properties. `everything`: also the manufacturer's sentences and
 * the URLs of its pictures and documents, if the provider's terms allow that.
 */
export type Storing = 'facts' | 'everything';

/** Reads a measure as a provider writes it; undefined unless it is a plain number. */
export function plainNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > 20 || !/^[0-9]+(?:\.[0-9]+)?$/.test(value.trim())) return undefined;
  return Number(value);
}

export interface Measure {
  readonly value: number;
  readonly unit: string | null;
}

/** One unit for all three, or no dimensions: nothing is converted here. */
export function dimensionsOf(
  length: Measure | undefined,
  width: Measure | undefined,
  height: Measure | undefined,
): Readonly<Record<string, unknown>> | null {
  const known = [length, width, height].filter((measure) => measure !== undefined);
  const units = new Set(known.map(({ unit }) => unit));
  if (known.length === 0 || units.size > 1) return null;
  const [unit = null] = units;
  return { length: length?.value ?? null, width: width?.value ?? null, height: height?.value ?? null, unit };
}

interface WithSource {
  readonly url: string;
  readonly name: string;
  readonly confidence: number;
  readonly nowMs: number;
}

/** Returns the record with the source and the confidence of each field that has a value. */
export function withSource(
  fields: Readonly<Record<string, unknown>>,
  { url, name, confidence, nowMs }: WithSource,
): Readonly<Record<string, unknown>> {
  const sections = Object.keys(fields).filter((field) => fields[field] !== null && fields[field] !== undefined);
  return {
    ...fields,
    confidence,
    section_confidence: Object.fromEntries(sections.map((section) => [section, confidence])),
    sources: [{ url, name, retrieved_at: timeText(nowMs), sections }],
  };
}
