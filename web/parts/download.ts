/** Saves a text as a file. */
export function downloadText(name: string, parts: readonly string[], type = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
