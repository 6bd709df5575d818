/** All that the MCP door works with, built in one place. */
import type { RequestLog } from '../adapters/lambda/request-log.ts';
import type { AdmissionDependencies } from '../core/auth/admit-caller.ts';
import type { Clock } from '../core/clock.ts';
import type { ServiceSettings } from '../core/service-settings.ts';
import type { ToolServices } from '../core/tools/tool-services.ts';

export interface McpDependencies extends AdmissionDependencies {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly settings: ServiceSettings;
  readonly services: ToolServices;
  readonly addressLimitPerMinute: number;
}
