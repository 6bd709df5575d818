/** `catalogs export`: writes a catalog with its matches as CSV. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError } from 'commander';
import { ROW_OUTCOMES, type RowOutcome } from '../../../core/catalogs/rows/catalog.ts';
import { exportCsv, RowsReplacedError } from '../../../core/catalogs/rows/export-rows.ts';
import { numberText } from '../../../core/number-text.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printText } from '../console/print.ts';
import { readAccountId } from '../console/read-option.ts';
import { runCommand } from '../stage/run-command.ts';
import { portsOf, requireCatalog } from './stage-ports.ts';

export function exportCommand(): Command {
  return new Command('export')
    .description('Export a catalog as CSV: the customer’s columns unchanged, then item, outcome, reason, candidates')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .argument('<file>', 'output file; - is standard output')
    .option('--outcome <outcome>', 'only rows with this outcome; may be repeated', readOutcome, [])
    .action((accountId: string, catalogId: string, file: string, options: ExportOptions, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const ports = portsOf(stage);
        const catalog = await requireCatalog(stage, accountId, catalogId);
        let rows = 0;
        const counted = async function* () {
          for await (const { kind, text } of exportCsv({ ...ports, mayNameParts: true }, catalog, {
            outcomes: options.outcome,
          })) {
            if (kind === 'row') rows += 1;
            yield text;
          }
        };
        try {
          if (file === '-') await pipeline(Readable.from(counted()), process.stdout, { end: false });
          else await pipeline(Readable.from(counted()), createWriteStream(file, { mode: 0o600 }));
        } catch (error) {
          if (!(error instanceof RowsReplacedError)) throw error;
          throw new OperatorError(`${catalogId} was replaced during the export.`, {
            code: 'changed_meanwhile',
            fix: 'Repeat the command.',
          });
        }
        if (file !== '-')
          answer({ id: catalogId, file, rows }, () => {
            printText(`${numberText(rows)} rows written to ${file}.`);
            next('Match a row with an item', `catalogs accept ${accountId} ${catalogId} ROW ITEM`);
          });
      }),
    );
}

interface ExportOptions {
  readonly outcome: readonly RowOutcome[];
}

export function readOutcome(text: string, before: readonly RowOutcome[]): readonly RowOutcome[] {
  const outcome = ROW_OUTCOMES.find((known) => known === text);
  if (outcome !== undefined) return [...before, outcome];
  throw new InvalidArgumentError(`Outcomes: ${ROW_OUTCOMES.join(', ')}.`);
}
