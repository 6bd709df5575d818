/**
 * Endpoints for the account's calls of the last days, from the request log: a search is started, then polled until it
 * has ended. Any member may search; only the session that started a search may poll it.
 */
import * as z from 'zod/mini';
import { requestsCsv } from '../../../core/dashboard/views/request-csv.ts';
import { requestsFound, type RequestsData } from '../../../core/dashboard/views/request-data.ts';
import { clientIdSchema } from '../../../core/identifiers.ts';
import { refuse, refuseForNow } from '../../../core/api/refusals/http-refusal.ts';
import { askLog, followLog, type Asker } from '../../../core/dashboard/request-log/ask-log.ts';
import {
  CALL_RESULTS,
  requestIdSchema,
  SEARCHED_DAYS,
  toolNameSchema,
} from '../../../core/dashboard/request-log/search-log.ts';
import { searchedTime, searchedTimeSchema } from '../../../core/dashboard/request-log/searched-time.ts';
import { HOUR_MS, startOf, secondsUntil } from '../../../core/time.ts';
import { endpoint, type SignedInCall } from './define-endpoint.ts';

/**
 * A search reads all log lines of its time range, and AWS bills that. The account's limit bounds what it may cost; the
 * person's is lower, so that one member does not use up what the others need.
 */
const SEARCHES_AN_HOUR = { person: 60, account: 240 } as const;
/**
 * The limit of an account over all members: a fifth of the total, and twice what the dashboard needs to poll a search.
 */
const LOOKS_A_MINUTE = 60;

export const askForRequests = endpoint({
  method: 'GET',
  path: '/requests',
  access: 'member',
  input: z.strictObject({
    time: searchedTimeSchema,
    key: z.optional(clientIdSchema),
    tool: z.optional(toolNameSchema),
    result: z.optional(z.enum(CALL_RESULTS)),
    request: z.optional(requestIdSchema),
  }),
  async handle(call) {
    const { dependencies, input, nowMs } = call;
    const { time, key: clientId, tool, result, request: requestId } = input;
    const range = searchedTime(time, nowMs);
    if (range === undefined)
      return refuse('validation_failed', `Calls of the last ${SEARCHED_DAYS} days are shown.`, 'time');
    const asker = askerOf(call);
    const search = { accountId: asker.accountId, ...range, clientId, tool, result, requestId };
    const query = JSON.stringify([time, clientId, tool, result, requestId]);
    const ports = { log: dependencies.callLog, searches: dependencies.searches };
    const begun = await askLog(ports, asker, search, query, () => limitSearches(call), nowMs);
    // null: it must wait for another search.
    return { data: { search_id: begun.kind === 'busy' ? null : begun.searchId } };
  },
});

export const requestsFoundSoFar = endpoint({
  method: 'GET',
  path: '/requests/found',
  access: 'member',
  input: z.strictObject({ search_id: z.string().check(z.maxLength(40)), as: z.optional(z.literal('csv')) }),
  async handle(call) {
    const { dependencies, input, nowMs } = call;
    const ports = { log: dependencies.callLog, searches: dependencies.searches };
    const asker = askerOf(call);
    await limitLooks(call);
    const data = dataOf(await followLog(ports, asker, input.search_id, nowMs), asker.accountId);
    if (input.as === undefined || data.state !== 'found') return { data };
    const clients = await dependencies.reports.listClients(asker.accountId);
    const names = new Map(clients.map(({ clientId, name }) => [clientId, name]));
    const asFile: RequestsData = { ...data, requests: [], csv: requestsCsv(data.requests, names) };
    return { data: asFile };
  },
});

function dataOf(found: Awaited<ReturnType<typeof followLog>>, accountId: string): RequestsData {
  switch (found.kind) {
    case 'searching':
      return { state: 'searching' };
    case 'failed':
      return { state: 'failed', why: found.why };
    case 'found':
      return requestsFound(found.lines, accountId, found.startedAtMs);
    case 'unknown':
      return refuse('not_found', 'There is no such search. Ask again.', 'search_id');
  }
}

function askerOf({ signedIn: { account, session } }: SignedInCall<unknown>): Asker {
  return { accountId: account.accountId, sessionSha256: session.secretSha256 };
}

/** AWS answers five polls a second for all accounts together. */
async function limitLooks({
  dependencies: { rates },
  signedIn: { account },
  nowMs,
}: SignedInCall<unknown>): Promise<void> {
  const verdict = await rates.take(`LOG_LOOKS#${account.accountId}`, LOOKS_A_MINUTE, nowMs);
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  refuseForNow(`Your account looks too often: wait ${retryAfterSeconds} seconds.`, retryAfterSeconds);
}

async function limitSearches({
  dependencies: { counter },
  signedIn: { member },
  nowMs,
}: SignedInCall<unknown>): Promise<void> {
  const startMs = startOf(HOUR_MS, nowMs);
  const isOver = async (subject: string, most: number) =>
    (await counter.count(`LOG_SEARCHES#${subject}`, startMs, startMs + HOUR_MS)) > most;
  const refuseUntilNextHour = (who: string, times: number) =>
    refuseForNow(
      `${who} searched requests ${times} times this hour. Search again later.`,
      secondsUntil(startMs + HOUR_MS, nowMs),
    );
  // The person is counted first: what it asks beyond its limit does not count for the account.
  const { accountId, personId } = member;
  if (await isOver(`${accountId}#${personId}`, SEARCHES_AN_HOUR.person))
    refuseUntilNextHour('You have', SEARCHES_AN_HOUR.person);
  if (await isOver(accountId, SEARCHES_AN_HOUR.account))
    refuseUntilNextHour('Your account has', SEARCHES_AN_HOUR.account);
}
