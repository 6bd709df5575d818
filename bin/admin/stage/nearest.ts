/** Suggests existing ids for an unknown one. */
import { nearestIds } from '../../../core/sourcing/item-import/nearest-ids.ts';
import { printable } from '../console/printable.ts';

/**
 * Returns the nearest known ids as the next step of an error.
 * @param otherwise the next step if no id is near
 */
export function nearestOr(known: readonly string[], wanted: string, otherwise: string): string {
  return nearestNamedOr(
    known.map((id) => ({ id, name: undefined })),
    wanted,
    otherwise,
  );
}

/** Does the same, with the name of each id. */
export function nearestNamedOr(
  known: readonly { readonly id: string; readonly name: string | undefined }[],
  wanted: string,
  otherwise: string,
): string {
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const nearest = nearestIds([...names.keys()], wanted).map((id) => {
    const name = names.get(id);
    return name === undefined ? printable(id) : `${printable(id)} ("${printable(name)}")`;
  });
  return nearest.length === 0 ? otherwise : `Nearest: ${nearest.join(', ')}.`;
}
