/** Reads the cookies of a request by name. */

/**
 * The first cookie of a name counts, which is the one with the longest path. The service's cookie has the shortest
 * path, so a planted cookie can only sign a person out.
 */
export function readCookies(cookies: readonly string[]): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  for (const cookie of cookies) {
    const [name = '', ...value] = cookie.split('=');
    if (!read.has(name.trim())) read.set(name.trim(), value.join('=').trim());
  }
  return read;
}
