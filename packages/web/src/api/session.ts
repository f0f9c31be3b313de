// The API key of this tab, and whether the server wants one. Kept for the tab's life only.
const NAME = 'cadence-api-key';

interface Session {
  key: string | undefined;
  /** The server refused what it was given. */
  isRefused: boolean;
}

let current: Session = { key: sessionStorage.getItem(NAME) ?? undefined, isRefused: false };
const listeners = new Set<() => void>();

function change(next: Session): void {
  current = next;
  for (const listener of listeners) listener();
}

export const session = {
  get: (): Session => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  signIn(key: string): void {
    sessionStorage.setItem(NAME, key);
    change({ key, isRefused: false });
  },
  signOut(): void {
    sessionStorage.removeItem(NAME);
    change({ key: undefined, isRefused: true });
  },
  refuse(): void {
    if (!current.isRefused) change({ ...current, isRefused: true });
  },
};
