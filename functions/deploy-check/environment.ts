/** The variables of the function that checks a new version. */
import * as z from 'zod';
import { CHECKED_HANDLERS } from '../../core/checks/checked-handler.ts';
import { text } from '../../core/parse-environment.ts';

export const deployCheckEnvironmentSchema = z.object({
  STAGE: text,
  HANDLER: z.enum(CHECKED_HANDLERS),
  /** The version that is to get callers. */
  VERSION_ARN: text,
  CANARY_KEY_SECRET_ID: text,
});

/** As the stack gives them: strings. */
export type DeployCheckEnvironment = z.input<typeof deployCheckEnvironmentSchema>;
