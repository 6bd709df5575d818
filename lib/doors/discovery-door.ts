/** The discovery function: the well-known documents and every path that nobody else has. It has no rights at all. */
import type { Construct } from 'constructs';
import type { DiscoveryEnvironment } from '../../functions/discovery/environment.ts';
import { DoorFunction } from '../constructs/door-function.ts';
import type { StageSettings } from '../stage-settings.ts';

export function discoveryDoor(scope: Construct, settings: StageSettings): DoorFunction<DiscoveryEnvironment> {
  return new DoorFunction<DiscoveryEnvironment>(scope, 'Discovery', {
    door: 'discovery',
    description: 'Serves the well-known documents; answers 404 and 405 for the rest.',
    environment: {
      BASE_URL: settings.baseUrl,
      ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
      DOCS_BASE_URL: settings.docsBaseUrl,
      SUPPORT_EMAIL: settings.supportEmail,
    },
    memoryMb: 256,
    timeoutSeconds: 5,
    logRetentionDays: settings.logRetentionDays,
    tracing: settings.tracing,
  });
}
