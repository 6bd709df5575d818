/** The MCP door: one request from the gateway's event to its answer, as one list. */
import middy from '@middy/core';
import { browserOrigin } from '../adapters/lambda/browser-origin.ts';
import { onlyMethod } from '../adapters/lambda/only-method.ts';
import { openExchange } from '../adapters/lambda/open-exchange.ts';
import { admit } from './admit.ts';
import { answerRefusals } from './answer-refusals.ts';
import type { McpDependencies } from './dependencies.ts';
import { speakMcp } from './speak-mcp.ts';

export function mcpDoor(dependencies: McpDependencies) {
  const { clock, log, settings } = dependencies;
  return middy()
    .use(openExchange(clock, log))
    .use(browserOrigin(settings.allowedOrigins, 'POST'))
    .use(onlyMethod('POST'))
    .use(admit(dependencies))
    .use(answerRefusals(settings, log))
    .handler(speakMcp(dependencies));
}
