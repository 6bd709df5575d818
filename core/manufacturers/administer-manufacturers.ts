/**
 * Operators' aliases of manufacturers: pure decisions, and one conditional write per change, together with its audit line. They take effect within a minute
 * (manufacturer-directory.ts).
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import { fail, succeed, type Result } from '../result.ts';
import { makerKey } from '../part-keys/manufacturer-name.ts';
import { BUILT_IN_MAKERS } from './built-in-manufacturers.ts';
import type { MakerAlias } from './manufacturer-alias.ts';

export interface StoredAliases {
  readonly aliases: readonly MakerAlias[];
  /** 0 before the first change. */
  readonly revision: number;
}

export interface MakerAliasStore {
  /** A consistent read. */
  readAliases(): Promise<StoredAliases>;
  /** Returns false when another operator has changed them since `revision`. */
  writeAliases(aliases: readonly MakerAlias[], revision: number, audit: AuditLine): Promise<boolean>;
}

export type AliasRefusal =
  | { readonly kind: 'blank_name' }
  | { readonly kind: 'name_too_long' }
  /** The alias is the manufacturer's name or already means it. */
  | { readonly kind: 'means_it_already' }
  | { readonly kind: 'unknown_spelling' }
  | { readonly kind: 'too_many_aliases' }
  | { readonly kind: 'changed_meanwhile' };

/** Even with the longest names these fit into half a row. */
export const MAX_ALIASES = 500;
export const MAX_ALIAS_LENGTH = 100;
const MAX_ATTEMPTS = 3;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

export interface AliasChange {
  readonly spelling: string;
  /** Null if the alias should mean no particular manufacturer. */
  readonly maker: string | null;
}

/** Makes an alias mean a manufacturer in every look-up, search and catalog. */
export async function addMakerAlias(
  store: MakerAliasStore,
  change: AliasChange & { readonly maker: string },
  { who }: { readonly who: string },
  nowMs: number,
): Promise<Result<AliasChange, AliasRefusal>> {
  return changeAliases(store, (aliases) => withAlias(aliases, change), { who, what: 'maker.alias', nowMs });
}

/** Withdraws an alias: an operator's is removed; one of the table means no manufacturer from then on. */
export async function removeMakerAlias(
  store: MakerAliasStore,
  spelling: string,
  { who }: { readonly who: string },
  nowMs: number,
): Promise<Result<AliasChange, AliasRefusal>> {
  return changeAliases(store, (aliases) => withoutAlias(aliases, spelling), { who, what: 'maker.unalias', nowMs });
}

interface Decided {
  readonly aliases: readonly MakerAlias[];
  readonly change: AliasChange;
  /** What the spelling meant before. */
  readonly before: string | null;
}

function withAlias(
  aliases: readonly MakerAlias[],
  { spelling, maker }: AliasChange & { readonly maker: string },
): Result<Decided, AliasRefusal> {
  for (const name of [spelling, maker]) {
    if (!LETTER_OR_DIGIT.test(name)) return fail({ kind: 'blank_name' });
    if (name.length > MAX_ALIAS_LENGTH) return fail({ kind: 'name_too_long' });
  }
  const table = BUILT_IN_MAKERS.with(aliases);
  const meant = table.makersOf(makerKey(spelling));
  const wanted = table.makersOf(makerKey(maker))[0]?.key ?? makerKey(maker);
  if (wanted === makerKey(spelling) || (meant.length === 1 && meant[0]?.key === wanted))
    return fail({ kind: 'means_it_already' });
  const others = without(aliases, spelling);
  if (others.length >= MAX_ALIASES) return fail({ kind: 'too_many_aliases' });
  const change = { spelling: spelling.trim(), maker: maker.trim() };
  return succeed({ aliases: [...others, change], change, before: namesOf(meant) });
}

function withoutAlias(aliases: readonly MakerAlias[], spelling: string): Result<Decided, AliasRefusal> {
  const others = without(aliases, spelling);
  const meant = BUILT_IN_MAKERS.with(aliases).makersOf(makerKey(spelling));
  const change = { spelling: spelling.trim(), maker: null };
  if (others.length < aliases.length) return succeed({ aliases: others, change, before: namesOf(meant) });
  if (meant.length === 0) return fail({ kind: 'unknown_spelling' });
  if (spelling.length > MAX_ALIAS_LENGTH) return fail({ kind: 'name_too_long' });
  if (others.length >= MAX_ALIASES) return fail({ kind: 'too_many_aliases' });
  return succeed({ aliases: [...others, change], change, before: namesOf(meant) });
}

async function changeAliases(
  store: MakerAliasStore,
  decide: (aliases: readonly MakerAlias[]) => Result<Decided, AliasRefusal>,
  { who, what, nowMs }: { readonly who: string; readonly what: string; readonly nowMs: number },
): Promise<Result<AliasChange, AliasRefusal>> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const stored = await store.readAliases();
    const decided = decide(stored.aliases);
    if (!decided.ok) return decided;
    const { aliases, change, before } = decided.value;
    const details = { spelling: change.spelling, before, after: change.maker };
    if (await store.writeAliases(aliases, stored.revision, { who, what, details, atMs: nowMs })) return succeed(change);
  }
  return fail({ kind: 'changed_meanwhile' });
}

function without(aliases: readonly MakerAlias[], spelling: string): readonly MakerAlias[] {
  return aliases.filter((alias) => makerKey(alias.spelling) !== makerKey(spelling));
}

function namesOf(makers: readonly { readonly name: string }[]): string | null {
  return makers.length === 0 ? null : makers.map(({ name }) => name).join(' / ');
}
