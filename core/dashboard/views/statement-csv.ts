/**
 * Writes statements as CSV that spreadsheets open safely, a row for each line. Operators and the dashboard get the same
 * file.
 */
import { CSV_BEGINNING, csvLine } from '../../csv-text.ts';
import { statementLines, type Statement } from '../../billing/statements/statement.ts';
import { dayOf } from '../../time.ts';

const HEADING =
  'statement,account,name,period,start,end,plan,line,kind,description,quantity,amount_nano_usd,amount_cents,currency';

export function statementsCsv(statements: readonly Statement[]): string {
  return CSV_BEGINNING + csvLine(HEADING.split(',')) + statements.flatMap(csvLinesOf).join('');
}

function csvLinesOf(statement: Statement): readonly string[] {
  const { statementId, accountId, accountName, periodKey, startMs, endMs, planName } = statement;
  const shared = [statementId, accountId, accountName, periodKey, dayOf(startMs), dayOf(endMs), planName];
  return statementLines(statement).map(({ lineId, kind, description, quantity, amountNanoUsd, amountCents }) =>
    csvLine([
      ...shared,
      lineId,
      kind,
      description,
      String(quantity),
      String(amountNanoUsd),
      String(amountCents),
      'usd',
    ]),
  );
}
