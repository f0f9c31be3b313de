/** Asks for a file and reads it; nothing when none is chosen. */
export function pickText(onText: (text: string) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', async () => {
    const text = await input.files?.[0]?.text();
    if (text !== undefined) onText(text);
  });
  input.click();
}
