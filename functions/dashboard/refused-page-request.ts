/** How an endpoint ends a request: with an error of the catalogue, in the envelope of docs/behaviour.md 7.1. */
import type { ServiceError } from '../../core/errors.ts';

export class RefusedPageRequest extends Error {
  readonly error: ServiceError;
  readonly headers: Readonly<Record<string, string>>;

  constructor(error: ServiceError, headers: Readonly<Record<string, string>> = {}) {
    super(error.code);
    this.error = error;
    this.headers = headers;
  }
}

export function refuse(code: ServiceError['code'], message: string, field?: string): never {
  throw new RefusedPageRequest({ code, message, ...(field !== undefined && { field }) });
}
