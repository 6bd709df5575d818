/** Builds the dependencies of the discovery function: settings and a log. It reads no data. */
import { parseEnvironment } from '../../core/parse-environment.ts';
import { createRequestLog, type RequestLog } from '../../adapters/lambda-http/request-log.ts';
import type { DomainProofs } from '../../core/api/front-door/domain-proofs.ts';
import type { Clock } from '../../core/time.ts';
import { externalPages, serviceSettings, type ServiceSettings } from '../../core/service-settings.ts';
import { discoveryEnvironmentSchema } from './environment.ts';

export interface DiscoverySettings extends ServiceSettings {
  readonly signIn: boolean;
  readonly proofs?: DomainProofs;
}

export interface DiscoveryDependencies {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly settings: DiscoverySettings;
}

export function discoveryDependencies(
  environment: Readonly<Record<string, string | undefined>>,
): DiscoveryDependencies {
  const settings = parseEnvironment(discoveryEnvironmentSchema, environment);
  return {
    clock: { nowMs: () => Date.now() },
    log: createRequestLog('discovery', settings.STAGE),
    settings: {
      ...serviceSettings(settings),
      legal: externalPages(settings),
      signIn: settings.SIGN_IN,
      proofs: { openai: settings.OPENAI_CHALLENGE, registry: settings.REGISTRY_PROOF },
    },
  };
}
