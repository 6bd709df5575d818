/**
 * The function of the HTTP API, which offers the tools as resources under /v1: reads, authenticates, calls and answers.
 * core/api/http-api, core/api/tools and adapters/lambda-http contain the rules of each step.
 */
import { createHttpHandler } from '../../adapters/lambda-http/create-http-handler.ts';
import type { Exchange, Route } from '../../adapters/lambda-http/exchange.ts';
import { apiErrors } from '../../core/api/http-api/api-errors.ts';
import { apiPathRules, findApiPath, type ApiPath } from '../../core/api/http-api/api-routes.ts';
import { refuse } from '../../core/api/refusals/http-refusal.ts';
import { answerEndpoint } from './answer-endpoint.ts';
import type { ToolDependencies } from '../../adapters/lambda-http/tool-dependencies.ts';

export function createV1Handler(dependencies: ToolDependencies) {
  const errors = apiErrors(dependencies.addressLimitPerMinute);
  return createHttpHandler(dependencies, (path) => {
    const found = findApiPath(path);
    return found === undefined ? { origin: 'cors', allow: '', errors, handle: noSuchPath } : routeOf(found);
  });

  function routeOf(path: ApiPath): Route {
    return {
      ...apiPathRules(path, errors),
      window: 'programs',
      awaitsAddress: true,
      refusesCoding: true,
      handle: (exchange) => answerEndpoint(path, exchange, dependencies),
    };
  }
}

/** Cannot happen behind the gateway, which does not route unknown paths here. */
async function noSuchPath(_exchange: Exchange): Promise<never> {
  return refuse('not_found', 'There is no such endpoint.');
}
