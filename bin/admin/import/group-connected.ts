/** Groups of entries that have a key in common, directly or through others. Entries keep their order; work grows with the number of keys. */
export function groupConnected<T>(entries: readonly T[], keysOf: (entry: T) => readonly string[]): T[][] {
  // Each entry points to an earlier one of its group, the first of the group to itself.
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
