/** The cookies of a request by name. */

/** Of two of one name the first counts, which is the one with the longer path; ours has the shortest, so a planted one only signs out. */
export function readCookies(cookies: readonly string[]): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  for (const cookie of cookies) {
    const [name = '', ...value] = cookie.split('=');
    if (!read.has(name.trim())) read.set(name.trim(), value.join('=').trim());
  }
  return read;
}
