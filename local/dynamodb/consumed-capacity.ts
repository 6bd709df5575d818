/** The `ConsumedCapacity` of a transaction: one entry a table, when the request asks for it. */
import type { Request } from './dynalite.ts';

interface Consumed {
  readonly tableName: string;
  readonly units: number;
}

export function consumedByTable(body: Request, consumed: readonly Consumed[]): object {
  const wanted = body.ReturnConsumedCapacity;
  if (wanted !== 'TOTAL' && wanted !== 'INDEXES') return {};
  const totals = new Map<string, number>();
  for (const { tableName, units } of consumed) totals.set(tableName, (totals.get(tableName) ?? 0) + units);
  return {
    ConsumedCapacity: [...totals].map(([TableName, CapacityUnits]) => ({
      TableName,
      CapacityUnits,
      ...(wanted === 'INDEXES' && { Table: { CapacityUnits } }),
    })),
  };
}
