/** The 6,917 real parts that lie beside a checkout where they are available; they are not part of the project. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { emptyRecord, type ItemRecord } from '../../core/items/item-record.ts';

const file = fileURLToPath(new URL('../../../shared/data/parts.jsonl', import.meta.url));

/** False where the file is absent: tests that need it are then shown as skipped. */
export const realPartsAvailable = existsSync(file);

export function realParts(): ItemRecord[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const part = JSON.parse(line) as Partial<ItemRecord> & { id: string };
      return { ...emptyRecord(part.id), ...part };
    });
}
