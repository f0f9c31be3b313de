/** The fake model server, as a program. */
export const modelServer = new URL(
  '../../../packages/testkit/src/fake-model-server/server.ts',
  import.meta.url,
);
export const server = new URL('./process-server.ts', import.meta.url);

/** Has the model do this with every request. */
export async function script(origin: string, behaviour: unknown): Promise<void> {
  const body = JSON.stringify({ queue: [behaviour] });
  const response = await fetch(`${origin}/control/script`, { method: 'POST', body });
  if (!response.ok) throw new Error(await response.text());
}
