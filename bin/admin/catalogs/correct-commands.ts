/** `catalogs accept`, `catalogs fix`, `catalogs undo`: correct the match of one catalog row. */
import { Command } from 'commander';
import type { CatalogKey, CatalogRow } from '../../../core/catalogs/rows/catalog.ts';
import { acceptItem, renamePart } from '../../../core/catalogs/import/correct-row.ts';
import { undoDecision, type UndoRefusal } from '../../../core/catalogs/import/undo-decision.ts';
import type { Result } from '../../../core/result.ts';
import { OperatorError } from '../console/operator-error.ts';
import { readAccountId, readCount, readItemId } from '../console/read-option.ts';
import { runCommand } from '../stage/run-command.ts';
import { printRows, rowJson } from './print-catalog.ts';
import { portsOf, requireCatalog } from './stage-ports.ts';

export function acceptCommand(): Command {
  return new Command('accept')
    .description('Match a row with an item; later files with the same part or the same item number match it too')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .argument('<row>', 'row number', readCount)
    .argument('<item>', 'item id', readItemId)
    .action((accountId: string, catalogId: string, row: number, itemId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const ports = portsOf(stage);
        const key = await requireCatalog(stage, accountId, catalogId);
        const accepted = correctedOrError(await acceptItem(ports, key, row, itemId, { who, nowMs: Date.now() }));
        answer(rowJson(accepted), () => {
          printRows([accepted]);
          next(...nextRow(key));
        });
      }),
    );
}

export function undoCommand(): Command {
  return new Command('undo')
    .description('Take back what a person decided on a row: forget it, and match the row again as the file states it')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .argument('<row>', 'row number', readCount)
    .action((accountId: string, catalogId: string, row: number, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const ports = portsOf(stage);
        const key = await requireCatalog(stage, accountId, catalogId);
        const undone = correctedOrError(await undoDecision(ports, key, row, { who, nowMs: Date.now() }));
        answer(rowJson(undone), () => {
          printRows([undone]);
          next(...nextRow(key));
        });
      }),
    );
}

interface FixOptions {
  readonly manufacturer?: string;
  readonly number?: string;
  readonly gtin?: string;
}

export function fixCommand(): Command {
  return new Command('fix')
    .description('Change the part that a row names, and match it again')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .argument('<row>', 'row number', readCount)
    .option('--manufacturer <name>', 'the manufacturer; unchanged if omitted')
    .option('--number <number>', 'the manufacturer’s part number; unchanged if omitted')
    .option('--gtin <digits>', 'the GTIN; removed if omitted, because a GTIN is matched first')
    .action((accountId: string, catalogId: string, row: number, options: FixOptions, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const { manufacturer, number, gtin } = options;
        if (manufacturer === undefined && number === undefined && gtin === undefined) {
          throw new OperatorError('No change was given.', {
            code: 'nothing_to_change',
            fix: 'Add --manufacturer and --number, or --gtin.',
          });
        }
        const ports = portsOf(stage);
        const key = await requireCatalog(stage, accountId, catalogId);
        const before = await ports.catalogs.findRow(key, row);
        const named = {
          supplier: manufacturer ?? before?.supplier ?? null,
          partNumber: number ?? before?.partNumber ?? null,
          gtin: gtin ?? null,
        };
        const fixed = correctedOrError(await renamePart(ports, key, row, named, { who, nowMs: Date.now() }));
        answer(rowJson(fixed), () => {
          printRows([fixed]);
          next(...nextRow(key));
        });
      }),
    );
}

function nextRow({ accountId, catalogId }: CatalogKey): readonly [why: string, command: string] {
  return ['Show the rows that are still not found', `catalogs show ${accountId} ${catalogId} --outcome not_found`];
}

/** @throws {OperatorError} when the correction is refused */
function correctedOrError(result: Result<CatalogRow, UndoRefusal>): CatalogRow {
  if (result.ok) return result.value;
  throw new OperatorError(describeError(result.reason), { code: result.reason.kind });
}

function describeError(error: UndoRefusal): string {
  switch (error.kind) {
    case 'no_such_row':
      return 'The catalog has no such row; `catalogs show ACCOUNT CATALOG` lists them.';
    case 'no_such_item':
      return 'There is no such item in this stage. Nothing was changed.';
    case 'not_correctable':
      return `The row is ${error.outcome}: it names no part. Nothing was changed.`;
    case 'not_decided':
      return 'Nobody decided on this row. Nothing was changed.';
    case 'names_no_part':
      return `Nothing was changed: ${error.reason}`;
    case 'allowance_used':
      return 'The row allowance of this period is used up. Nothing was changed.';
    case 'changed_meanwhile':
      return 'Another process changed the row. Check it, then repeat the command.';
  }
}
