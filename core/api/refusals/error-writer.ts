/**
 * The error formats of routes: JSON-RPC, OAuth, the envelope and HTML have one writer each. http-error.ts decides what
 * they write.
 */
import type { HttpRequest, HttpResponse } from '../../http/http-message.ts';
import type { HttpError, RefusalContext } from './http-error.ts';

interface ErrorContext extends RefusalContext {
  readonly http: HttpRequest;
}

/** @returns the refusal or internal error in the format of the route */
export type ErrorWriter = (error: HttpError, context: ErrorContext) => HttpResponse;
