import type { FilePart } from '@cadence-agents/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { fileBytes } from '../api/files.ts';
import { saveFile } from '../components/save-file.ts';
import { Skeleton } from '../components/skeleton.tsx';
import { useToast } from '../components/toast.tsx';
import { texts } from '../texts.ts';
import { fileSize } from './file-size.ts';
import { isPicture } from './is-picture.ts';
import { useObjectUrl } from './use-object-url.ts';

const LargePicture = lazy(() => import('./large-picture.tsx'));
const words = texts.files;

/** The files of a message: pictures to look at, all else to download. */
export function StoredFiles({ files }: { files: readonly FilePart[] }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={words.title} className="flex max-w-full flex-wrap items-end gap-2">
      {files.map((file, index) => (
        <li key={`${file.fileId}-${index.toString()}`} className="min-w-0 max-w-full">
          {isPicture(file.mediaType) ? <Picture file={file} /> : <FileChip file={file} />}
        </li>
      ))}
    </ul>
  );
}

const nameOf = ({ name, fileId }: FilePart) => name ?? fileId;

function Picture({ file }: { file: FilePart }) {
  const { data, isError } = useQuery(fileBytes(file.fileId));
  const url = useObjectUrl(data);
  const [isLarge, setIsLarge] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  if (isError || isBroken) return <FileChip file={file} />;
  if (url === undefined) return <Skeleton className="h-32 w-44 rounded-lg" />;
  return (
    <>
      <button
        type="button"
        aria-label={words.enlarge(nameOf(file))}
        onClick={() => setIsLarge(true)}
        className="block max-w-full cursor-zoom-in overflow-hidden rounded-lg border bg-sunken"
      >
        <img
          src={url}
          alt={nameOf(file)}
          onError={() => setIsBroken(true)}
          className="max-h-64 min-h-8 min-w-8 max-w-full object-contain"
        />
      </button>
      {isLarge && (
        <Suspense>
          <LargePicture
            name={nameOf(file)}
            url={url}
            onSave={() => data && saveFile(nameOf(file), data)}
            onClose={() => setIsLarge(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function FileChip({ file }: { file: FilePart }) {
  const queries = useQueryClient();
  const { showError } = useToast();
  const save = useMutation({
    mutationFn: () => queries.fetchQuery(fileBytes(file.fileId)),
    onSuccess: (bytes) => saveFile(nameOf(file), bytes),
    onError: showError,
  });
  return (
    <button
      type="button"
      aria-busy={save.isPending}
      onClick={() => save.mutate()}
      className="flex max-w-72 items-center gap-2 rounded-lg border bg-surface px-2.5 py-1.5 text-left shadow-card transition-colors hover:bg-hover"
    >
      <FileText aria-hidden className="size-4 shrink-0 text-accent" />
      <span className="min-w-0">
        <span className="block truncate text-xs font-medium">
          <span className="sr-only">{words.download} </span>
          {nameOf(file)}
        </span>
        <span className="block truncate text-2xs text-muted">
          {fileSize(file.size)} · {file.mediaType}
        </span>
      </span>
      <Download aria-hidden className="size-3.5 shrink-0 text-faint" />
    </button>
  );
}
