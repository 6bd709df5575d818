/** What an operator reads about an item id that no record of the stage has. */
import { OperatorError } from '../console/operator-error.ts';
import type { OpenStage } from '../stage/open-stage.ts';

export function noSuchItem(itemId: string, { stage }: OpenStage): OperatorError {
  return new OperatorError(`There is no item ${itemId} in ${stage}.`, {
    code: 'unknown_item',
    fix: 'Look it up by its manufacturer and number, or by its barcode.',
  });
}
