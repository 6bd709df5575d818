/**
 * Requests research on behalf of an account, for an operator or the dashboard, with the same rules of plan, cap and
 * reserve as for live keys. Parts in the index are left out, so that reading them is not billed.
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import { periodAt } from '../../billing/meter/periods.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { PeriodUsage } from '../../billing/accounts/usage.ts';
import { randomAlphanumeric } from '../../identifiers.ts';
import type { FoundPart } from '../../index/lookup/find-part.ts';
import { candidatesWrittenAlike } from '../../index/lookup/candidates-written-alike.ts';
import { findParts } from '../../index/lookup/find-parts.ts';
import type { ItemRecord } from '../../index/items/item-record.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import { succeed } from '../../result.ts';
import {
  isOpen,
  numberName,
  partOfRequest,
  numberId,
  type AskedPart,
  type EnrichmentRequest,
  type PartName,
} from './enrichment-request.ts';
import type { PartAnswer } from './plan-enrichment.ts';
import { requestEnrichment, type EnrichmentPorts } from './request-enrichment.ts';

export interface AccountPorts extends EnrichmentPorts {
  readonly index: ItemIndex;
}

/** A part to request. One call takes at most ten, because they are one transaction. */
export interface AccountPart {
  readonly name: PartName;
  readonly asked: AskedPart;
}

type AccountAnswer =
  Exclude<PartAnswer, { kind: 'already_in_index' }> | { readonly kind: 'in_index'; readonly record: ItemRecord };

/**
 * Returns one answer per part, in order.
 * @param options.again allows parts to be requested again that were not found in the last 30 days
 * @param options.counted false only for an operator: requests of customers count toward the account's limits on open
 * and not found parts
 * @throws {Error} if concurrent calls of the account keep interfering
 */
export async function requestForAccount(
  ports: AccountPorts,
  account: Account,
  parts: readonly AccountPart[],
  options: { readonly again: boolean; readonly counted: boolean; readonly audit?: AuditLine },
  nowMs: number,
): Promise<readonly AccountAnswer[]> {
  const { accountId, anchorDay } = account;
  const period = periodAt(anchorDay, nowMs).key;
  const names = parts.map(({ name, asked }) => numberName(name, asked.partNumber));
  const [found, { requests, load }, usage] = await Promise.all([
    findRecords(ports.index, parts),
    ports.enrichment.readBeforeRequest(accountId, names, nowMs),
    ports.enrichment.readUsage(accountId, period),
  ]);
  const missing = found.flatMap(({ part, answer }) =>
    answer.found === null
      ? [
          {
            ...part,
            item: null,
            alike: candidatesWrittenAlike(answer, part.asked.manufacturer, part.asked.partNumber),
          },
        ]
      : [],
  );
  // This is always the row of a period: the trial's row has a different key.
  const periods = new Map(usage && [[period, usage as PeriodUsage]]);
  const requested = await requestEnrichment<never>(
    ports,
    {
      caller: { account, client: { kind: 'live' }, usage: { periods, trial: undefined } },
      parts: missing,
      attempt: `enr_${randomAlphanumeric(20)}`,
      nowMs,
      // The bound on candidates is for customers: an operator may read the index.
      candidates: options.counted ? 0 : missing.length,
      ...options,
    },
    { requests: new Map(requests.map((request) => [numberId(request), request])), load },
    () => succeed(undefined),
  );
  if (!requested.ok) throw new Error('Other calls asked for the same parts at the same moment');
  const answers = [...requested.value.plan.answers];
  return found.map(({ answer }) =>
    answer.found === null ? (answers.shift() as AccountAnswer) : { kind: 'in_index', record: answer.found },
  );
}

export type Retried = AccountAnswer | { readonly kind: 'sent_again' };

/**
 * Sends the message of an open request again, or renews a settled request. The audit line is written before the message
 * is sent, so that it records the attempt even if the queue fails.
 */
export async function retryRequest(
  ports: AccountPorts,
  account: Account,
  request: EnrichmentRequest,
  audit: AuditLine,
  nowMs: number,
): Promise<Retried> {
  const { accountId, manufacturerKey, part, number, attempt, asked } = request;
  if (isOpen(request)) {
    await ports.enrichment.commit({ accountId, changes: [], audit });
    await ports.researchQueue.send([{ accountId, manufacturerKey, part, number, attempt }]);
    return { kind: 'sent_again' };
  }
  const parts = [{ name: { manufacturerKey, part }, asked }];
  const answers = await requestForAccount(ports, account, parts, { again: true, counted: false, audit }, nowMs);
  return answers[0] as AccountAnswer;
}

/** Looks up each part in the index. */
async function findRecords(
  index: ItemIndex,
  parts: readonly AccountPart[],
): Promise<readonly { readonly part: AccountPart; readonly answer: FoundPart }[]> {
  const wanted = parts.map(({ name, asked }) => partOfRequest(name, asked));
  const found = await findParts(index, wanted, []);
  return parts.map((part, place) => ({ part, answer: found[place] as FoundPart }));
}
