// A small S3 for tests: it keeps objects in memory and takes no request whose signature is wrong. The signature is
// computed here from AWS's description of version 4, and not by what the client uses.
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Server {
  endpoint: string;
  objects: Map<string, Buffer>;
  /** What the next requests are answered with, in place of what they ask for. */
  failures: number[];
  /** How long it thinks before it answers. */
  delayMs: number;
  requests: string[];
  stop(): Promise<void>;
}

export const s3Keys = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a-secret-of-tests', region: 'eu-test-1' };

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': digest } = request.headers;
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential = '', names = '', signature] = parts.exec(authorization) ?? [];
  const [id, day = '', region = '', service = '', end = ''] = credential.split('/');
  if (id !== s3Keys.accessKeyId || region !== s3Keys.region || service !== 's3' || digest !== sha256(body))
    return false;
  const url = new URL(request.url ?? '/', 'http://host');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, '', headers.join(''), names, digest].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [region, service, end].reduce(hmac, hmac(`AWS4${s3Keys.secretAccessKey}`, day));
  return names.split(';').includes('host') && hmac(key, text).toString('hex') === signature;
}

export async function startS3(bucket: string): Promise<S3Server> {
  const state: Pick<S3Server, 'objects' | 'failures' | 'delayMs' | 'requests'> = {
    ...{ objects: new Map(), failures: [], delayMs: 0, requests: [] },
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    // A slow archive, where a test wants one.
    await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    const path = request.url ?? '/';
    state.requests.push(`${request.method} ${path}`);
    const answer = (status: number, content?: Buffer) => response.writeHead(status).end(content);
    const failure = state.failures.shift();
    if (failure !== undefined) return answer(failure);
    if (!isSigned(request, body)) return answer(403);
    if (!path.startsWith(`/${bucket}/`)) return answer(404);
    if (request.method === 'PUT') state.objects.set(path, body);
    if (request.method === 'DELETE') state.objects.delete(path);
    if (request.method !== 'GET') return answer(request.method === 'PUT' ? 200 : 204);
    const found = state.objects.get(path);
    return answer(found ? 200 : 404, found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
