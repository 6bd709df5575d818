/** Opens the index of a stage as the service does, with the operators' aliases and words. */
import { DynamoManufacturerTableStore } from '../../../adapters/dynamodb/index/dynamo-manufacturer-table-store.ts';
import { DynamoWordTableStore } from '../../../adapters/dynamodb/index/dynamo-word-table-store.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex, type TableStores } from '../../../adapters/dynamodb/index/dynamo-item-index.ts';
import type { OpenStage } from './open-stage.ts';

export function openItemIndex(stage: OpenStage): DynamoItemIndex {
  return new DynamoItemIndex(stage.documents, stage.output('ProductIndexTable'), tableStoresOf(stage));
}

export function openItemWriter(stage: OpenStage): DynamoItemWriter {
  return new DynamoItemWriter(stage.documents, stage.output('ProductIndexTable'), tableStoresOf(stage));
}

function tableStoresOf(stage: OpenStage): TableStores {
  const clock = { nowMs: () => Date.now() };
  const table = stage.output('AccountsTable');
  return {
    manufacturers: new DynamoManufacturerTableStore(stage.documents, table, clock),
    words: new DynamoWordTableStore(stage.documents, table, clock),
  };
}
