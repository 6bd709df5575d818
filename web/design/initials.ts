/** Returns the first characters of two words, in any script. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => ([...word][0] ?? '').toLocaleUpperCase('en-US'))
    .join('');
}
