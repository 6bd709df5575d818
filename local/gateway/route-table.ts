/** Which function answers a request: the template's routes, with API Gateway's precedence. Paths with variables are not used here. */
import type { LocalPrograms } from '../template/local-stack.ts';
import type { ParameterMapping } from '../template/resource-schemas.ts';

export interface MatchedRoute {
  readonly routeKey: string;
  readonly functionArn: string;
  /** What the integration changes in a response of a status code. */
  readonly responseParameters: ReadonlyMap<string, readonly ParameterMapping[]>;
}

export type MatchRoute = (method: string, path: string) => MatchedRoute | undefined;

const ROUTE_KEY = /^([A-Z]+) (\/[^{}]*)$/;

/** @throws {Error} for a route that the local gateway would treat otherwise than API Gateway does */
export function routeTable({ routes, integrations }: LocalPrograms): MatchRoute {
  const byKey = new Map<string, MatchedRoute>();
  for (const { RouteKey, Target } of routes.values()) {
    if (RouteKey !== '$default' && !ROUTE_KEY.test(RouteKey)) {
      throw new Error(`The local gateway does not understand the route "${RouteKey}": see route-table.ts.`);
    }
    const integration = integrations.get(Target.replace(/^integrations\//, ''));
    if (integration === undefined) throw new Error(`The route "${RouteKey}" has no integration.`);
    byKey.set(RouteKey, {
      routeKey: RouteKey,
      functionArn: integration.IntegrationUri,
      responseParameters: new Map(
        Object.entries(integration.ResponseParameters).map(([status, mapping]) => [status, mapping.ResponseParameters]),
      ),
    });
  }
  return (method, path) => byKey.get(`${method} ${path}`) ?? byKey.get(`ANY ${path}`) ?? byKey.get('$default');
}
