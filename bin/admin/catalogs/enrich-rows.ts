/**
 * Requests paid research for the rows of a catalog that were not found, waits, and updates the rows. Safe to stop and
 * repeat.
 */
import { openCatalogStore } from '../../../adapters/dynamodb/open-stores.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Catalog } from '../../../core/catalogs/rows/catalog.ts';
import { askForCatalog, countResearchable, followCatalog } from '../../../core/sourcing/enrichment/enrich-catalog.ts';
import { describeEnrichmentRefusal } from '../../../core/sourcing/enrichment/enrichment-refusal.ts';
import { formatUsd, RESEARCH_PRICE_NANO_USD, RESEARCH_PRICE_USD_TEXT } from '../../../core/money.ts';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { confirm } from '../console/confirm.ts';
import { printText } from '../console/print.ts';
import { startProgress } from '../console/progress.ts';
import { stopOnInterrupt } from '../console/stop-on-interrupt.ts';
import { accountPorts, requireActiveAccount } from '../stage/account-ports.ts';
import { tablesOf, type OpenStage } from '../stage/open-stage.ts';

const LOOK_AGAIN_MS = 2000;
const NEVER = new AbortController().signal;

interface EnrichedCatalog {
  readonly queued: number;
  readonly enriched: number;
  /** Still being researched when the operator stopped waiting. */
  readonly open: number;
  /** Rows that were skipped because they have a candidate. */
  readonly held: number;
  /** The reason that some rows were not requested. */
  readonly refusal: string | null;
}

/** @throws {OperatorError} when the operator declines the cost */
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
    catalogs: openCatalogStore(tablesOf(stage)),
  };
  const key = { accountId, catalogId, rowsIn };
  const { parts, skipped } = await countResearchable(ports.catalogs, {
    key,
    stop: NEVER,
    withCandidates,
    onProgress: () => undefined,
  });
  if (parts > 0) await confirm(`${describeCost(parts, skipped)} Continue?`, yes);
  const progress = startProgress(undefined);
  const interrupt = stopOnInterrupt(() => progress.say('Research continues in the background; stopping to wait…'));
  const run = { key, stop: interrupt.signal, withCandidates };
  try {
    const asked = await askForCatalog(ports, readAccount, {
      ...run,
      onProgress: (row) => progress.update(row, `requested up to row ${row}`),
      audit: (atMs) => ({ who, what: 'research.asked_for_catalog', details: { catalog: catalogId }, atMs }),
      nowMs: () => Date.now(),
      counted: false,
    });
    const refusal = asked.refusal && describeEnrichmentRefusal(asked.refusal, stageSettings(stage.stage)).message;
    let enriched = 0;
    let open = asked.queued;
    while (open > 0 && !interrupt.signal.aborted) {
      await wait(LOOK_AGAIN_MS, undefined, { signal: interrupt.signal }).catch(() => undefined);
      // This does not stop on an interrupt, because the rest of a page would not be counted.
      const followed = await followCatalog(ports, { ...run, stop: NEVER, onProgress: () => undefined });
      enriched += followed.enriched;
      open = followed.open;
      progress.update(enriched, `${open} parts are being researched`);
    }
    return { queued: asked.queued, enriched, open, held: asked.skipped, refusal: refusal ?? null };
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

function describeCost(parts: number, skipped: number): string {
  const left =
    skipped === 0
      ? ''
      : ` ${skipped} rows with a candidate are skipped (use \`catalogs accept\` or --with-candidates).`;
  return `Rows to research: ${parts}, at ${RESEARCH_PRICE_USD_TEXT} USD per part found: at most ${formatUsd(parts * RESEARCH_PRICE_NANO_USD)}, within the account's cap.${left}`;
}

export function printEnriched({ queued, enriched, open, held, refusal }: EnrichedCatalog): void {
  printText(`Rows queued for research: ${queued}. Matched by research: ${enriched}.`);
  if (open > 0) printText(`${open} are still being researched: run \`catalogs enrich\` later to update their rows.`);
  if (held > 0)
    printText(`${held} rows have a candidate and were skipped: use \`catalogs accept\` or --with-candidates.`);
  if (refusal !== null) printText(`Not all rows were requested: ${refusal}`);
}
