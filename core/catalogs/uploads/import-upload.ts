/** Imports one slice of an upload into a new catalog, or into a replacement for the rows of another. */
import { periodAt } from '../../billing/meter/periods.ts';
import { billingRefusal } from '../../access/administration/billing-standing.ts';
import { compareFiles } from '../import/compare-files.ts';
import { catalogFor, importSlice, prepareFile } from '../import/import-file.ts';
import { replacementFor } from '../import/replacement.ts';
import type { Catalog, CatalogKey } from '../rows/catalog.ts';
import { rowAllowanceAt } from '../rows/row-allowance.ts';
import { notUnderstood, readingOf } from './preview-upload.ts';
import { catalogKeyOf, type UploadProblem } from './upload.ts';
import type { StepEnd, UploadStage, UploadImportPorts } from './upload-work.ts';

/** How long preparing a file may take, because longer work would delay other accounts' files. */
const PREPARE_MS = 240_000;
const TOLD_CHANGES = 20;

/** @throws {FileError} if the file cannot be read */
export async function importUpload(ports: UploadImportPorts, stage: UploadStage): Promise<StepEnd> {
  const { upload, replaced, file, time } = stage;
  const account = (await ports.accounts.readAccount(upload.accountId))?.value;
  if (account?.status !== 'active') return failed({ kind: 'account_not_active' });
  if (replaced === undefined && upload.replaces !== null) return failed({ kind: 'catalog_changed' });
  const key = catalogKeyOf(upload);
  const start = key === undefined ? await begin(ports, stage) : ({ kind: 'begun', key, begun: undefined } as const);
  if (start.kind !== 'begun') return start;
  const allowanceAt = (nowMs: number) => rowAllowanceAt(account, nowMs);
  const isUnpaid = (await billingRefusal(ports.reports, account, ports.clock.nowMs())) !== undefined;
  const run = { stop: time.stop, allowanceAt, isUnpaid, begun: start.begun };
  const { end, catalog } = await importSlice(ports, file, start.key, run);
  if (catalog === undefined) return failed({ kind: 'catalog_changed' });
  switch (end) {
    case 'stopped':
      return { kind: 'unchanged', work: 'more' };
    case 'overtaken':
      return { kind: 'unchanged', work: 'later' };
    case 'cancelled':
      return { kind: 'ended', end, catalog };
    case 'complete': {
      if (replaced === undefined) return { kind: 'ended', end, catalog };
      const { counts, changes } = await compareFiles(ports.catalogs, replaced, catalog);
      const comparison = { counts, changes: changes.slice(0, TOLD_CHANGES) };
      return { kind: 'changed', change: { status: 'compared', comparison } };
    }
    case 'allowance_used': {
      const { name: plan, catalogRowsPerMonth: rowsPerPeriod } = account.terms;
      const nextAtMs = periodAt(account.anchorDay, ports.clock.nowMs()).endMs;
      return failed({ kind: 'allowance_used', plan, rowsPerPeriod, nextAtMs });
    }
  }
}

function failed(problem: UploadProblem): StepEnd {
  return { kind: 'failed', problem };
}

interface Begun {
  readonly kind: 'begun';
  readonly key: CatalogKey;
  /** The catalog, if this step began it, so that its head needs no further read. */
  readonly begun: Catalog | undefined;
}

/**
 * Creates the catalog for the rows and stores its id with the upload before it has any rows. If the process is killed
 * in between, the next one finds the catalog by the file's fingerprint.
 */
async function begin(
  { uploads, catalogs, index, clock }: UploadImportPorts,
  { upload, replaced, file }: UploadStage,
): Promise<Begun | StepEnd> {
  const ready = await prepareFile(index, file, readingOf(upload, PREPARE_MS));
  if (!ready.ok) return failed(notUnderstood(ready.reason));
  const { sha256, bytes: preparedBytes } = ready.value.prepared;
  if (replaced?.status === 'complete' && replaced.fingerprint === sha256) {
    // An earlier replacement may have been killed before it had deleted the old rows.
    await catalogs.clearRemoved(replaced, () => undefined);
    return { kind: 'changed', change: { status: 'ended', end: 'same_file' } };
  }
  const [{ accountId, name, personId: createdBy }, nowMs] = [upload, clock.nowMs()];
  const started =
    replaced === undefined
      ? await catalogFor(catalogs, ready.value, { accountId, name, isNew: false, nowMs, createdBy })
      : await replacementFor(catalogs, replaced, ready.value, { nowMs, createdBy });
  // No other process creates one, because the account's turn lasts as long as a function may run.
  const changed = await uploads.change(upload, { catalogId: started.catalogId, preparedBytes }, nowMs);
  return changed === undefined ? { kind: 'unchanged', work: 'later' } : { kind: 'begun', key: started, begun: started };
}
