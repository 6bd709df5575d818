/** The variables of the discovery function. */
import * as z from 'zod';
import { address, commaList, onOff, text } from '../../core/parse-environment.ts';

export const discoveryEnvironmentSchema = z.object({
  STAGE: text,
  BASE_URL: address,
  ALLOWED_ORIGINS: commaList,
  DOCS_BASE_URL: address,
  SUPPORT_EMAIL: text,
  /** One-click sign-in. */
  SIGN_IN: onOff,
});

/** As the stack gives them: strings. */
export type DiscoveryEnvironment = z.input<typeof discoveryEnvironmentSchema>;
