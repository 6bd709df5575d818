/** The index of a stage as its service sees it: with operators' spellings of makers. */
import { DynamoMakerDirectory } from '../../../functions/adapters/dynamodb/makers/dynamo-maker-directory.ts';
import { DynamoProductIndex } from '../../../functions/adapters/dynamodb/products/dynamo-product-index.ts';
import type { OpenStage } from './open-stage.ts';

export function openProductIndex(stage: OpenStage): DynamoProductIndex {
  const clock = { nowMs: () => Date.now() };
  const makers = new DynamoMakerDirectory(stage.documents, stage.output('AccountsTable'), clock);
  return new DynamoProductIndex(stage.documents, stage.output('ProductIndexTable'), makers);
}
