/** `catalogs replace`: replaces the rows of a catalog with a new file, and shows the changes. */
import { Command } from 'commander';
import type { Catalog } from '../../../core/catalogs/rows/catalog.ts';
import {
  compareFiles,
  type ComparedRow,
  type FileChange,
  type FileComparison,
} from '../../../core/catalogs/import/compare-files.ts';
import type { ImportPorts } from '../../../core/catalogs/import/import-catalog.ts';
import { prepareFile } from '../../../core/catalogs/import/import-file.ts';
import { showCatalog } from '../../../core/catalogs/rows/list-catalogs.ts';
import { putInPlace, replacementFor } from '../../../core/catalogs/import/replacement.ts';
import type { RowBound } from '../../../core/catalogs/rows/row-allowance.ts';
import { confirm } from '../console/confirm.ts';
import { EXIT_ERROR_ROWS, EXIT_INTERRUPTED } from '../console/exit-codes.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printTable, printText } from '../console/print.ts';
import { readAccountId } from '../console/read-option.ts';
import { shellWord } from '../console/shell-word.ts';
import { requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import { importWithProgress } from './import-file.ts';
import { CATALOG_FILE, readingOf, withCatalogFileOptions, type CatalogFileOptions } from './catalog-file-options.ts';
import { describeOpenFile } from './file-labels.ts';
import { readingOptions, sheetsOf, understood, withCatalogFile, type FileReading } from './with-open-file.ts';
import { nextWith, printCatalog } from './print-catalog.ts';
import { portsOf, requireCatalog } from './stage-ports.ts';

const PRINTED_CHANGES = 20;

export function replaceCommand(): Command {
  return withCatalogFileOptions(
    new Command('replace')
      .description('Replace the rows of a catalog with a new file; the id stays. Run it again to resume')
      .argument('<account>', 'account id', readAccountId)
      .argument('<catalog>', 'catalog id')
      .argument('<file>', CATALOG_FILE),
  )
    .addHelpText(
      'after',
      '\nRows are compared by the customer’s item number. Readers see the old rows until all new ones are stored.' +
        '\nExit codes: 0 done, 1 failed, 2 some rows are errors, 130 stopped.',
    )
    .action((accountId: string, catalogId: string, file: string, options: CatalogFileOptions, command: Command) =>
      runCommand(command, async ({ stage, yes, answer, next }) => {
        const bound = await requireAccount(stage, accountId);
        const ports = portsOf(stage);
        const catalog = await requireCatalog(stage, accountId, catalogId);
        if (catalog.status === 'queued' || catalog.status === 'processing') {
          throw new OperatorError(`${catalogId} is being imported.`, {
            code: 'import_under_way',
            fix: 'Replace it when the import has ended, or end it with `catalogs cancel`.',
          });
        }
        const agree = (comparison: FileComparison) => confirm(replaceQuestion(catalog, comparison), yes);
        const replaced = await replaceFile(ports, { catalog, bound, reading: readingOf(file, options), agree });
        answer({ ...showCatalog(replaced.catalog), end: replaced.end, ...replaced.comparison }, () => {
          printReplaced(replaced);
          const which = `${accountId} ${catalogId}`;
          if (replaced.end === 'stopped') next('Resume', `catalogs replace ${which} ${shellWord(file)}`);
          else if (replaced.end === 'same_file') next('Match its rows again', `catalogs refresh ${which}`);
          else next(...nextWith(replaced.catalog));
        });
        if (replaced.end === 'stopped') process.exitCode = EXIT_INTERRUPTED;
        else if (replaced.catalog.counts.error > 0) process.exitCode = EXIT_ERROR_ROWS;
      }),
    );
}

interface FileReplacement {
  readonly catalog: Catalog;
  /** Limits the rows of a billing period; no limit if absent. */
  readonly bound?: RowBound;
  readonly reading: FileReading;
  /** Called before the new rows become visible; throws if the operator declines. */
  readonly agree: (comparison: FileComparison) => Promise<void>;
}

interface ReplacedFile {
  readonly catalog: Catalog;
  readonly end: 'replaced' | 'stopped' | 'same_file';
  readonly comparison: FileComparison | undefined;
  readonly understood: readonly string[];
}

/** @throws {OperatorError} when the file cannot be imported, or the catalog was changed meanwhile */
export async function replaceFile(
  ports: ImportPorts,
  { catalog, bound, reading, agree }: FileReplacement,
): Promise<ReplacedFile> {
  return withCatalogFile(reading.path, async (file) => {
    const prepared = await prepareFile(ports.index, file, readingOptions(reading));
    const sheets = await sheetsOf(file, reading);
    const opened = understood(reading, prepared, sheets);
    const shown = { understood: describeOpenFile(opened, sheets, reading) };
    if (opened.prepared.sha256 === catalog.fingerprint && catalog.status === 'complete') {
      // An earlier run may have ended before it deleted the old rows.
      await ports.catalogs.clearRemoved(catalog, () => undefined);
      return { ...shown, catalog, end: 'same_file', comparison: undefined };
    }
    const replacement = await replacementFor(ports.catalogs, catalog, opened, { nowMs: ports.clock.nowMs() });
    const { bytes } = opened.prepared;
    const { end } = await importWithProgress(ports, { file, catalog: replacement, bytes, bound });
    if (end !== 'complete') return { ...shown, catalog, end: 'stopped', comparison: undefined };
    const comparison = await compareFiles(ports.catalogs, catalog, replacement);
    await agree(comparison);
    const now = await putInPlace(ports.catalogs, catalog, replacement, ports.clock.nowMs());
    if (now === undefined) {
      throw new OperatorError(`${catalog.catalogId} was replaced or deleted by another process.`, {
        code: 'changed_meanwhile',
        fix: 'Check it, then repeat the command.',
      });
    }
    return { ...shown, catalog: now, end: 'replaced', comparison };
  });
}

function replaceQuestion({ catalogId, name }: Catalog, { counts }: FileComparison): string {
  return (
    `${catalogId} (${JSON.stringify(name)}): ${counts.changed} rows change, ${counts.added} are added, ${counts.removed} are removed, ` +
    `${counts.same} stay the same. Replace it?`
  );
}

function printReplaced({ catalog, end, comparison, understood: lines }: ReplacedFile): void {
  for (const line of lines) printText(line);
  if (end === 'stopped') return printText('Stopped: the catalog is unchanged; run the same command to resume.');
  if (end === 'same_file') return printText('The catalog already has the rows of this file.');
  printCatalog(catalog);
  if (comparison !== undefined) printComparison(comparison);
}

function printComparison({ counts, changes }: FileComparison): void {
  const figures = Object.entries(counts).map(([what, count]) => `${count} ${what.replaceAll('_', ' ')}`);
  console.log('');
  printText(`Rows: ${figures.join(', ')}.`);
  if (changes.length === 0) return;
  printTable(
    ['Row', 'Change', { heading: 'Your number', minor: true }, 'Before', 'Now'],
    changes.slice(0, PRINTED_CHANGES).map(changeCells),
  );
  const more = changes.length - PRINTED_CHANGES;
  if (more > 0) console.log(`… and more; --json lists the first ${changes.length}.`);
}

function changeCells({ kind, row, now, before }: FileChange): (string | number | null)[] {
  return [row, kind, now?.itemNumber ?? before?.itemNumber ?? null, describeRow(before), describeRow(now)];
}

function describeRow(row: ComparedRow | null): string | null {
  if (row === null) return null;
  const name = [row.supplier, row.partNumber, row.gtin].filter((cell) => cell !== null).join(' ');
  return `${name} (${row.itemId ?? row.outcome})`;
}
