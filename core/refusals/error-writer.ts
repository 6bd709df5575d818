/** The formats in which a route speaks of errors: JSON-RPC, OAuth, the envelope, HTML. One writer for each; what they write is decided in http-error.ts. */
import type { HttpRequest, HttpResponse } from '../http/http-message.ts';
import type { HttpError, RefusalContext } from './http-error.ts';

export interface ErrorContext extends RefusalContext {
  readonly http: HttpRequest;
}

/** @returns the error in the format of the route, for a refusal and for an internal error alike */
export type ErrorWriter = (error: HttpError, context: ErrorContext) => HttpResponse;
