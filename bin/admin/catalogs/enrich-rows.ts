/** Paid research for a catalog's rows that were not found: asks, waits, and lets the rows follow. May be stopped and repeated. */
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import type { Catalog } from '../../../core/catalogs/catalog.ts';
import { askForCatalog, countResearchable, followCatalog } from '../../../core/enrichment/enrich-catalog.ts';
import { describeEnrichmentRefusal } from '../../../core/enrichment/enrichment-refusal.ts';
import { formatUsd, RESEARCH_PRICE_NANO_USD, RESEARCH_PRICE_USD_TEXT } from '../../../core/money.ts';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { confirm } from '../console/confirm.ts';
import { printText } from '../console/print.ts';
import { startProgress } from '../console/progress.ts';
import { stopOnInterrupt } from '../console/stop-on-interrupt.ts';
import { accountPorts, requireActiveAccount } from '../stage/account-ports.ts';
import type { OpenStage } from '../stage/open-stage.ts';

const LOOK_AGAIN_MS = 2000;
const NEVER = new AbortController().signal;

export interface EnrichedCatalog {
  readonly queued: number;
  readonly enriched: number;
  /** Still being researched when the operator stopped waiting. */
  readonly open: number;
  /** Rows that were left out, because the index holds a part that may be meant. */
  readonly held: number;
  /** Why not all rows were asked for, in words. */
  readonly refusal: string | null;
}

/** @throws {OperatorError} when the operator does not agree to what it may cost */
export async function enrichRows(
  stage: OpenStage,
  catalog: Catalog,
  { who, yes, withCandidates = false }: EnrichOptions,
): Promise<EnrichedCatalog> {
  const { accountId, catalogId, rowsIn } = catalog;
  const readAccount = () => requireActiveAccount(stage, accountId);
  await readAccount();
  const ports = {
    ...accountPorts(stage),
    catalogs: new DynamoCatalogStore(stage.documents, stage.output('AccountsTable')),
  };
  const key = { accountId, catalogId, rowsIn };
  const { parts, held } = await countResearchable(ports.catalogs, {
    ...{ key, stop: NEVER, withCandidates },
    onProgress: () => undefined,
  });
  if (parts > 0) await confirm(`${describeCost(parts, held)} Continue?`, yes);
  const progress = startProgress(undefined);
  const interrupt = stopOnInterrupt(() => progress.say('Research continues; no longer waiting for it…'));
  const run = { key, stop: interrupt.signal, withCandidates };
  try {
    const asked = await askForCatalog(ports, readAccount, {
      ...run,
      onProgress: (row) => progress.update(row, `asked up to row ${row}`),
      audit: (atMs) => ({ who, what: 'research.asked_for_catalog', details: { catalog: catalogId }, atMs }),
      nowMs: () => Date.now(),
    });
    const refusal = asked.refusal && describeEnrichmentRefusal(asked.refusal, stageSettings(stage.stage)).message;
    let [enriched, open] = [0, asked.queued];
    while (open > 0 && !interrupt.signal.aborted) {
      await wait(LOOK_AGAIN_MS, undefined, { signal: interrupt.signal }).catch(() => undefined);
      // A page that was started is finished: following half of it would count only half.
      const followed = await followCatalog(ports, { ...run, stop: NEVER, onProgress: () => undefined });
      enriched += followed.enriched;
      open = followed.open;
      progress.update(enriched, `${open} parts are being researched`);
    }
    return { queued: asked.queued, enriched, open, held: asked.held, refusal: refusal ?? null };
  } finally {
    progress.stop();
    interrupt.release();
  }
}

interface EnrichOptions {
  readonly who: string;
  readonly yes: boolean;
  readonly withCandidates?: boolean;
}

function describeCost(parts: number, held: number): string {
  const left =
    held === 0 ? '' : ` ${held} rows with a candidate are left out (\`catalogs accept\`, or --with-candidates).`;
  return `${parts} rows are researched for ${RESEARCH_PRICE_USD_TEXT} USD each that is found: ${formatUsd(parts * RESEARCH_PRICE_NANO_USD)} at most, within the account's cap.${left}`;
}

export function printEnriched({ queued, enriched, open, held, refusal }: EnrichedCatalog): void {
  printText(`${queued} rows were queued for research; ${enriched} are enriched.`);
  if (open > 0) printText(`${open} are still being researched: \`catalogs enrich\` lets their rows follow later.`);
  if (held > 0)
    printText(`${held} rows have a candidate and were left out: \`catalogs accept\` them, or add --with-candidates.`);
  if (refusal !== null) printText(`Not all rows were asked for: ${refusal}`);
}
