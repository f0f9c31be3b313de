import type { FileText, Store } from '@cadence-agents/contracts';
import { type Extraction, extractText } from './extract/extract-text.ts';

export type ReadFileText = (tenantId: string, fileId: string) => Promise<FileText | undefined>;

/** Documents that are read at once: each takes a thread. */
const AT_ONCE = 2;

/** What stored documents say: read once, and kept with their bytes. */
export function fileTexts({ files }: Pick<Store, 'files'>): ReadFileText {
  const reading = new Map<string, Promise<FileText | undefined>>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  const inTurn = async (extraction: Extraction): Promise<FileText> => {
    if (busy >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    try {
      return await extractText(extraction);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
  const read: ReadFileText = async (tenantId, fileId) => {
    const [file, bytes] = await Promise.all([files.get(tenantId, fileId), files.read(tenantId, fileId)]);
    if (!file || !bytes) return undefined;
    const text = await inTurn({ bytes, mediaType: file.mediaType });
    await files.keepText(tenantId, fileId, text);
    return text;
  };
  return async (tenantId, fileId) => {
    const kept = await files.text(tenantId, fileId);
    if (kept) return kept;
    const key = JSON.stringify([tenantId, fileId]);
    const begun = reading.get(key) ?? read(tenantId, fileId).finally(() => reading.delete(key));
    reading.set(key, begun);
    return begun;
  };
}
