/**
 * Keeps a promise that fails before it is awaited from being reported as unhandled; the step that awaits it gets the
 * failure.
 */
export function started<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
