import { getDocumentProxy } from 'unpdf';
import { Unreadable } from './unreadable.ts';

/** Page by page, until there is as much as is wanted. */
export async function pdfText(bytes: Uint8Array, most: number): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes)).catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new Unreadable(isLocked ? 'it is protected by a password' : 'it is damaged');
  });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= document.numPages && length <= most; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    pages.push(text);
    length += text.length;
    page.cleanup();
  }
  return pages.join('\n\n');
}
