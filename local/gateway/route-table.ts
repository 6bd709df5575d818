/**
 * Finds the function for a request by the template's routes, in API Gateway's order: a whole path, a path with a
 * variable, the default route.
 */
import { localArn } from '../template/local-account.ts';
import type { LocalPrograms } from '../stack/local-stack.ts';
import type { ParameterMapping } from '../template/resource-schemas.ts';

export interface MatchedRoute {
  readonly routeKey: string;
  readonly functionArn: string;
  /**
   * The source ARN with which the gateway invokes the function: for the default route it contains neither the method
   * nor the path of the request.
   */
  readonly sourceArn: string;
  /** What the integration changes in a response of a status code. */
  readonly responseParameters: ReadonlyMap<string, readonly ParameterMapping[]>;
}

export type MatchRoute = (method: string, path: string) => MatchedRoute | undefined;

/**
 * A variable matches one part of a path; the last one, with a plus, matches all that follows the slash, even nothing
 * (reported for HTTP APIs).
 */
const ROUTE_KEY = /^[A-Z]+ (\/([^{}/]*|\{\w+\}))*(\/\{\w+\+\})?$/;

/** @throws {Error} for a route that the local gateway would handle differently from API Gateway */
export function routeTable({ routes, integrations }: LocalPrograms): MatchRoute {
  const byKey = new Map<string, Omit<MatchedRoute, 'sourceArn'> & { readonly apiId: string }>();
  for (const { ApiId, RouteKey, Target } of routes.values()) {
    if (RouteKey !== '$default' && !ROUTE_KEY.test(RouteKey)) {
      throw new Error(`The local gateway does not understand the route "${RouteKey}": see route-table.ts.`);
    }
    const integration = integrations.get(Target.replace(/^integrations\//, ''));
    if (integration === undefined) throw new Error(`The route "${RouteKey}" has no integration.`);
    byKey.set(RouteKey, {
      apiId: ApiId,
      routeKey: RouteKey,
      functionArn: integration.IntegrationUri,
      responseParameters: new Map(
        Object.entries(integration.ResponseParameters).map(([status, mapping]) => [status, mapping.ResponseParameters]),
      ),
    });
  }
  return (method, path) => {
    const found =
      byKey.get(`${method} ${path}`) ??
      byKey.get(`ANY ${path}`) ??
      byKey.get(withVariable([...byKey.keys()], method, path) ?? '$default');
    if (found === undefined) return undefined;
    const { apiId, ...route } = found;
    const called = route.routeKey === '$default' ? '$default' : `${method}${path}`;
    return { ...route, sourceArn: localArn('execute-api', `${apiId}/$default/${called}`) };
  };
}

/**
 * Returns the route with a variable that matches the path: the longest one, and a variable for one part before a
 * variable with a plus.
 */
function withVariable(routeKeys: readonly string[], method: string, path: string): string | undefined {
  return routeKeys
    .filter((routeKey) => {
      const [methods = '', pattern = ''] = routeKey.split(' ');
      return pattern.includes('{') && (methods === method || methods === 'ANY') && patternOf(pattern).test(path);
    })
    .toSorted((a, b) => fixedPart(b).length - fixedPart(a).length || b.length - a.length)[0];
}

function patternOf(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => {
    if (!part.startsWith('{')) return part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
    return part.endsWith('+}') ? '.*' : '[^/]+';
  });
  return new RegExp(`^${parts.join('/')}$`);
}

function fixedPart(routeKey: string): string {
  return routeKey.replaceAll(/\{\w+\+?\}/g, '');
}
