/** The environment variables of the discovery function. */
import * as z from 'zod/mini';
import { proofVariables } from '../../core/api/front-door/domain-proofs.ts';
import { onOff } from '../../core/parse-environment.ts';
import { legalVariables, serviceVariables } from '../../core/service-settings.ts';

export const discoveryEnvironmentSchema = z.object({
  ...serviceVariables,
  ...legalVariables,
  /** Whether assistant sign-in is on. */
  SIGN_IN: onOff,
  ...proofVariables,
});

/** The variables as the stack sets them: strings. */
export type DiscoveryEnvironment = z.input<typeof discoveryEnvironmentSchema>;
