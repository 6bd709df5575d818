/** The error for an item id that does not exist in the stage. */
import { OperatorError } from '../../console/operator-error.ts';
import type { OpenStage } from '../../stage/open-stage.ts';

export function noSuchItem(itemId: string, { stage }: OpenStage): OperatorError {
  return new OperatorError(`There is no item ${itemId} in ${stage}.`, {
    code: 'unknown_item',
    fix: 'Find it by manufacturer and part number, or by GTIN.',
  });
}
