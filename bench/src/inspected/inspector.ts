// Speaks the protocol of V8's inspector with a process that has it open.
export interface Inspector {
  /** Asks for one method; the types of parameters and result are those of `node:inspector`. */
  post<Result = unknown>(method: string, params?: object): Promise<Result>;
  on<Params>(event: string, listener: (params: Params) => void): void;
}

interface Incoming {
  id?: number;
  result?: unknown;
  error?: { message: string };
  method?: string;
  params?: unknown;
}

/** Connects for as long as the work takes; a process waits for its inspector to disconnect before it ends. */
export async function withInspector<Result>(
  url: string,
  work: (inspector: Inspector) => Promise<Result>,
): Promise<Result> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (answer: Incoming) => void>();
  const listeners = new Map<string, (params: never) => void>();
  socket.addEventListener('message', ({ data }) => {
    const incoming: Incoming = JSON.parse(String(data));
    if (incoming.id !== undefined) waiting.get(incoming.id)?.(incoming);
    else listeners.get(incoming.method ?? '')?.(incoming.params as never);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let lastId = 0;
  const inspector: Inspector = {
    post: (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(result as never);
        });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    on: (event, listener) => listeners.set(event, listener),
  };
  try {
    return await work(inspector);
  } finally {
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
    socket.close();
    await closed;
  }
}
