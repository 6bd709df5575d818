/** The index of a stage as its service sees it, to be read and written: with what operators have decided. */
import { DynamoManufacturerDirectory } from '../../../adapters/dynamodb/manufacturers/dynamo-manufacturer-directory.ts';
import { DynamoWordDirectory } from '../../../adapters/dynamodb/accounts/dynamo-word-directory.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/items/dynamo-item-writer.ts';
import { DynamoProductIndex, type Directories } from '../../../adapters/dynamodb/items/dynamo-product-index.ts';
import type { OpenStage } from './open-stage.ts';

export function openProductIndex(stage: OpenStage): DynamoProductIndex {
  return new DynamoProductIndex(stage.documents, stage.output('ProductIndexTable'), directoriesOf(stage));
}

export function openItemWriter(stage: OpenStage): DynamoItemWriter {
  return new DynamoItemWriter(stage.documents, stage.output('ProductIndexTable'), directoriesOf(stage));
}

function directoriesOf(stage: OpenStage): Directories {
  const clock = { nowMs: () => Date.now() };
  const table = stage.output('AccountsTable');
  return {
    manufacturers: new DynamoManufacturerDirectory(stage.documents, table, clock),
    words: new DynamoWordDirectory(stage.documents, table, clock),
  };
}
