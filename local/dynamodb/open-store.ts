/** Opens the database, on disk or in memory. */
import { mkdir } from 'node:fs/promises';
import { dynalite } from './dynalite.ts';
import type { Store, Table } from './dynalite.ts';

const PROBE_KEY = 'probe~written-at';

/**
 * @param path the data folder, which is created if missing; without a path, the data is in memory
 * @throws {Error} with one sentence that names the folder and what is wrong with it
 */
export async function openStore(path?: string): Promise<Store> {
  const options = { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 };
  if (path === undefined) {
    const store = dynalite.create(options);
    await store.db.open();
    return store;
  }
  try {
    await mkdir(path, { recursive: true });
    const store = dynalite.create({ ...options, path });
    await store.db.open();
    await store.db.put(PROBE_KEY, Date.now());
    await finishTables(store);
    return store;
  } catch (error) {
    throw new Error(`The data folder ${path} ${whatIsWrong(error)}.`, { cause: error });
  }
}

/**
 * Completes table creations that a crash interrupted; such tables would otherwise stay in the state CREATING forever.
 */
async function finishTables(store: Store): Promise<void> {
  const tables = (await store.db.values({ gte: 'table~', lt: 'table~\xff' }).all()) as Table[];
  for (const table of tables)
    if (table.TableStatus === 'CREATING')
      await store.db.put(`table~${table.TableName}`, { ...table, TableStatus: 'ACTIVE' });
}

function whatIsWrong(error: unknown): string {
  switch (errorCode(error)) {
    case 'LEVEL_LOCKED':
      return 'is in use by another process';
    case 'LEVEL_CORRUPTION':
    case 'LEVEL_DECODE_ERROR':
      return 'is damaged';
    case 'ENOSPC':
      return 'cannot be written: the disk is full';
    default:
      return 'cannot be opened for writing';
  }
}

/** LevelDB's reason is the cause of a general "not open" error. */
function errorCode(error: unknown): unknown {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return cause instanceof Error && 'code' in cause ? cause.code : code;
}
