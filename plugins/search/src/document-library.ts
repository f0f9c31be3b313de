import { type FolderLimits, listDocuments, readInside, usualLimits } from './document-folder.ts';
import { queryTerms } from './query-terms.ts';
import { type DocumentText, readText } from './read-text.ts';
import { snippet } from './snippet.ts';
import { createTextIndex, type Match } from './text-index.ts';

export interface SearchResult {
  title: string;
  path: string;
  score: number;
  snippet: string;
}

export interface DocumentLibrary {
  search: (query: string, limit: number) => Promise<SearchResult[]>;
  read: (path: string) => Promise<DocumentText | undefined>;
}

/** Full-text search over a folder. Texts stay on disk: memory holds the index, and results are read when found. */
export function createDocumentLibrary(folder: string, limits: FolderLimits = usualLimits): DocumentLibrary {
  const index = createTextIndex();
  const versions = new Map<string, string>();
  let refreshing: Promise<void> | undefined;

  const read = async (path: string): Promise<DocumentText | undefined> => {
    const content = await readInside(folder, path, limits);
    return content === undefined ? undefined : readText(path, content);
  };

  async function update(): Promise<void> {
    const files = await listDocuments(folder, limits);
    const present = new Set(files.map(({ path }) => path));
    for (const path of versions.keys()) if (!present.has(path)) forget(path);
    for (const { path, version } of files) {
      if (versions.get(path) === version) continue;
      const document = await read(path);
      if (document === undefined) forget(path);
      else {
        index.put(path, document.title, document.text);
        versions.set(path, version);
      }
    }
  }

  const forget = (path: string) => {
    index.remove(path);
    versions.delete(path);
  };

  /** Searches that come while the folder is being read share the reading. */
  const refresh = (): Promise<void> => {
    refreshing ??= update().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  const show = async ({ id, score }: Match, terms: readonly string[]): Promise<SearchResult[]> => {
    const document = await read(id);
    if (document === undefined) return [];
    const rounded = Math.round(score * 1000) / 1000;
    return [{ title: document.title, path: id, score: rounded, snippet: snippet(document, terms) }];
  };

  return {
    read,
    search: async (query, limit) => {
      await refresh();
      const terms = queryTerms(query);
      const shown = await Promise.all(index.search(terms, limit).map((match) => show(match, terms)));
      return shown.flat();
    },
  };
}
