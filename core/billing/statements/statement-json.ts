/** Writes a statement as JSON, with amounts in whole nano-USD and in cents (`centsOf`). */
import { statementLines, type FoundPart, type Statement } from './statement.ts';
import { timeText } from '../../time.ts';

export function statementJson(statement: Statement) {
  const { terms } = statement;
  return {
    statement_id: statement.statementId,
    account_id: statement.accountId,
    account_name: statement.accountName,
    period: statement.periodKey,
    period_start: timeText(statement.startMs),
    period_end: timeText(statement.endMs),
    plan_code: statement.planCode,
    plan_name: statement.planName,
    tokens_included: terms.tokensIncluded,
    overage_price_nano_usd: terms.priceNanoUsdPerToken,
    billed_calls: statement.billedCalls,
    calls: statement.calls,
    records: statement.items,
    tokens: statement.tokens,
    tokens_overage: statement.overageTokens,
    parts_found: statement.partsFound,
    currency: 'usd',
    lines: statementLines(statement).map((line) => ({
      line_id: line.lineId,
      kind: line.kind,
      description: line.description,
      quantity: line.quantity,
      amount_nano_usd: line.amountNanoUsd,
      amount_cents: line.amountCents,
    })),
    total_nano_usd: statement.totalNanoUsd,
    total_cents: statement.totalCents,
    keys: statement.keys.map(({ clientId, name, tokens, billedCalls, calls }) => ({
      client_id: clientId,
      name,
      tokens,
      billed_calls: billedCalls,
      calls,
    })),
    closed_at: timeText(statement.closedAtMs),
  };
}

export function foundPartJson({ manufacturer, partNumber, foundAtMs }: FoundPart) {
  return { manufacturer, part_number: partNumber, found_at: timeText(foundAtMs) };
}
