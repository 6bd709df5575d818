/** The tools that the peers register. They are this server's values; each output schema is created once. */
import { TOOLS } from '../../core/api/tools/definitions/all-tools.ts';

export const SAME_TOOLS = TOOLS.map((tool) => ({ ...tool, output: tool.output() }));
