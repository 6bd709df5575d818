/** Formats the example request of an endpoint as a curl command for a POSIX shell. */
import type { ApiRoute } from '../../../core/api/http-api/api-routes.ts';
import type { JsonObject } from '../../../core/json.ts';
import { exampleRequest } from './endpoint-labels.ts';

export function curlCommand(route: ApiRoute, baseUrl: string): string {
  const [method = '', path = ''] = route.split(' ');
  const example = exampleRequest(route);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(example[name])));
  const rest = Object.fromEntries(Object.entries(example).filter(([name]) => !path.includes(`{${name}}`)));
  const credential = `-H 'Authorization: Bearer <CLIENT_ID>:<CLIENT_SECRET>'`;
  if (method === 'GET') return lines(`curl -s '${baseUrl}${filled}${queryOf(rest)}'`, credential);
  const body = JSON.stringify(rest).replaceAll("'", String.raw`'\''`);
  return lines(`curl -s '${baseUrl}${filled}'`, credential, `-H 'Content-Type: application/json'`, `-d '${body}'`);
}

function queryOf(args: JsonObject): string {
  const query = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query.replaceAll('%2C', ',')}`;
}

function lines(...parts: readonly string[]): string {
  return parts.join(' \\\n  ');
}
