/** Offers bytes as a file. */
export function saveFile(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const saveJson = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'application/json' }));
