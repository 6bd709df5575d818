/** Maps rows of statements, their parts and corrections in the Accounts table to and from the core's types. */
import * as z from 'zod/mini';
import type { PeriodUsage } from '../../../core/billing/accounts/usage.ts';
import type { Correction, FoundPart, Statement } from '../../../core/billing/statements/statement.ts';
import { correctionKey, statedPartsKey, statementKey } from '../accounts-table/account-keys.ts';
import type { Row } from '../client/row-key.ts';

const whole = z.int().check(z.nonnegative());

const correctionSchema = z.object({
  correction_id: z.string(),
  period: z.string(),
  amount_cents: z.int(),
  reason: z.string(),
  at_ms: z.number(),
});

const keySchema = z.object({
  client_id: z.string(),
  name: z.string(),
  tokens: z.int(),
  billed_calls: z.int(),
  calls: z.int(),
});

const statementSchema = z.object({
  statement_id: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  period: z.string(),
  start_ms: z.number(),
  end_ms: z.number(),
  plan: z.string(),
  plan_name: z.string(),
  price: whole,
  included: whole,
  billed_calls: whole,
  calls: whole,
  items: whole,
  tokens: whole,
  overage_tokens: whole,
  parts_found: whole,
  fee: whole,
  overage: whole,
  research: whole,
  corrections: z.array(correctionSchema),
  total: z.int(),
  total_cents: z.int(),
  keys: z.array(keySchema),
  closed_at_ms: z.number(),
});

export function writeStatementRow(statement: Statement): Row {
  const { terms } = statement;
  const row: z.infer<typeof statementSchema> = {
    statement_id: statement.statementId,
    account_id: statement.accountId,
    account_name: statement.accountName,
    period: statement.periodKey,
    start_ms: statement.startMs,
    end_ms: statement.endMs,
    plan: statement.planCode,
    plan_name: statement.planName,
    price: terms.priceNanoUsdPerToken,
    included: terms.tokensIncluded,
    billed_calls: statement.billedCalls,
    calls: statement.calls,
    items: statement.items,
    tokens: statement.tokens,
    overage_tokens: statement.overageTokens,
    parts_found: statement.partsFound,
    fee: statement.monthlyFeeNanoUsd,
    overage: statement.overageNanoUsd,
    research: statement.researchNanoUsd,
    corrections: statement.corrections.map(correctionFields),
    total: statement.totalNanoUsd,
    total_cents: statement.totalCents,
    keys: statement.keys.map(({ clientId, name, tokens, billedCalls, calls }) => ({
      client_id: clientId,
      name,
      tokens,
      billed_calls: billedCalls,
      calls,
    })),
    closed_at_ms: statement.closedAtMs,
  };
  return { ...statementKey(statement.accountId, statement.periodKey), ...row };
}

/** @throws when the row is not a statement's */
export function readStatementRow(row: unknown): Statement {
  const stored = statementSchema.parse(row);
  return {
    statementId: stored.statement_id,
    accountId: stored.account_id,
    accountName: stored.account_name,
    periodKey: stored.period,
    startMs: stored.start_ms,
    endMs: stored.end_ms,
    planCode: stored.plan,
    planName: stored.plan_name,
    terms: {
      priceNanoUsdPerToken: stored.price,
      tokensIncluded: stored.included,
      ...(stored.fee > 0 && { monthlyFeeNanoUsd: stored.fee }),
    },
    billedCalls: stored.billed_calls,
    calls: stored.calls,
    items: stored.items,
    tokens: stored.tokens,
    overageTokens: stored.overage_tokens,
    partsFound: stored.parts_found,
    monthlyFeeNanoUsd: stored.fee,
    overageNanoUsd: stored.overage,
    researchNanoUsd: stored.research,
    corrections: stored.corrections.map(correctionOf),
    totalNanoUsd: stored.total,
    totalCents: stored.total_cents,
    keys: stored.keys.map(({ client_id: clientId, name, tokens, billed_calls: billedCalls, calls }) => ({
      clientId,
      name,
      tokens,
      billedCalls,
      calls,
    })),
    closedAtMs: stored.closed_at_ms,
  };
}

export function writeCorrectionRow(accountId: string, correction: Correction): Row {
  return { ...correctionKey(accountId, correction.correctionId), ...correctionFields(correction) };
}

/** Returns undefined when a statement already includes the correction. @throws when the row is not a correction's */
export function readOpenCorrection(row: unknown): Correction | undefined {
  const { stated_in: statedIn, ...stored } = z
    .extend(correctionSchema, { stated_in: z.optional(z.string()) })
    .parse(row);
  return statedIn === undefined ? correctionOf(stored) : undefined;
}

function correctionFields({ correctionId, periodKey, amountCents, reason, atMs }: Correction) {
  return { correction_id: correctionId, period: periodKey, amount_cents: amountCents, reason, at_ms: atMs };
}

function correctionOf(stored: z.infer<typeof correctionSchema>): Correction {
  return {
    correctionId: stored.correction_id,
    periodKey: stored.period,
    amountCents: stored.amount_cents,
    reason: stored.reason,
    atMs: stored.at_ms,
  };
}

const partsSchema = z.object({
  parts: z.array(z.object({ manufacturer: z.string(), part_number: z.string(), at_ms: z.number() })),
});

/** Each part has at most about 2 kB: a row stays below DynamoDB's 400 kB. */
const PARTS_A_ROW = 150;

/** @param found in a fixed order, so that a repeated close writes the same rows */
export function writeStatedParts({ accountId, periodKey }: Statement, found: readonly FoundPart[]): readonly Row[] {
  return Array.from({ length: Math.ceil(found.length / PARTS_A_ROW) }, (_, place) => ({
    ...statedPartsKey(accountId, periodKey, place),
    parts: found
      .slice(place * PARTS_A_ROW, (place + 1) * PARTS_A_ROW)
      .map(({ manufacturer, partNumber, foundAtMs }) => ({ manufacturer, part_number: partNumber, at_ms: foundAtMs })),
  }));
}

export function readStatedParts(row: unknown): readonly FoundPart[] {
  return partsSchema.parse(row).parts.map(({ manufacturer, part_number: partNumber, at_ms: foundAtMs }) => ({
    manufacturer,
    partNumber,
    foundAtMs,
  }));
}

/** The attributes that a period's row must still have when its statement is written. */
export function usageAsRead(usage: PeriodUsage): Readonly<Record<string, number>> {
  return {
    price: usage.priceNanoUsdPerToken,
    included: usage.tokensIncluded,
    tokens: usage.tokens,
    items: usage.items,
    calls: usage.calls,
    research: usage.researchNanoUsd,
    reserved: usage.reservedNanoUsd,
    charged: usage.chargedNanoUsd,
    committed: usage.committedNanoUsd,
  };
}
