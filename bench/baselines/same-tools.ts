/**
 * The tools that the peers register. They are this server's values, as the Standard Schemas that the SDK takes; each
 * output schema is created once.
 */
import * as z from 'zod';
import { TOOLS } from '../../core/api/tools/definitions/all-tools.ts';

export const SAME_TOOLS = TOOLS.map(({ name, title, description, changesData, input, output }) => ({
  name,
  title,
  description,
  changesData,
  input: standard(input),
  output: standard(output()),
}));

function standard(schema: z.core.$ZodType) {
  const jsonSchema = {
    input: () => z.toJSONSchema(schema, { io: 'input' }),
    output: () => z.toJSONSchema(schema, { io: 'output' }),
  };
  return { '~standard': { ...schema['~standard'], jsonSchema } };
}
