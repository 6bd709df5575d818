/**
 * The shapes of the fact sections in an item's `attributes`: lifecycle, replacements and compliance. They follow JEDEC
 * J-STD-046 and J-STD-048 (notices and dates), IPC-1752A and IEC 62474 (substances) and J-STD-020 (moisture). Every
 * member is optional: an unknown fact is absent, never guessed. Other members are allowed. item-import/read-facts.ts
 * translates a source's words into these values.
 */
import * as z from 'zod/mini';

/**
 * `last_time_buy`: discontinuance is announced, and last orders are or were accepted. `obsolete`: no orders are
 * accepted.
 */
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
const short = z.string().check(z.minLength(1), z.maxLength(200));
const long = z.string().check(z.minLength(1), z.maxLength(2_000));

const lifecycleSchema = z.looseObject({
  status: z.optional(z.enum(LIFECYCLE_STATUSES)),
  /** The source's words. */
  as_stated: z.optional(short),
  announced: z.optional(day),
  last_buy: z.optional(day),
  last_ship: z.optional(day),
  /** The notice of change or discontinuance. */
  notice: z.optional(z.looseObject({ number: z.optional(short), url: z.optional(long) })),
  as_of: z.optional(day),
});

/** Contains only what a source states; nothing is derived from similarity. */
const replacementSchema = z.looseObject({
  manufacturer: z.optional(short),
  mpn: z.string().check(z.minLength(1), z.maxLength(120)),
  /** `drop_in`: the same form, fit and function. */
  grade: z.optional(z.enum(REPLACEMENT_GRADES)),
  differences: z.optional(long),
  stated_by: z.optional(z.enum(STATED_BY)),
  url: z.optional(long),
  as_of: z.optional(day),
});

const replacementsSchema = z.array(replacementSchema).check(z.maxLength(20));

const complianceSchema = z.looseObject({
  rohs: z.optional(z.enum(ROHS_STATES)),
  rohs_exemptions: z.optional(z.array(short).check(z.maxLength(50))),
  reach_svhc: z.optional(z.enum(SUBSTANCE_STATES)),
  pfas: z.optional(z.enum(SUBSTANCE_STATES)),
  halogen_free: z.optional(z.boolean()),
  conflict_minerals: z.optional(z.enum(CONFLICT_MINERAL_STATES)),
  msl: z.optional(z.enum(MOISTURE_LEVELS)),
  eccn: z.optional(short),
  ul_file: z.optional(short),
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
