/** Shapes statements for the dashboard: the amount due in dollars and cents, and the exact amount. */
import { centsToNanoUsd, formatUsd } from '../../money.ts';
import { otherUse, statementLines, type FoundPart, type Statement } from '../../billing/statements/statement.ts';
import { timeText } from '../../time.ts';

export type StatementSummary = ReturnType<typeof statementSummary>;
export type StatementData = ReturnType<typeof statementData>;

/** Who runs the stage, as it names itself, with its address; the service where it names nobody. */
interface Issuer {
  readonly name: string;
  readonly vat_id: string | null;
  readonly email: string;
}

/** Keeps the response below the size limit of the gateway. */
const MAX_PARTS = 5_000;

export function statementSummary(statement: Statement) {
  return {
    /** `YYYY-MM` of the period's start. */
    period: statement.periodKey,
    start: timeText(statement.startMs),
    end: timeText(statement.endMs),
    plan: statement.planName,
    billed_calls: statement.billedCalls,
    /** All calls, billed or not. */
    calls: statement.calls,
    tokens: statement.tokens,
    parts_found: statement.partsFound,
    total_usd: cents(statement.totalCents),
  };
}

/** @param csv empty for the current period, which has no statement file yet */
export function statementData(
  statement: Statement,
  parts: readonly FoundPart[],
  { isOpen, csv, issuer }: { readonly isOpen: boolean; readonly csv: string; readonly issuer: Issuer },
) {
  return {
    ...statementSummary(statement),
    statement_id: statement.statementId,
    account_id: statement.accountId,
    account_name: statement.accountName,
    issuer,
    /** null for the current period. */
    closed_at: isOpen ? null : timeText(statement.closedAtMs),
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
    /** The first `MAX_PARTS` found parts; the research view shows all. */
    parts: parts.slice(0, MAX_PARTS).map(({ manufacturer, partNumber, foundAtMs }) => ({
      manufacturer,
      part_number: partNumber,
      found_at: timeText(foundAtMs),
    })),
    csv,
  };
}

function keysOf(statement: Statement) {
  const other = otherUse(statement);
  const rows = [
    ...statement.keys,
    ...(other === undefined ? [] : [{ ...other, name: 'Without a key', clientId: null }]),
  ];
  return rows.map(({ name, clientId, tokens, billedCalls, calls }) => ({
    name,
    /** null for the use that no key is known for. */
    client_id: clientId,
    tokens,
    billed_calls: billedCalls,
    calls,
  }));
}

function cents(amount: number): string {
  return formatUsd(centsToNanoUsd(amount));
}
