/** The environment variables of the `deploy-check` function. */
import * as z from 'zod/mini';
import { CHECKED_HANDLERS } from '../../core/checks/checked-handler.ts';
import { text } from '../../core/parse-environment.ts';

export const deployCheckEnvironmentSchema = z.object({
  STAGE: text,
  HANDLER: z.enum(CHECKED_HANDLERS),
  /** The new version, before it gets traffic. */
  VERSION_ARN: text,
  CANARY_KEY_SECRET_ID: text,
});

/** The variables as the stack sets them: strings. */
export type DeployCheckEnvironment = z.input<typeof deployCheckEnvironmentSchema>;
