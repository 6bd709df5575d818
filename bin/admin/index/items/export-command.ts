/**
 * `admin items export`: writes all items as JSON Lines to standard output, or to a file that gets its name only once it
 * is complete.
 */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { numberText } from '../../../../core/number-text.ts';
import { EXIT_INTERRUPTED } from '../../console/exit-codes.ts';
import { printText } from '../../console/print.ts';
import { printable } from '../../console/printable.ts';
import { shellWord } from '../../console/shell-word.ts';
import { startProgress } from '../../console/progress.ts';
import { stopOnInterrupt } from '../../console/stop-on-interrupt.ts';
import { openItemIndex } from '../../stage/open-item-index.ts';
import { runCommand } from '../../stage/run-command.ts';
import { exportItems } from '../../sourcing/import/export-items.ts';
import { STANDARD_INPUT } from '../../sourcing/import/spool-input.ts';

const STANDARD_OUTPUT = STANDARD_INPUT;

export function exportCommand(): Command {
  return new Command('export')
    .description('Export all items as JSON Lines, which `items import` accepts')
    .argument('<file>', 'output file; - is standard output')
    .action((file: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const progress = startProgress(1);
        const interrupt = stopOnInterrupt(() => progress.say('Stopping; the partial export is discarded.'));
        let records = 0;
        const lines = exportItems({
          client: stage.documents,
          table: stage.output('ProductIndexTable'),
          index: openItemIndex(stage),
          stop: interrupt.signal,
          onProgress: (count, share) => {
            records = count;
            progress.update(share, `${numberText(count)} items`);
          },
        });
        const isFile = file !== STANDARD_OUTPUT;
        const part = `${file}.part`;
        try {
          if (isFile) await pipeline(Readable.from(lines), createWriteStream(part, { mode: 0o600 }));
          else await pipeline(Readable.from(lines), process.stdout, { end: false });
        } finally {
          progress.stop();
          interrupt.release();
        }
        if (interrupt.signal.aborted) {
          if (isFile) await rm(part, { force: true });
          process.exitCode = EXIT_INTERRUPTED;
          return;
        }
        if (!isFile) return;
        await rename(part, file);
        answer({ file, records }, () => {
          printText(`${numberText(records)} items written to ${printable(file)}.`);
          next('Import them into another stage', `items import ${shellWord(file)}`);
        });
      }),
    );
}
