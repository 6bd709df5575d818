/** Shapes statements for the dashboard: the amount due in dollars and cents, and the exact amount. */
import { centsToNanoUsd, formatUsd } from '../../money.ts';
import { otherUse, statementLines, type FoundPart, type Statement } from '../../billing/statements/statement.ts';
import { timeText } from '../../time.ts';

export interface StatementSummary {
  /** `YYYY-MM` of the period's start. */
  readonly period: string;
  readonly start: string;
  readonly end: string;
  readonly plan: string;
  readonly tokens: number;
  readonly parts_found: number;
  readonly total_usd: string;
}

export interface StatementsData {
  /** The statement of the current period if nothing more happened. */
  readonly open: StatementSummary & { readonly reserved_usd: string | null };
  /** Latest first. */
  readonly statements: readonly StatementSummary[];
}

export interface StatementData extends StatementSummary {
  readonly statement_id: string;
  readonly account_id: string;
  readonly account_name: string;
  /** Who runs the stage, as it names itself, with its address; the service where it names nobody. */
  readonly issuer: { readonly name: string; readonly vat_id: string | null; readonly email: string };
  /** null for the current period. */
  readonly closed_at: string | null;
  readonly billed_calls: number;
  /** All calls, billed or not. */
  readonly calls: number;
  readonly records: number;
  readonly tokens_included: number;
  readonly tokens_overage: number;
  readonly price_per_1000_usd: string;
  readonly lines: readonly {
    readonly line_id: string;
    readonly description: string;
    readonly quantity: number;
    readonly exact_usd: string;
    readonly amount_usd: string;
  }[];
  readonly exact_usd: string;
  readonly keys: readonly {
    readonly name: string;
    /** null for the use that no key is known for. */
    readonly client_id: string | null;
    readonly tokens: number;
    readonly billed_calls: number;
    readonly calls: number;
  }[];
  /** The first `MOST_PARTS` found parts; the research view shows all. */
  readonly parts: readonly { readonly manufacturer: string; readonly part_number: string; readonly found_at: string }[];
  readonly csv: string;
}

/** Keeps the response below the size limit of the gateway. */
const MOST_PARTS = 5_000;

export function statementSummary(statement: Statement): StatementSummary {
  return {
    period: statement.periodKey,
    start: timeText(statement.startMs),
    end: timeText(statement.endMs),
    plan: statement.planName,
    tokens: statement.tokens,
    parts_found: statement.partsFound,
    total_usd: cents(statement.totalCents),
  };
}

/** @param csv empty for the current period, which has no statement file yet */
export function statementData(
  statement: Statement,
  parts: readonly FoundPart[],
  { isOpen, csv, issuer }: Pick<StatementData, 'csv' | 'issuer'> & { readonly isOpen: boolean },
): StatementData {
  return {
    ...statementSummary(statement),
    statement_id: statement.statementId,
    account_id: statement.accountId,
    account_name: statement.accountName,
    issuer,
    closed_at: isOpen ? null : timeText(statement.closedAtMs),
    billed_calls: statement.billedCalls,
    calls: statement.calls,
    records: statement.items,
    tokens_included: statement.terms.tokensIncluded,
    tokens_overage: statement.overageTokens,
    price_per_1000_usd: formatUsd(1_000 * statement.terms.priceNanoUsdPerToken),
    lines: statementLines(statement).map(({ lineId, description, quantity, amountNanoUsd, amountCents }) => ({
      line_id: lineId,
      description,
      quantity,
      exact_usd: formatUsd(amountNanoUsd),
      amount_usd: cents(amountCents),
    })),
    exact_usd: formatUsd(statement.totalNanoUsd),
    keys: keysOf(statement),
    parts: parts.slice(0, MOST_PARTS).map(({ manufacturer, partNumber, foundAtMs }) => ({
      manufacturer,
      part_number: partNumber,
      found_at: timeText(foundAtMs),
    })),
    csv,
  };
}

function keysOf(statement: Statement): StatementData['keys'] {
  const other = otherUse(statement);
  const rows = [
    ...statement.keys,
    ...(other === undefined ? [] : [{ ...other, name: 'Without a key', clientId: null }]),
  ];
  return rows.map(({ name, clientId, tokens, billedCalls, calls }) => ({
    name,
    client_id: clientId,
    tokens,
    billed_calls: billedCalls,
    calls,
  }));
}

function cents(amount: number): string {
  return formatUsd(centsToNanoUsd(amount));
}
