/**
 * Groups entries that share a key, directly or through other entries. Entries keep their order; the time is linear in
 * the number of keys.
 */
export function groupConnected<T>(entries: readonly T[], keysOf: (entry: T) => readonly string[]): T[][] {
  // Each entry points to an earlier entry of its group, and the first one to itself.
  const earlier = entries.map((_, place) => place);
  const rootOf = (place: number): number => {
    let root = place;
    while (earlier[root] !== root) root = earlier[root] ?? root;
    for (let step = place; step !== root;) {
      const next = earlier[step] ?? root;
      earlier[step] = root;
      step = next;
    }
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const [place, entry] of entries.entries()) {
    for (const key of keysOf(entry)) {
      const other = firstWith.get(key);
      if (other === undefined) {
        firstWith.set(key, place);
        continue;
      }
      const [a, b] = [rootOf(place), rootOf(other)];
      earlier[Math.max(a, b)] = Math.min(a, b);
    }
  }
  const groups = new Map<number, T[]>();
  for (const [place, entry] of entries.entries()) {
    const root = rootOf(place);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}
