/** Decides which tool a client means that nearly names one, such as `LookupPart`. */
import { nearName } from '../tools/likely-property.ts';
import { TOOLS } from '../tools/definitions/all-tools.ts';

/** Returns undefined unless one tool is meant. */
export function nearToolName(name: string): string | undefined {
  return nearName(
    name,
    TOOLS.map((tool) => tool.name),
  );
}
