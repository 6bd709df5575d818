/**
 * Implements UpdateTimeToLive and DescribeTimeToLive. The setting is stored but nothing is deleted: readers filter by
 * time themselves.
 */
import { validationFailure } from './api-failure.ts';
import type { Request, Store } from './dynalite.ts';
import { readTable } from './items.ts';

interface Setting {
  readonly AttributeName: string;
  readonly Enabled: boolean;
}

/** @throws {ApiFailure} ValidationException, ResourceNotFoundException */
export async function updateTimeToLive(store: Store, body: Request): Promise<object> {
  const { AttributeName, Enabled } = (body.TimeToLiveSpecification ?? {}) as Partial<Setting>;
  if (typeof body.TableName !== 'string' || typeof AttributeName !== 'string' || typeof Enabled !== 'boolean')
    throw validationFailure('TableName and TimeToLiveSpecification with AttributeName and Enabled are required');
  await readTable(store, body.TableName);
  const setting: Setting = { AttributeName, Enabled };
  await store.db.put(settingKey(body.TableName), setting);
  return { TimeToLiveSpecification: setting };
}

/** @throws {ApiFailure} ValidationException, ResourceNotFoundException */
export async function describeTimeToLive(store: Store, body: Request): Promise<object> {
  if (typeof body.TableName !== 'string') throw validationFailure('TableName is required');
  await readTable(store, body.TableName);
  const setting = (await store.db.get(settingKey(body.TableName))) as Setting | undefined;
  if (!setting?.Enabled) return { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } };
  return { TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: setting.AttributeName } };
}

function settingKey(tableName: string): string {
  return `time-to-live~${tableName}`;
}
