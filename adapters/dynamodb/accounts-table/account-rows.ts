/**
 * Maps account and client rows, which every request reads, and the audit lines of their changes to and from the core's
 * types.
 */
import * as z from 'zod/mini';
import type { AuditLine, StoredAuditLine } from '../../../core/billing/accounts/audit-line.ts';
import { BUDGET_SPANS, type Budget } from '../../../core/billing/plans/budget.ts';
import type { ClientRecord } from '../../../core/billing/accounts/caller.ts';
import type { ClientSecret } from '../../../core/access/auth/client-secret.ts';
import { isScope } from '../../../core/billing/accounts/scopes.ts';
import { ACCOUNT_STATUSES, BILLING_STATES, type Account } from '../../../core/billing/accounts/account.ts';
import { randomAlphanumeric, readClientId } from '../../../core/identifiers.ts';
import { accountKey, auditKey, clientKey } from './account-keys.ts';
import type { Row } from '../client/row-key.ts';

const whole = z.int().check(z.nonnegative());

const budgetSchema = z.object({
  every: z.enum(BUDGET_SPANS),
  tokens: z.nullable(whole),
  research_cents: z.nullable(whole),
});

const accountRowSchema = z.object({
  account_id: z.string(),
  name: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  billing_state: z.enum(BILLING_STATES),
  grace_ends_ms: z._default(z.nullable(whole), null),
  unpaid: z._default(z.array(z.string()), []),
  billing_customer: z._default(z.nullable(z.string()), null),
  terms: z.object({
    code: z.string(),
    name: z.string(),
    tokens_included: whole,
    requests_per_minute: whole,
    batch_size: whole,
    overage_price: whole,
    research_allowed: z.boolean(),
    open_parts: whole,
    not_found_parts_per_day: whole,
    catalog_rows_per_month: whole,
    monthly_fee_cents: z._default(z.nullable(whole), null),
    grace_days: z._default(whole, 14),
  }),
  spending_cap_cents: z.nullable(whole),
  anchor_day: z.int().check(z.minimum(1), z.maximum(28)),
  trial_allowance_items: whole,
  trial_research_allowed: z.boolean(),
  spending_by_sign_in: z.boolean(),
  budgets: z._default(z.record(z.string(), budgetSchema), {}),
  sign_in_budget: z._default(z.nullable(budgetSchema), null),
  clients_numbered: z._default(whole, 0),
});

/** @throws an internal error when the row is not an account's */
export function readAccountRow(row: Row): Account {
  const { terms, ...account } = accountRowSchema.parse(row);
  const budgets = Object.entries(account.budgets);
  return {
    accountId: account.account_id,
    name: account.name,
    status: account.status,
    billingState: account.billing_state,
    ...(account.grace_ends_ms !== null && { graceEndsAtMs: account.grace_ends_ms }),
    ...(account.unpaid.length > 0 && { unpaid: account.unpaid }),
    ...(account.billing_customer !== null && { billingCustomer: account.billing_customer }),
    terms: {
      code: terms.code,
      name: terms.name,
      tokensIncluded: terms.tokens_included,
      requestsPerMinute: terms.requests_per_minute,
      batchSize: terms.batch_size,
      overagePriceNanoUsdPerToken: terms.overage_price,
      researchAllowed: terms.research_allowed,
      openParts: terms.open_parts,
      notFoundPartsPerDay: terms.not_found_parts_per_day,
      catalogRowsPerMonth: terms.catalog_rows_per_month,
      monthlyFeeCents: terms.monthly_fee_cents,
      graceDays: terms.grace_days,
    },
    spendingCapCents: account.spending_cap_cents,
    anchorDay: account.anchor_day,
    trialAllowanceItems: account.trial_allowance_items,
    trialResearchAllowed: account.trial_research_allowed,
    spendingBySignIn: account.spending_by_sign_in,
    ...(budgets.length > 0 && {
      budgets: new Map(budgets.map(([number, budget]) => [number, readBudget(budget)])),
    }),
    ...(account.sign_in_budget !== null && { signInBudget: readBudget(account.sign_in_budget) }),
    ...(account.clients_numbered > 0 && { clientsNumbered: account.clients_numbered }),
  };
}

function readBudget({ every, tokens, research_cents: researchCents }: z.infer<typeof budgetSchema>): Budget {
  return { every, tokens, researchCents };
}

function writeBudget({ every, tokens, researchCents }: Budget): z.infer<typeof budgetSchema> {
  return { every, tokens, research_cents: researchCents };
}

/** @param budgets by client number */
export function writeBudgets(budgets: ReadonlyMap<string, Budget>): object {
  return Object.fromEntries([...budgets].map(([number, budget]) => [number, writeBudget(budget)]));
}

/**
 * Returns the row of an account without the count of its numbered clients, which only the writes that give a number
 * change.
 */
export function writeAccountRow(account: Account): Row {
  const { terms } = account;
  return {
    ...accountKey(account.accountId),
    account_id: account.accountId,
    name: account.name,
    status: account.status,
    billing_state: account.billingState,
    grace_ends_ms: account.graceEndsAtMs ?? null,
    unpaid: account.unpaid ?? [],
    billing_customer: account.billingCustomer ?? null,
    terms: {
      code: terms.code,
      name: terms.name,
      tokens_included: terms.tokensIncluded,
      requests_per_minute: terms.requestsPerMinute,
      batch_size: terms.batchSize,
      overage_price: terms.overagePriceNanoUsdPerToken,
      research_allowed: terms.researchAllowed,
      open_parts: terms.openParts,
      not_found_parts_per_day: terms.notFoundPartsPerDay,
      catalog_rows_per_month: terms.catalogRowsPerMonth,
      monthly_fee_cents: terms.monthlyFeeCents,
      grace_days: terms.graceDays,
    },
    spending_cap_cents: account.spendingCapCents,
    anchor_day: account.anchorDay,
    trial_allowance_items: account.trialAllowanceItems,
    trial_research_allowed: account.trialResearchAllowed,
    spending_by_sign_in: account.spendingBySignIn,
    budgets: writeBudgets(account.budgets ?? new Map()),
    sign_in_budget: account.signInBudget ? writeBudget(account.signInBudget) : null,
  };
}

const clientRowSchema = z.object({
  client_id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  secrets: z
    .array(z.object({ sha256: z.string().check(z.length(64)), valid_until_ms: z.nullable(z.number()) }))
    .check(z.maxLength(2)),
  created_at_ms: z.number(),
  revoked_at_ms: z.nullable(z.number()),
  number: z.optional(z.string().check(z.length(2))),
  /** A string set that requests add to. DynamoDB has no empty sets, so the attribute appears with the first name. */
  assistants: z.optional(z.set(z.string())),
  introduction: z.optional(z.object({ name: z.string(), agent: z.string(), day: z.string() })),
  grant: z.optional(z.object({ person_id: z.string(), oauth_client_id: z.string() })),
  token_at_ms: z.optional(z.number()),
});

interface StoredClient {
  readonly client: ClientRecord;
  readonly secrets: readonly ClientSecret[];
}

/** @throws when the row is not a client's */
export function readClientRow(row: Row): StoredClient {
  const stored = clientRowSchema.parse(row);
  const identity = readClientId(stored.client_id);
  if (identity === undefined) throw new Error('A client row holds an id that is not a client id');
  return {
    client: {
      ...identity,
      name: stored.name,
      scopes: stored.scopes.filter(isScope),
      createdAtMs: stored.created_at_ms,
      revokedAtMs: stored.revoked_at_ms,
      assistantNames: stored.assistants ?? new Set(),
      ...(stored.number !== undefined && { number: stored.number }),
      ...(stored.introduction !== undefined && { introduction: stored.introduction }),
      ...(stored.grant !== undefined && {
        signIn: {
          personId: stored.grant.person_id,
          oauthClientId: stored.grant.oauth_client_id,
          tokenAtMs: stored.token_at_ms ?? null,
        },
      }),
    },
    secrets: stored.secrets.map(({ sha256, valid_until_ms }) => ({ sha256, validUntilMs: valid_until_ms })),
  };
}

/**
 * Returns the row of a client without its assistants, which requests add, and without what only the token endpoint
 * changes.
 */
export function writeClientRow({ client, secrets }: StoredClient): Row {
  const { signIn } = client;
  return {
    ...clientKey(client),
    client_id: client.clientId,
    name: client.name,
    scopes: client.scopes,
    secrets: secrets.map(({ sha256, validUntilMs }) => ({ sha256, valid_until_ms: validUntilMs })),
    created_at_ms: client.createdAtMs,
    revoked_at_ms: client.revokedAtMs,
    ...(client.number !== undefined && { number: client.number }),
    ...(signIn !== undefined && { grant: { person_id: signIn.personId, oauth_client_id: signIn.oauthClientId } }),
  };
}

/**
 * Returns a new row each time: its key ends in random characters, so that two lines of one millisecond are both kept.
 * @param follows whether the line belongs after another one of the same write
 */
export function writeAuditRow(accountId: string, { who, what, details, atMs }: AuditLine, follows = false): Row {
  // A tilde sorts after letters and digits.
  const key = auditKey(accountId, atMs, `${follows ? '~' : ''}${randomAlphanumeric(6)}`);
  return { ...key, who, what, details, at_ms: atMs };
}

const auditRowSchema = z.object({
  who: z.string(),
  what: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  at_ms: z.number(),
});

/** @throws when the row is not an audit line's */
export function readAuditRow(row: Row): StoredAuditLine {
  const { who, what, details, at_ms } = auditRowSchema.parse(row);
  return { who, what, details, atMs: at_ms };
}
