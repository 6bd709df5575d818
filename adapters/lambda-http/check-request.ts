/** Checks the method against the route's list (405 with `Allow` otherwise), then the route's own rules. */
import { HttpRefusal } from '../../core/api/refusals/http-refusal.ts';
import { contentCodingOf } from '../../core/http/content-coding.ts';
import type { Exchange } from './exchange.ts';

export function checkRequest({ http, route }: Exchange): void {
  if (route.methods?.includes(http.method) === false)
    throw new HttpRefusal({ kind: 'method_not_allowed', allow: route.allow });
  const coding = route.refusesCoding === true ? undefined : contentCodingOf(http);
  if (coding !== undefined) throw new HttpRefusal({ kind: 'unsupported_media_type', coding });
  route.check?.(http);
}
