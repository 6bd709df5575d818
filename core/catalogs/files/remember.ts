/**
 * A file names the same members and manufacturers again and again, which are judged once.
 * @param most as many texts are remembered
 */
export function remember<T>(judge: (text: string) => T, most = 500): (text: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before.value;
    if (known.size >= most) known.clear();
    const value = judge(text);
    known.set(text, { value });
    return value;
  };
}
