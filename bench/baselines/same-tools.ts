/** The tools that the peers register: the very values of this server, each output schema made once. */
import { TOOLS } from '../../core/tools/definitions/all-tools.ts';

export const SAME_TOOLS = TOOLS.map((tool) => ({ ...tool, output: tool.output() }));
