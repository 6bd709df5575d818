/**
 * Adds and removes operators' aliases of manufacturers. Decisions are pure, and each change is one conditional write
 * together with its audit line. Changes take effect within a minute (manufacturer-table-store.ts).
 */
import { decideAgain } from '../../decide-again.ts';
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { toManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { BUILT_IN_MANUFACTURERS } from './built-in-manufacturers.ts';
import type { ManufacturerAlias } from './manufacturer-alias.ts';

export interface StoredAliases {
  readonly aliases: readonly ManufacturerAlias[];
  /** 0 before the first change. */
  readonly revision: number;
}

export interface ManufacturerAliasStore {
  /** Reads consistently. */
  readAliases(): Promise<StoredAliases>;
  /** Returns false if another operator has changed them since `revision`. */
  writeAliases(aliases: readonly ManufacturerAlias[], revision: number, audit: AuditLine): Promise<boolean>;
}

export type AliasRefusal =
  | { readonly kind: 'blank_name' }
  | { readonly kind: 'name_too_long' }
  /** The alias is the manufacturer's name or already means it. */
  | { readonly kind: 'means_it_already' }
  | { readonly kind: 'unknown_spelling' }
  | { readonly kind: 'too_many_aliases' }
  | { readonly kind: 'changed_meanwhile' };

/** This many aliases fit into half a row, even with the longest names. */
export const MAX_ALIASES = 500;
export const MAX_ALIAS_LENGTH = 100;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

interface AliasChange {
  readonly spelling: string;
  /** Null if the alias should mean no particular manufacturer. */
  readonly manufacturer: string | null;
}

/** Adds an alias that means the manufacturer in every look-up, search and catalog. */
export async function addManufacturerAlias(
  store: ManufacturerAliasStore,
  change: AliasChange & { readonly manufacturer: string },
  { who }: { readonly who: string },
  nowMs: number,
): Promise<Result<AliasChange, AliasRefusal>> {
  return changeAliases(store, (aliases) => withAlias(aliases, change), { who, what: 'manufacturer.alias', nowMs });
}

/** Withdraws an alias: removes an operator's, or makes one of the built-in table mean no manufacturer. */
export async function removeManufacturerAlias(
  store: ManufacturerAliasStore,
  spelling: string,
  { who }: { readonly who: string },
  nowMs: number,
): Promise<Result<AliasChange, AliasRefusal>> {
  return changeAliases(store, (aliases) => withoutAlias(aliases, spelling), {
    who,
    what: 'manufacturer.unalias',
    nowMs,
  });
}

interface Decided {
  readonly aliases: readonly ManufacturerAlias[];
  readonly change: AliasChange;
  /** The earlier meaning of the spelling. */
  readonly before: string | null;
}

function withAlias(
  aliases: readonly ManufacturerAlias[],
  { spelling, manufacturer }: AliasChange & { readonly manufacturer: string },
): Result<Decided, AliasRefusal> {
  for (const name of [spelling, manufacturer]) {
    if (!LETTER_OR_DIGIT.test(name)) return fail({ kind: 'blank_name' });
    if (name.length > MAX_ALIAS_LENGTH) return fail({ kind: 'name_too_long' });
  }
  const table = BUILT_IN_MANUFACTURERS.with(aliases);
  const meant = table.manufacturersOf(toManufacturerKey(spelling));
  const wanted = table.manufacturersOf(toManufacturerKey(manufacturer))[0]?.key ?? toManufacturerKey(manufacturer);
  if (wanted === toManufacturerKey(spelling) || (meant.length === 1 && meant[0]?.key === wanted))
    return fail({ kind: 'means_it_already' });
  const others = without(aliases, spelling);
  if (others.length >= MAX_ALIASES) return fail({ kind: 'too_many_aliases' });
  const change = { spelling: spelling.trim(), manufacturer: manufacturer.trim() };
  return succeed({ aliases: [...others, change], change, before: namesOf(meant) });
}

function withoutAlias(aliases: readonly ManufacturerAlias[], spelling: string): Result<Decided, AliasRefusal> {
  const others = without(aliases, spelling);
  const meant = BUILT_IN_MANUFACTURERS.with(aliases).manufacturersOf(toManufacturerKey(spelling));
  const change = { spelling: spelling.trim(), manufacturer: null };
  if (others.length < aliases.length) return succeed({ aliases: others, change, before: namesOf(meant) });
  if (meant.length === 0) return fail({ kind: 'unknown_spelling' });
  if (spelling.length > MAX_ALIAS_LENGTH) return fail({ kind: 'name_too_long' });
  if (others.length >= MAX_ALIASES) return fail({ kind: 'too_many_aliases' });
  return succeed({ aliases: [...others, change], change, before: namesOf(meant) });
}

async function changeAliases(
  store: ManufacturerAliasStore,
  decide: (aliases: readonly ManufacturerAlias[]) => Result<Decided, AliasRefusal>,
  { who, what, nowMs }: { readonly who: string; readonly what: AuditLine['what']; readonly nowMs: number },
): Promise<Result<AliasChange, AliasRefusal>> {
  return decideAgain(async () => {
    const stored = await store.readAliases();
    const decided = decide(stored.aliases);
    if (!decided.ok) return decided;
    const { aliases, change, before } = decided.value;
    const details = { spelling: change.spelling, before, after: change.manufacturer };
    if (await store.writeAliases(aliases, stored.revision, { who, what, details, atMs: nowMs })) return succeed(change);
    return undefined;
  });
}

function without(aliases: readonly ManufacturerAlias[], spelling: string): readonly ManufacturerAlias[] {
  return aliases.filter((alias) => toManufacturerKey(alias.spelling) !== toManufacturerKey(spelling));
}

function namesOf(manufacturers: readonly { readonly name: string }[]): string | null {
  return manufacturers.length === 0 ? null : manufacturers.map(({ name }) => name).join(' / ');
}
