/** Shapes statements for the dashboard: the amount due in dollars and cents, and the exact amount. */
import { centsToNanoUsd, formatUsd, RESEARCH_PRICE_NANO_USD } from '../../money.ts';
import {
  otherUse,
  statementLines,
  type FoundPart,
  type Statement,
  type StatementLine,
} from '../../billing/statements/statement.ts';
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

interface StatementOf {
  readonly isOpen: boolean;
  readonly csv: string;
  readonly issuer: Issuer;
  /** Of research that is not settled, in the current period. */
  readonly reservedNanoUsd?: number;
}

export function statementData(
  statement: Statement,
  parts: readonly FoundPart[],
  { isOpen, csv, issuer, reservedNanoUsd = 0 }: StatementOf,
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
    price: pricePer1000(statement.terms.priceNanoUsdPerToken),
    lines: statementLines(statement).map(({ lineId, kind, description, quantity, amountNanoUsd, amountCents }) => ({
      line_id: lineId,
      kind,
      description,
      quantity,
      /** null for a line that is one amount. */
      unit_price: unitPrice(kind, statement),
      exact_usd: formatUsd(amountNanoUsd),
      amount_usd: cents(amountCents),
    })),
    exact_usd: formatUsd(statement.totalNanoUsd),
    reserved_usd: reservedOrNull(reservedNanoUsd),
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

/** `$0.30`; null for nothing. */
export function reservedOrNull(reservedNanoUsd: number): string | null {
  return reservedNanoUsd === 0 ? null : formatUsd(reservedNanoUsd);
}

/** `$0.03 per 1,000` */
function unitPrice(kind: StatementLine['kind'], { terms }: Statement): string | null {
  switch (kind) {
    case 'overage':
      return pricePer1000(terms.priceNanoUsdPerToken);
    case 'research':
      return formatUsd(RESEARCH_PRICE_NANO_USD);
    default:
      return null;
  }
}

function pricePer1000(priceNanoUsdPerToken: number): string {
  return `${formatUsd(1_000 * priceNanoUsdPerToken)} per 1,000`;
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
