/**
 * Runs queries over log lines: a query is answered when it is started, and its results are kept for requests by its id.
 */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { ServiceRefusal } from '../json-endpoint.ts';
import { readInsightsText } from './insights-text.ts';

export const startQuerySchema = z.strictObject({
  logGroupNames: z.array(z.string()).min(1).max(50),
  /** Seconds since 1970, both inclusive. */
  startTime: z.int(),
  endTime: z.int(),
  queryString: z.string().max(10_000),
});
export const queryIdSchema = z.strictObject({ queryId: z.string().max(256) });

/** The lines of a log group, in any order. */
export type LinesOf = (logGroup: string) => AsyncIterable<string>;

interface QueryResults {
  readonly status: 'Complete' | 'Cancelled';
  readonly results: readonly (readonly { readonly field: string; readonly value: string }[])[];
  readonly statistics: {
    readonly recordsMatched: number;
    readonly recordsScanned: number;
    readonly bytesScanned: number;
  };
}

/** Results of older queries are forgotten. */
const KEPT_QUERIES = 100;

const lineSchema = z.looseObject({ timestamp: z.iso.datetime({ offset: true }) });

export class LogQueries {
  readonly #linesOf: LinesOf;
  readonly #results = new Map<string, QueryResults>();

  constructor(linesOf: LinesOf) {
    this.#linesOf = linesOf;
  }

  async start(query: z.infer<typeof startQuerySchema>): Promise<string> {
    const results = await this.#run(query);
    const queryId = randomUUID();
    this.#results.set(queryId, results);
    for (const old of [...this.#results.keys()].slice(0, -KEPT_QUERIES)) this.#results.delete(old);
    return queryId;
  }

  /** @throws {ServiceRefusal} for a query that is not known */
  results(queryId: string): QueryResults {
    const found = this.#results.get(queryId);
    if (found === undefined) throw new ServiceRefusal('ResourceNotFoundException', 'There is no such query.');
    return found;
  }

  async #run({ logGroupNames, startTime, endTime, queryString }: z.infer<typeof startQuerySchema>) {
    const { fits, limit } = readInsightsText(queryString);
    const found: { readonly atMs: number; readonly message: string }[] = [];
    let [recordsScanned, bytesScanned] = [0, 0];
    for (const group of logGroupNames) {
      for await (const message of this.#linesOf(group)) {
        const line = readLine(message);
        if (line === undefined || line.atMs < startTime * 1000 || line.atMs > endTime * 1000) continue;
        recordsScanned += 1;
        bytesScanned += Buffer.byteLength(message);
        if (fits(line.fields)) found.push({ atMs: line.atMs, message });
      }
    }
    const newest = found.toSorted((a, b) => b.atMs - a.atMs).slice(0, limit);
    return {
      status: 'Complete',
      results: newest.map(({ message }, index) => [
        { field: '@message', value: message },
        { field: '@ptr', value: String(index) },
      ]),
      statistics: { recordsMatched: found.length, recordsScanned, bytesScanned },
    } as const;
  }
}

function readLine(message: string) {
  try {
    const line = lineSchema.parse(JSON.parse(message));
    return { atMs: Date.parse(line.timestamp), fields: line };
  } catch {
    return undefined;
  }
}
