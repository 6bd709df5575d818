/** An argument of a command that is to be pasted: as it is where a shell leaves it so, in single quotes elsewhere. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
