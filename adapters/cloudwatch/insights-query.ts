/**
 * Writes a search for calls as a query for CloudWatch Logs Insights. Each condition is a separate command. Values have
 * strict forms without any character that could end a string. `account` and `requestId` are indexed
 * (lib/constructs/service-function.ts).
 */
import {
  callSearchSchema,
  MAX_LINES,
  type CallResult,
  type CallSearch,
} from '../../core/dashboard/request-log/search-log.ts';

/** Tool calls, and requests that were refused before their tool was known. */
const CONDITIONS: Readonly<Record<CallResult | 'any', readonly string[]>> = {
  any: ['ispresent(outcome)', 'ispresent(tool) or outcome != "answered"'],
  found: ['ispresent(tool)', 'outcome = "answered"', 'tokensBilled > 0 or found > 0'],
  not_found: ['outcome = "answered"', 'found = 0'],
  refused: ['ispresent(outcome)', 'outcome != "answered"'],
};

/** @throws {z.ZodError} for a malformed value, which the caller should have refused */
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
    `limit ${MAX_LINES}`,
  ].join(' | ');
}
