// The API key, and whether the server wants one. It is kept for the life of a tab, and a new tab asks those that are
// open: nothing of it is left when the last one closes.
const NAME = 'cadence-api-key';
const ANSWER_MS = 300;

interface Session {
  key: string | undefined;
  /** The server refused what it was given. */
  isRefused: boolean;
}

type Said =
  | { type: 'who has a key?' }
  | { type: 'this one'; key: string }
  | { type: 'signed out'; key: string };

const tabs = new BroadcastChannel('cadence-session');
const say = (said: Said) => tabs.postMessage(said);

let current: Session = { key: sessionStorage.getItem(NAME) ?? undefined, isRefused: false };
let asking: Promise<string | undefined> | undefined;
const listeners = new Set<() => void>();

function change(next: Session): void {
  current = next;
  if (next.key === undefined) sessionStorage.removeItem(NAME);
  else sessionStorage.setItem(NAME, next.key);
  for (const listener of listeners) listener();
}

tabs.addEventListener('message', ({ data: said }: MessageEvent<Said>) => {
  const { key, isRefused } = current;
  if (said.type === 'who has a key?' && key !== undefined && !isRefused) say({ type: 'this one', key });
  if (said.type === 'signed out' && said.key === key) change({ key: undefined, isRefused: true });
});

/** The key of another tab, if one has any. */
function askTabs(): Promise<string | undefined> {
  asking ??= new Promise<string | undefined>((resolve) => {
    const answered = ({ data: said }: MessageEvent<Said>) => {
      if (said.type === 'this one') done(said.key);
    };
    const done = (key?: string) => {
      tabs.removeEventListener('message', answered);
      clearTimeout(timer);
      asking = undefined;
      resolve(key);
    };
    const timer = setTimeout(done, ANSWER_MS);
    tabs.addEventListener('message', answered);
    say({ type: 'who has a key?' });
  });
  return asking;
}

export const session = {
  get: (): Session => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  signIn: (key: string): void => change({ key, isRefused: false }),
  signOut(): void {
    const { key } = current;
    if (key !== undefined) say({ type: 'signed out', key });
    change({ key: undefined, isRefused: true });
  },
  /** The server does not take this key, or wants one. Tells whether there is another to try. */
  async refused(key: string | undefined): Promise<boolean> {
    const other = current.key === key ? await askTabs() : current.key;
    // Somebody may have signed in meanwhile.
    if (current.key !== key) return !current.isRefused;
    if (other !== undefined && other !== key) change({ key: other, isRefused: false });
    else if (!current.isRefused) change({ key, isRefused: true });
    return !current.isRefused;
  },
};
