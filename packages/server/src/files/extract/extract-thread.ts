import { parentPort, workerData } from 'node:worker_threads';
import type { FileText } from '@cadence-agents/contracts';
import type { Extraction } from './extract-text.ts';
import { Unreadable } from './unreadable.ts';

const MOST_CHARS = 100_000;

const given: Extraction = workerData;

/** Each reader is loaded when there is something for it to read. */
async function read({ bytes, mediaType }: Extraction): Promise<string> {
  if (mediaType === 'application/pdf') return (await import('./pdf-text.ts')).pdfText(bytes, MOST_CHARS);
  if (mediaType.includes('officedocument')) return (await import('./office-text.ts')).officeText(bytes);
  return (await import('./html-text.ts')).htmlText(new TextDecoder().decode(bytes));
}

function bounded(text: string): FileText {
  const clean = text
    .replaceAll('\0', '')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed();
  if (clean === '') return { problem: 'it has no text in it' };
  if (clean.length <= MOST_CHARS) return { text: clean };
  return { text: `${clean.slice(0, MOST_CHARS).toWellFormed()}\n[The rest is left out.]` };
}

parentPort?.postMessage(
  await read(given).then(bounded, (error: unknown): FileText => {
    return { problem: error instanceof Unreadable ? error.message : 'it is damaged' };
  }),
);
