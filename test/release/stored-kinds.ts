/**
 * The kinds of rows and messages that two versions share during a gradual deploy, each with its writer and its
 * reader.
 */
import {
  writeAccountRow,
  readAccountRow,
  readAuditRow,
  readClientRow,
  writeClientRow,
} from '../../adapters/dynamodb/accounts-table/account-rows.ts';
import { readCatalogRow, readHead, writeCatalogRow, writeHead } from '../../adapters/dynamodb/catalogs/catalog-rows.ts';
import {
  readDueRow,
  readRequestRow,
  writeDueRow,
  writeRequestRow,
} from '../../adapters/dynamodb/accounts-table/enrichment-rows.ts';
import { quantitiesOf } from '../../core/index/items/item-quantities.ts';
import { readCore, recordRows } from '../../adapters/dynamodb/index/item-index-rows.ts';
import { readResearchMessage, writeResearchMessage } from '../../adapters/sqs/research-message.ts';
import {
  readMemberRow,
  readPersonRow,
  writeMemberRow,
  writePersonRow,
} from '../../adapters/dynamodb/accounts-table/people-rows.ts';
import { termsOf } from '../../core/index/search/search-terms.ts';
import { REGULATOR } from '../support/fixtures/item-records.ts';
import { readPeriodRow } from '../../adapters/dynamodb/billing/usage-rows.ts';

interface StoredKind {
  /** Absent if only update expressions write it. */
  readonly write?: (value: never) => unknown;
  readonly read: (row: never) => unknown;
}

export const STORED_KINDS: Readonly<Record<string, StoredKind>> = {
  account: { write: writeAccountRow, read: readAccountRow },
  client: { write: writeClientRow, read: (row) => withoutSets(readClientRow(row)) },
  'audit line': { read: readAuditRow },
  'period of usage': { read: (row) => withoutSets(readPeriodRow(row)) },
  request: { write: writeRequestRow, read: readRequestRow },
  'due request': { write: writeDueRow, read: readDueRow },
  'research message': { write: writeResearchMessage, read: readResearchMessage },
  catalog: { write: writeHead, read: readHead },
  'row of a catalog': { write: writeCatalogRow, read: readCatalogRow },
  person: { write: writePersonRow, read: readPersonRow },
  member: { write: writeMemberRow, read: readMemberRow },
  'core of a record': {
    // The row has the item without its sections, which have separate rows.
    write: () => recordRows(REGULATOR, termsOf(REGULATOR), quantitiesOf(REGULATOR)).core,
    read: (row) => readCore(REGULATOR.id, row).item,
  },
};

/** Returns the value as JSON has it. */
function withoutSets(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, member: unknown) =>
      member instanceof Set || member instanceof Map ? [...(member as Iterable<unknown>)] : member,
    ),
  );
}
