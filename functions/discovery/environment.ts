/** The variables of the discovery function. */
import * as z from 'zod';
import { onOff } from '../../core/parse-environment.ts';
import { legalVariables, serviceVariables } from '../../core/service-settings.ts';

export const discoveryEnvironmentSchema = z.object({
  ...serviceVariables,
  ...legalVariables,
  /** One-click sign-in. */
  SIGN_IN: onOff,
});

/** As the stack gives them: strings. */
export type DiscoveryEnvironment = z.input<typeof discoveryEnvironmentSchema>;
