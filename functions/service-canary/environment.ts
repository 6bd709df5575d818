/** The environment variables of the canary. */
import * as z from 'zod/mini';
import { address, text } from '../../core/parse-environment.ts';

export const canaryEnvironmentSchema = z.object({
  STAGE: text,
  /** The URL where customers reach the service. */
  SERVICE_URL: address,
  CANARY_KEY_SECRET_ID: text,
});

/** The variables as the stack sets them: strings. */
export type CanaryEnvironment = z.input<typeof canaryEnvironmentSchema>;
