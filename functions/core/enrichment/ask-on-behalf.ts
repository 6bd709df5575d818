/**
 * Research that an operator asks for on an account's behalf: the same rules of plan, cap and reserve as for the account's own live keys. Parts that
 * the index has are left out, for nobody is to be billed for reading them.
 */
import type { AuditLine } from '../auth/administration-store.ts';
import { periodAt } from '../billing/periods.ts';
import type { Account } from '../billing/plan.ts';
import { randomAlphanumeric } from '../identifiers.ts';
import { candidateIds, decideFind, keysFor, type PartQuestion } from '../products/find-part.ts';
import type { ItemRecord } from '../products/item-record.ts';
import type { ProductIndex } from '../products/product-index.ts';
import { succeed } from '../result.ts';
import { isOpen, partId, type AskedPart, type EnrichmentRequest, type PartName } from './enrichment-request.ts';
import type { PartAnswer } from './plan-enrichment.ts';
import { requestEnrichment, type EnrichmentServices } from './request-enrichment.ts';

export interface BehalfPorts extends EnrichmentServices {
  readonly products: ProductIndex;
}

/** At most ten: they are one transaction. */
export interface BehalfPart {
  readonly name: PartName;
  readonly asked: AskedPart;
}

export type BehalfAnswer =
  Exclude<PartAnswer, { kind: 'already_in_index' }> | { readonly kind: 'in_index'; readonly record: ItemRecord };

/**
 * One answer a part, in their order.
 * @param options.again lets parts that were not found lately be asked for again
 * @throws {Error} when other calls of the account kept coming between
 */
export async function askOnBehalf(
  ports: BehalfPorts,
  account: Account,
  parts: readonly BehalfPart[],
  options: { readonly again: boolean; readonly audit?: AuditLine },
  nowMs: number,
): Promise<readonly BehalfAnswer[]> {
  const { accountId, anchorDay } = account;
  const period = periodAt(anchorDay, nowMs).key;
  const [records, requests, usage] = await Promise.all([
    findRecords(ports.products, parts),
    ports.enrichment.readRequests(
      accountId,
      parts.map(({ name }) => name),
    ),
    ports.enrichment.readUsage(accountId, period),
  ]);
  const missing = parts.flatMap((part, index) => (records[index] === null ? [{ ...part, record: null }] : []));
  const periods = new Map(usage !== undefined && 'tokensIncluded' in usage ? [[period, usage]] : []);
  const requested = await requestEnrichment<never>(
    ports,
    {
      caller: { account, client: { kind: 'live' }, usage: { periods, trial: undefined } },
      parts: missing,
      attempt: `enr_${randomAlphanumeric(20)}`,
      nowMs,
      ...options,
    },
    new Map(requests.map((request) => [partId(request), request])),
    () => succeed(undefined),
  );
  if (!requested.ok) throw new Error('Other calls asked for the same parts at the same moment');
  const answers = [...requested.value.plan.answers];
  return records.map((record) => (record === null ? (answers.shift() as BehalfAnswer) : { kind: 'in_index', record }));
}

export type Retried = BehalfAnswer | { readonly kind: 'sent_again' };

/** Sends an open request's message again, and asks anew for one that has ended. */
export async function retryRequest(
  ports: BehalfPorts,
  account: Account,
  request: EnrichmentRequest,
  audit: AuditLine,
  nowMs: number,
): Promise<Retried> {
  const { accountId, maker, part, attempt, asked } = request;
  if (isOpen(request)) {
    await ports.researchQueue.send([{ accountId, maker, part, attempt }]);
    return { kind: 'sent_again' };
  }
  const parts = [{ name: { maker, part }, asked }];
  const [answer] = await askOnBehalf(ports, account, parts, { again: true, audit }, nowMs);
  if (answer === undefined) throw new Error('One part has one answer');
  return answer;
}

async function findRecords(
  products: ProductIndex,
  parts: readonly BehalfPart[],
): Promise<readonly (ItemRecord | null)[]> {
  const questions = parts.map(({ name, asked }): PartQuestion => ({ by: 'part', ...name, verbatim: asked.partNumber }));
  const entries = await products.readKeys(keysFor(questions));
  const records = await products.readItems(candidateIds(entries), []);
  return questions.map((question, index) => decideFind(question, entries[index] ?? [], records).found);
}
