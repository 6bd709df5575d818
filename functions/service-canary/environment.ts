/** The variables of the canary. */
import * as z from 'zod';
import { address, text } from '../../core/parse-environment.ts';

export const canaryEnvironmentSchema = z.object({
  STAGE: text,
  /** Where customers reach the service. */
  SERVICE_URL: address,
  CANARY_KEY_SECRET_ID: text,
});

/** As the stack gives them: strings. */
export type CanaryEnvironment = z.input<typeof canaryEnvironmentSchema>;
