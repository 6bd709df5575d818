/**
 * The shapes of the fact sections in an item's `attributes`: lifecycle, replacements and compliance. They follow JEDEC J-STD-046 and J-STD-048
 * (notices and dates), IPC-1752A and IEC 62474 (substances) and J-STD-020 (moisture). Every member is optional: an unknown fact is absent, never
 * guessed. Other members are allowed.
 * item-import/read-facts.ts translates a source's words into these values.
 */
import * as z from 'zod';

/** `last_time_buy`: discontinuance is announced, and last orders are or were accepted. `obsolete`: no orders are accepted. */
export const LIFECYCLE_STATUSES = ['preview', 'active', 'nrnd', 'last_time_buy', 'obsolete'] as const;
export type LifecycleStatus = (typeof LIFECYCLE_STATUSES)[number];

export const REPLACEMENT_GRADES = ['drop_in', 'other_package', 'functional', 'suggested'] as const;
export const STATED_BY = ['manufacturer', 'distributor', 'other'] as const;
export const ROHS_STATES = ['compliant', 'exempt', 'not_compliant'] as const;
export const SUBSTANCE_STATES = ['contained', 'not_contained'] as const;
export const CONFLICT_MINERAL_STATES = ['conflict_free', 'not_conflict_free', 'undetermined'] as const;
/** J-STD-020. */
export const MOISTURE_LEVELS = ['1', '2', '2a', '3', '4', '5', '5a', '6'] as const;

const day = z.iso.date('must be a day such as 2027-03-31');
const short = z.string().min(1).max(200);
const long = z.string().min(1).max(2_000);

const lifecycleSchema = z.looseObject({
  status: z.enum(LIFECYCLE_STATUSES).optional(),
  /** The source's words. */
  as_stated: short.optional(),
  announced: day.optional(),
  last_buy: day.optional(),
  last_ship: day.optional(),
  /** The notice of change or discontinuance. */
  notice: z.looseObject({ number: short.optional(), url: long.optional() }).optional(),
  as_of: day.optional(),
});

/** Contains only what a source states; nothing is derived from similarity. */
const replacementSchema = z.looseObject({
  manufacturer: short.optional(),
  mpn: z.string().min(1).max(120),
  /** `drop_in`: the same form, fit and function. */
  grade: z.enum(REPLACEMENT_GRADES).optional(),
  differences: long.optional(),
  stated_by: z.enum(STATED_BY).optional(),
  url: long.optional(),
  as_of: day.optional(),
});

const replacementsSchema = z.array(replacementSchema).max(20);

const complianceSchema = z.looseObject({
  rohs: z.enum(ROHS_STATES).optional(),
  rohs_exemptions: z.array(short).max(50).optional(),
  reach_svhc: z.enum(SUBSTANCE_STATES).optional(),
  pfas: z.enum(SUBSTANCE_STATES).optional(),
  halogen_free: z.boolean().optional(),
  conflict_minerals: z.enum(CONFLICT_MINERAL_STATES).optional(),
  msl: z.enum(MOISTURE_LEVELS).optional(),
  eccn: short.optional(),
  ul_file: short.optional(),
});

/** The sections of `attributes` that have a fixed shape. */
export const FACT_SECTIONS = {
  lifecycle: lifecycleSchema,
  replacements: replacementsSchema,
  compliance_safety: complianceSchema,
} as const;
export type FactSection = keyof typeof FACT_SECTIONS;

export type Lifecycle = z.infer<typeof lifecycleSchema>;
export type Replacement = z.infer<typeof replacementSchema>;

export function isFactSection(name: string): name is FactSection {
  return Object.hasOwn(FACT_SECTIONS, name);
}
