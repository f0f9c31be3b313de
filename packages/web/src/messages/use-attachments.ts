import { type ApiFile, CadenceError, type FilePart, MOST_FILES } from '@cadence-agents/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { clientOver } from '../api/client.ts';
import { explainError } from '../api/explain-error.ts';
import { fetchWithProgress } from '../api/fetch-with-progress.ts';
import { fileBytes } from '../api/files.ts';
import { texts } from '../texts.ts';

/** A file that is to go with the next message. */
export interface Attachment {
  key: string;
  file: File;
  /** From 0 to 1 while it is being sent. */
  progress: number;
  /** Once the server has it. */
  stored: ApiFile | undefined;
  /** Why it cannot go with the message. */
  refusal: string | undefined;
}

export interface Attachments {
  list: readonly Attachment[];
  /** All that is there can be sent. */
  isReady: boolean;
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
  /** Takes all of them out, to be sent. */
  take: () => readonly Attachment[];
  /** Brings them back when the message was refused, each with what is wrong with it. */
  giveBack: (taken: readonly Attachment[], error: unknown) => void;
}

/** The files beside the words of a message: each is stored as soon as it is chosen. */
export function useAttachments(onTooMany: (told: string) => void): Attachments {
  const queries = useQueryClient();
  const [list, setList] = useState<readonly Attachment[]>([]);
  const uploads = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const underWay = uploads.current;
    return () => {
      for (const upload of underWay.values()) upload.abort();
    };
  }, []);
  const change = (key: string, changed: Partial<Attachment>) =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...changed } : one)));

  async function upload({ key, file }: Attachment): Promise<void> {
    const stopping = new AbortController();
    uploads.current.set(key, stopping);
    const sender = clientOver(fetchWithProgress((progress) => change(key, { progress })));
    try {
      const stored = await sender.attach(file, file.name, { signal: stopping.signal });
      // What was just sent need not be fetched to be shown.
      queries.setQueryData(fileBytes(stored.id).queryKey, file);
      change(key, { stored, progress: 1 });
    } catch (error) {
      if (!stopping.signal.aborted) change(key, { refusal: refusalIn(error) });
    } finally {
      uploads.current.delete(key);
    }
  }

  return {
    list,
    isReady: list.every(({ stored, refusal }) => stored !== undefined && refusal === undefined),
    add(files) {
      const room = MOST_FILES - list.length;
      if (files.length > room) onTooMany(texts.files.tooMany(MOST_FILES));
      const added = files.slice(0, Math.max(0, room)).map((file) => newAttachment(file));
      setList((now) => [...now, ...added]);
      for (const attachment of added) void upload(attachment);
    },
    remove(key) {
      uploads.current.get(key)?.abort();
      setList((now) => now.filter((one) => one.key !== key));
    },
    take() {
      setList([]);
      return list;
    },
    giveBack(taken, error) {
      const problems = problemsOfFiles(error);
      const back = taken.map((one, index) => ({ ...one, refusal: problems.get(index) }));
      setList((now) => [...back, ...now]);
    },
  };
}

/** What has been stored, as the message will have it. */
export const partsOfAttachments = (taken: readonly Attachment[]): FilePart[] =>
  taken.flatMap(({ stored }) =>
    stored
      ? [
          {
            type: 'file' as const,
            fileId: stored.id,
            mediaType: stored.mediaType,
            name: stored.name,
            size: stored.size,
          },
        ]
      : [],
  );

const newAttachment = (file: File): Attachment => ({
  key: crypto.randomUUID(),
  file,
  progress: 0,
  stored: undefined,
  refusal: undefined,
});

function refusalIn(error: unknown): string {
  if (CadenceError.is(error) && error.code === 'BODY_TOO_LARGE') return texts.files.tooLarge;
  return explainError(error).message;
}

/** What the server says of single files of a message that it refused, by their place. */
function problemsOfFiles(error: unknown): ReadonlyMap<number, string> {
  const problems = CadenceError.is(error) && Array.isArray(error.details) ? error.details : [];
  return new Map(
    problems.flatMap((problem: unknown) => {
      const [, index] = /^(?:body\.)?files\.(\d+)$/.exec(textIn(problem, 'path')) ?? [];
      return index === undefined ? [] : [[Number(index), textIn(problem, 'message')] as const];
    }),
  );
}

function textIn(value: unknown, field: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
  return typeof found === 'string' ? found : '';
}
