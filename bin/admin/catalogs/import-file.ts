/**
 * Imports one file: opens and prepares it, finds the catalog that an earlier run left unfinished or creates a new one,
 * and imports the missing rows. A catalog resumes only with exactly the same file, read the same way.
 */
import path from 'node:path';
import { periodAt } from '../../../core/billing/meter/periods.ts';
import type { Catalog } from '../../../core/catalogs/rows/catalog.ts';
import type { ImportEnd, ImportPorts } from '../../../core/catalogs/import/import-catalog.ts';
import { catalogFor, importSlice, prepareFile } from '../../../core/catalogs/import/import-file.ts';
import { rowAllowanceAt, type RowBound } from '../../../core/catalogs/rows/row-allowance.ts';
import type { CatalogFile } from '../../../core/catalogs/files/catalog-file.ts';
import { cleanText } from '../../../core/clean-text.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printable } from '../console/printable.ts';
import { startProgress } from '../console/progress.ts';
import { stopOnInterrupt } from '../console/stop-on-interrupt.ts';
import { STANDARD_INPUT } from '../sourcing/import/spool-input.ts';
import { describeOpenFile, usedColumns, type UsedColumn } from './file-labels.ts';
import { readingOptions, sheetsOf, understood, withCatalogFile, type FileReading } from './with-open-file.ts';
import { dayOf } from '../../../core/time.ts';

const NAME_CHARACTERS = 200;

interface FileImport extends FileReading {
  readonly accountId: string;
  /** Limits the rows of a billing period; no limit if absent. */
  readonly bound?: RowBound;
  /** The customer's name for the catalog; by default the name of the file. */
  readonly catalogName: string | undefined;
  /** Creates a new catalog even if an unfinished one exists. */
  readonly isNew: boolean;
}

export interface ImportedFile {
  /** The catalog as stored at the end of the import. */
  readonly catalog: Catalog;
  readonly end: Exclude<ImportEnd, 'overtaken' | 'allowance_used'>;
  /** 1 if there was no earlier run. */
  readonly firstRow: number;
  readonly columns: readonly UsedColumn[];
  /** How the file was understood, one line for each decision. */
  readonly understood: readonly string[];
}

/** @throws {OperatorError} when the file cannot be imported, or another process is importing it */
export async function importFile(ports: ImportPorts, wanted: FileImport): Promise<ImportedFile> {
  return withCatalogFile(wanted.path, async (file) => {
    const prepared = await prepareFile(ports.index, file, readingOptions(wanted));
    const sheets = await sheetsOf(file, wanted);
    const opened = understood(wanted, prepared, sheets);
    const { accountId, isNew, bound } = wanted;
    const catalog = await catalogFor(ports.catalogs, opened, {
      accountId,
      name: nameOf(wanted),
      isNew,
      nowMs: ports.clock.nowMs(),
    });
    const ended = await importWithProgress(ports, { file, catalog, bytes: opened.prepared.bytes, bound });
    return {
      ...ended,
      firstRow: catalog.imported.rows + 1,
      columns: usedColumns(opened.reading.columns, opened.layout.headings),
      understood: describeOpenFile(opened, sheets, wanted),
    };
  });
}

function nameOf({ path: file, catalogName }: FileImport): string {
  const fileName = file === STANDARD_INPUT ? 'standard input' : path.basename(file);
  return cleanText(catalogName ?? fileName, NAME_CHARACTERS) || 'catalog';
}

interface RunningImport {
  readonly file: CatalogFile;
  readonly catalog: Catalog;
  /** Size of the prepared form. */
  readonly bytes: number;
  readonly bound: RowBound | undefined;
}

/** Runs an import that shows its progress and stops on Ctrl-C. @throws {OperatorError} when it cannot continue */
export async function importWithProgress(
  ports: ImportPorts,
  { file, catalog, bytes, bound }: RunningImport,
): Promise<Pick<ImportedFile, 'catalog' | 'end'>> {
  const progress = startProgress(bytes);
  const interrupt = stopOnInterrupt(() => progress.say('Stopping after the current rows…'));
  const { rows } = catalog.imported;
  progress.say(`${catalog.replaces ?? catalog.catalogId}: ${rows === 0 ? 'importing' : `resuming after row ${rows}`}`);
  try {
    const { end, catalog: now } = await importSlice(ports, file, catalog, {
      stop: interrupt.signal,
      allowanceAt: (nowMs) => bound && rowAllowanceAt(bound, nowMs),
      onProgress: (reached) => progress.update(reached.bytes, `${reached.rows} rows`),
    });
    if (end === 'allowance_used' && bound !== undefined) throw allowanceUsed(bound, catalog, ports.clock.nowMs());
    if (end === 'overtaken' || end === 'allowance_used' || now === undefined) throw overtaken(catalog, now);
    return { catalog: now, end };
  } finally {
    progress.stop();
    interrupt.release();
  }
}

function allowanceUsed(account: RowBound, { accountId, catalogId }: Catalog, nowMs: number): OperatorError {
  const { catalogRowsPerMonth, name } = account.terms;
  const next = dayOf(periodAt(account.anchorDay, nowMs).endMs);
  return new OperatorError(
    `${catalogId}: the account (plan ${printable(name)}) may import ${catalogRowsPerMonth} rows per billing period, and has reached that limit. The imported rows are kept.`,
    {
      code: 'row_allowance_used',
      fix: `Run the same command to import the rest from ${next} on, or after \`accounts set ${accountId} --catalog-rows-per-month …\`.`,
    },
  );
}

function overtaken({ catalogId }: Catalog, now: Catalog | undefined): OperatorError {
  if (now === undefined)
    return new OperatorError(`${catalogId} was deleted during the import.`, {
      code: 'changed_meanwhile',
      fix: 'Import the file again if the catalog should exist.',
    });
  return new OperatorError(`Another process is importing ${catalogId}; this import has stopped.`, {
    code: 'changed_meanwhile',
    fix: '`catalogs show ACCOUNT CATALOG` shows the progress of the other import.',
  });
}
