import { once } from 'node:events';
import { request } from 'node:http';
import type { Behaviour } from './behaviour.ts';
import type { FakeModelServer } from './start.ts';

export const hello = [{ role: 'user', content: 'Hello' }];

/** What arrives of a stream, and whether it ended in good order. */
async function readAll(response: Response): Promise<{ text: string; broken: boolean }> {
  const packets: Uint8Array[] = [];
  let broken = false;
  try {
    for await (const packet of response.body ?? []) packets.push(packet);
  } catch {
    broken = true;
  }
  return { text: Buffer.concat(packets).toString(), broken };
}

/** How the server's own tests talk to it. */
export function testClient(server: () => FakeModelServer) {
  const address = () => `${server().url}/chat/completions`;
  const post = (body: object, init: RequestInit = {}) =>
    fetch(address(), {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: hello, ...body }),
      ...init,
    });
  return {
    post,
    async streamed(behaviour: Behaviour) {
      await server().script([behaviour]);
      return readAll(await post({ stream: true }));
    },
    /** The stream's pieces as they were sent; `fetch` would join those that arrive together. */
    async packetsOf(behaviour: Behaviour): Promise<Buffer[]> {
      await server().script([behaviour]);
      const asked = request(address(), { method: 'POST' });
      asked.end(JSON.stringify({ model: 'm', messages: hello, stream: true }));
      const [response] = await once(asked, 'response');
      const packets: Buffer[] = [];
      response.on('data', (packet: Buffer) => packets.push(packet));
      await once(response, 'end');
      return packets;
    },
  };
}
