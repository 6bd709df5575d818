/** Opens the index of a stage as the service does, with the operators' aliases and words. */
import type { DynamoItemIndex, TableStores } from '../../../adapters/dynamodb/index/dynamo-item-index.ts';
import type { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import * as stores from '../../../adapters/dynamodb/open-stores.ts';
import { tablesOf, type OpenStage } from './open-stage.ts';

export function openItemIndex(stage: OpenStage): DynamoItemIndex {
  return stores.openItemIndex(tablesOf(stage), tableStoresOf(stage));
}

export function openItemWriter(stage: OpenStage): DynamoItemWriter {
  return stores.openItemWriter(tablesOf(stage), tableStoresOf(stage));
}

function tableStoresOf(stage: OpenStage): TableStores {
  const tables = tablesOf(stage);
  return { manufacturers: stores.openManufacturerTableStore(tables), words: stores.openWordTableStore(tables) };
}
