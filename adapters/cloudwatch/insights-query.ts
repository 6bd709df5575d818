/**
 * A search for calls as the text of a query of CloudWatch Logs Insights. Each condition is a command of its own; values are of strict forms, in which no
 * character can end a text. `account` and `requestId` are indexed (lib/constructs/service-function.ts).
 */
import { callSearchSchema, MOST_LINES, type CallResult, type CallSearch } from '../../core/request-log/search-log.ts';

/** Tool calls, and requests that were refused before their tool was known. */
const CONDITIONS: Readonly<Record<CallResult | 'any', readonly string[]>> = {
  any: ['ispresent(outcome)', 'ispresent(tool) or outcome != "answered"'],
  billed: ['ispresent(tool)', 'outcome = "answered"', 'tokensBilled > 0'],
  free: ['ispresent(tool)', 'outcome = "answered"', 'tokensBilled = 0'],
  refused: ['ispresent(outcome)', 'outcome != "answered"'],
};

/** @throws {z.ZodError} for a value that is not of its form: what is asked was not checked at the edge */
export function insightsQuery(search: CallSearch): string {
  const { accountId, clientId, tool, result = 'any', requestId } = callSearchSchema.parse(search);
  const equal = (field: string, value: string | undefined) => (value === undefined ? [] : [`${field} = "${value}"`]);
  const conditions = [
    ...equal('account', accountId),
    ...equal('requestId', requestId),
    ...equal('client', clientId),
    ...equal('tool', tool),
    ...CONDITIONS[result],
  ];
  return [
    'fields @message',
    ...conditions.map((condition) => `filter ${condition}`),
    'sort @timestamp desc',
    `limit ${MOST_LINES}`,
  ].join(' | ');
}
