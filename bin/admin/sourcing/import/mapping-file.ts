/** Reads the mapping of an import: the operator's file, or a built-in one for an open data source (data/sources). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod/mini';
import { describeIssue } from '../../../../core/describe-issue.ts';
import { nearestNames } from '../../../../core/sourcing/item-import/nearest-names.ts';
import {
  MAPPED_FIELDS,
  recordMappingSchema,
  type RecordMapping,
} from '../../../../core/sourcing/item-import/record-mapping.ts';
import { OperatorError } from '../../console/operator-error.ts';
import { printable } from '../../console/printable.ts';
import { nearestWords, quoted } from './mapping-labels.ts';

export const SOURCES = ['pub-log', 'gudid', 'openfda', 'open-products-facts'] as const;
export type SourceName = (typeof SOURCES)[number];

const SOURCES_FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../../data/sources');
/** Mappings are written by hand, so a larger file is a mistake. */
const MAX_BYTES = 1_000_000;

/** @throws {OperatorError} when the file does not exist or is not a valid mapping; the message names the problems */
export async function readMappingFile(file: string): Promise<RecordMapping> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined || text.length > MAX_BYTES)
    throw new OperatorError(`There is no mapping ${printable(file)}.`, {
      code: 'no_such_file',
      fix: 'See docs/guides/import-items.md#mappings.',
    });
  const read = recordMappingSchema.safeParse(parseJson(file, text), { error: describeIssue });
  if (read.success) return read.data;
  const problems = read.error.issues.slice(0, 5).map(describeProblem);
  throw new OperatorError(`${printable(file)} is not a mapping: ${problems.join(' ')}`, {
    code: 'invalid_mapping',
    fix: 'See docs/guides/import-items.md#mappings.',
  });
}

/** Reads the built-in mapping of an open data source (docs/guides/import-items.md#open-data). */
export function readSourceMapping(source: SourceName): Promise<RecordMapping> {
  return readMappingFile(path.join(SOURCES_FOLDER, `${source}.json`));
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new OperatorError(`${printable(file)} is not JSON.`, { code: 'invalid_mapping' });
  }
}

function describeProblem(issue: z.core.$ZodIssue): string {
  const at = issue.path.length === 0 ? 'the mapping' : quoted(issue.path.map(String).join('.'));
  if (issue.code === 'unrecognized_keys') {
    const nearest = issue.path[0] === 'fields' ? nearestNames(MAPPED_FIELDS, issue.keys[0] ?? '') : [];
    return `${at} has ${issue.keys.map(quoted).join(', ')}, which is not known${nearestWords(nearest)}.`;
  }
  return `${at}: ${printable(issue.message)}.`;
}
