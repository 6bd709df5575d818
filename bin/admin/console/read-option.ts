/** Parses option values strictly; an error names the valid values. */
import { InvalidArgumentError } from 'commander';
import { accountIdSchema, clientIdSchema, itemIdSchema } from '../../../core/identifiers.ts';
import type { ClientPlace } from '../../../core/billing/meter/take-back.ts';
import { TRIAL_USAGE_KEY } from '../../../core/billing/meter/usage-debit.ts';
import { emailSchema } from '../../../core/access/people/person.ts';
import { inScopeOrder, isScope, SCOPES, type Scope } from '../../../core/billing/accounts/scopes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time.ts';

export function readAccountId(text: string): string {
  if (accountIdSchema.safeParse(text).success) return text;
  throw new InvalidArgumentError('An account id is acc_ followed by 10 letters or digits.');
}

export function readEmail(text: string): string {
  const email = emailSchema.safeParse(text);
  if (email.success) return email.data;
  throw new InvalidArgumentError('It must be an email address.');
}

export function readClientIdText(text: string): string {
  if (clientIdSchema.safeParse(text).success) return text;
  throw new InvalidArgumentError('A client id looks like cli_live_…; `clients list ACCOUNT` shows them.');
}

export function readItemId(text: string): string {
  if (itemIdSchema.safeParse(text).success) return text;
  throw new InvalidArgumentError('An item id is itm_ followed by 8 letters or digits.');
}

/** Parses the key of a usage row: a period, or the trial. */
export function readUsageKey(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) || text === TRIAL_USAGE_KEY) return text;
  throw new InvalidArgumentError(`It must be a period such as 2026-11, or ${TRIAL_USAGE_KEY}.`);
}

/** Parses `items:read,items:search`, or `all`. */
export function readScopes(text: string): readonly Scope[] {
  if (text === 'all') return SCOPES;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isScope(name));
  if (unknown === undefined) return inScopeOrder(names.filter(isScope));
  throw new InvalidArgumentError(`"${unknown}" is not a scope. Scopes: ${SCOPES.join(', ')}, or all.`);
}

/** The client of a charge: `00`, `00:20775` or `others`. Wrapped, because others are no client. */
export interface ChargedClient {
  readonly share: ClientPlace | undefined;
}

/** Parses a client as the report of a charge in doubt names it. */
export function readChargedClient(text: string): ChargedClient {
  if (text === 'others') return { share: undefined };
  const [, number, day] = /^([0-9A-Za-z]{2})(?::(\d{1,6}))?$/.exec(text) ?? [];
  if (number !== undefined) return { share: { number, day: day === undefined ? null : Number(day) } };
  throw new InvalidArgumentError('It must be the client that the log names, such as 00, 00:20775 or others.');
}

export function readCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(count)) return count;
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Wrapped, because commander takes a bare null for an option without a value. */
export interface Cap {
  readonly cents: number | null;
}

/** Parses dollars with at most two decimals; `none` means no cap. */
export function readCap(text: string): Cap {
  if (text === 'none') return { cents: null };
  if (/^\d{1,7}(\.\d{1,2})?$/.test(text)) return { cents: Math.round(Number(text) * 100) };
  throw new InvalidArgumentError('It must be dollars, such as 25 or 9.50, or none.');
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const MAX_MS = 90 * DAY_MS;

/** Parses `30m`, `24h`, `7d`, or `0`. */
export function readDurationMs(text: string): number {
  const [, count, unit = 's'] = /^(\d{1,6})([smhd])?$/.exec(text) ?? [];
  const durationMs = Number(count) * (UNIT_MS[unit] ?? NaN);
  if (durationMs === 0 || (/[smhd]$/.test(text) && durationMs <= MAX_MS)) return durationMs;
  throw new InvalidArgumentError('It must be a duration such as 30m, 24h or 7d (at most 90d), or 0.');
}

export function readYesNo(text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new InvalidArgumentError('It must be yes or no.');
}
