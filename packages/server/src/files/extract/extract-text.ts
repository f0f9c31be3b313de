import { Worker } from 'node:worker_threads';
import type { FileText } from '@cadence-agents/contracts';

export interface Extraction {
  bytes: Uint8Array;
  mediaType: string;
}

export interface ExtractionLimits {
  timeoutMs: number;
  memoryMb: number;
}

const usual: ExtractionLimits = { timeoutMs: 20_000, memoryMb: 256 };

/** What a document says. In a thread with bounds, since whoever made the document wants what they want. */
export function extractText(given: Extraction, limits: ExtractionLimits = usual): Promise<FileText> {
  const { promise, resolve } = Promise.withResolvers<FileText>();
  const thread = new Worker(new URL('./extract-thread.ts', import.meta.url), {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    // What a library says of a broken document is for nobody.
    stdout: true,
    stderr: true,
  });
  const timer = setTimeout(() => end({ problem: 'it takes too long to read' }), limits.timeoutMs);
  const end = (text: FileText) => {
    clearTimeout(timer);
    resolve(text);
    void thread.terminate();
  };
  thread.once('message', end);
  thread.once('error', (error) => {
    const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    end({ problem: isFull ? 'it takes too much memory to read' : 'it is damaged' });
  });
  thread.once('exit', () => end({ problem: 'it is damaged' }));
  return promise;
}
