/**
 * Processes the messages of the upload queue: runs the step that the upload's status requires, in the account's turn,
 * and writes its result. Only this file writes results. Every step is safe to kill and to repeat; a message has no
 * effect if its upload's status requires no work.
 */
import type { CatalogKey } from '../rows/catalog.ts';
import { randomAlphanumeric } from '../../identifiers.ts';
import { FileError } from '../files/file-error.ts';
import { uploadAuditLine } from './administer-upload.ts';
import { importUpload } from './import-upload.ts';
import { previewUpload } from './preview-upload.ts';
import { clearUpload, replaceWithUpload } from './replace-with-upload.ts';
import { catalogKeyOf, type Upload, type UploadKey, type UploadProblem } from './upload.ts';
import type { StepEnd, UploadImportPorts, WorkDone, WorkTime } from './upload-work.ts';

/** As long as the function may run. A killed run delays the account's other uploads for this time. */
const TURN_MS = 300_000;

/** Works on one upload of an account at a time, so that an account with many uploads does not block other accounts. */
export async function workOnUpload(ports: UploadImportPorts, key: UploadKey, time: WorkTime): Promise<WorkDone> {
  const [run, nowMs] = [randomAlphanumeric(12), ports.clock.nowMs()];
  if (!(await ports.uploads.takeTurn(key, run, { nowMs, untilMs: nowMs + TURN_MS }))) return 'busy';
  try {
    const upload = await ports.uploads.read(key);
    if (upload === undefined) return 'done';
    const end = await takeStep(ports, upload, time);
    return end.kind === 'unchanged' ? end.work : await keep(ports, upload, end);
  } finally {
    await ports.uploads.endTurn(key, run);
  }
}

/** Fails work that was retried many times, so that the person gets a result instead of waiting forever. */
export async function failUpload(ports: UploadImportPorts, key: UploadKey): Promise<void> {
  const upload = await ports.uploads.read(key);
  if (upload === undefined || !['previewing', 'importing', 'replacing'].includes(upload.status)) return;
  await keep(ports, upload, { kind: 'failed', problem: { kind: 'not_finished' } });
}

async function takeStep(ports: UploadImportPorts, upload: Upload, time: WorkTime): Promise<StepEnd> {
  const { accountId, status, replaces } = upload;
  const replaced = replaces === null ? undefined : await ports.catalogs.findCatalog({ accountId, catalogId: replaces });
  try {
    switch (status) {
      case 'previewing':
      case 'importing':
        return await ports.files.withFile(upload, (file) => {
          const stage = { upload, replaced, file, time };
          return status === 'previewing' ? previewUpload(ports, stage) : importUpload(ports, stage);
        });
      case 'replacing':
        return await replaceWithUpload(ports, upload, replaced);
      case 'abandoned':
        return await clearUpload(ports, upload, replaced);
      default:
        return { kind: 'unchanged', work: 'done' };
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const problem = { kind: 'unreadable', message: error.message } as const;
    return status === 'previewing'
      ? { kind: 'changed', change: { status: 'previewed', problem } }
      : { kind: 'failed', problem };
  }
}

const AUDIT_WORDS = {
  complete: 'catalog.imported',
  cancelled: 'catalog.cancelled',
  replaced: 'catalog.replaced',
} as const;

/** Writes nothing if the upload has changed meanwhile. */
async function keep(
  { uploads, catalogs, clock }: UploadImportPorts,
  upload: Upload,
  end: Exclude<StepEnd, { readonly kind: 'unchanged' }>,
): Promise<WorkDone> {
  // The import has written its catalog id to the upload.
  const now = upload.status === 'importing' ? await uploads.read(upload) : upload;
  if (now?.status !== upload.status) return 'done';
  const nowMs = clock.nowMs();
  switch (end.kind) {
    case 'changed':
      await uploads.change(now, end.change, nowMs);
      break;
    case 'ended': {
      const { catalogId, imported, toCheck = 0 } = end.catalog;
      const details = { catalog_id: catalogId, rows: imported.rows, ...(toCheck > 0 && { to_check: toCheck }) };
      const line = uploadAuditLine(now, now.personId, AUDIT_WORDS[end.end], details, nowMs);
      await uploads.change(now, { status: 'ended', end: end.end }, nowMs, line);
      break;
    }
    case 'failed': {
      const own = ownCatalogOf(now);
      const why = catalogFailure(end.problem);
      // Written before the upload, so that it is repeated if the process is killed in between.
      if (own !== undefined && why !== undefined) await catalogs.failImport(own, why, nowMs);
      await uploads.change(now, { status: 'failed', problem: end.problem }, nowMs);
      break;
    }
  }
  return 'done';
}

/** Returns undefined for a replacement, whose rows are not visible yet. */
function ownCatalogOf(upload: Upload): CatalogKey | undefined {
  return upload.replaces === null ? catalogKeyOf(upload) : undefined;
}

/**
 * Returns the text that is stored with a catalog whose import failed; undefined if the catalog is unchanged or gone.
 */
function catalogFailure(problem: UploadProblem): string | undefined {
  switch (problem.kind) {
    case 'unreadable':
      return problem.message;
    case 'not_finished':
      return 'The import was tried three times and did not come to its end. Upload the same file again.';
    case 'account_not_active':
      return 'The account is not active.';
    case 'not_understood':
    case 'allowance_used':
    case 'catalog_changed':
      return undefined;
  }
}
