/**
 * The discovery function serves the well-known documents, and answers every request that no other function answers. It
 * has no access to data.
 */
import type { Construct } from 'constructs';
import type { DiscoveryEnvironment } from '../../functions/discovery/environment.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { legalVariablesOf, proofVariablesOf, serviceNameOf } from '../settings/page-variables.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

export function discoveryFunction(scope: Construct, settings: StageSettings): ServiceFunction<DiscoveryEnvironment> {
  return new ServiceFunction<DiscoveryEnvironment>(scope, settings, 'Discovery', {
    folder: 'discovery',
    description: 'Serves the well-known documents; answers 404 and 405 for the rest.',
    environment: {
      STAGE: settings.stage,
      BASE_URL: settings.baseUrl,
      ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
      DOCS_BASE_URL: settings.docsBaseUrl,
      SUPPORT_EMAIL: settings.supportEmail,
      SERVICE_NAME: serviceNameOf(settings),
      SIGN_IN: settings.signIn,
      ...legalVariablesOf(settings),
      ...proofVariablesOf(settings),
    },
    memoryMb: 256,
    timeoutSeconds: 5,
    logsRequests: true,
    reservedConcurrency: settings.reservedConcurrency?.rest,
  });
}
