import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const PIECE_LENGTH = 32_768;

/** Replies with an object, the last field of which is a list that may be long: no faster than it is read. */
export function sendList(
  reply: FastifyReply,
  fields: Readonly<Record<string, unknown>>,
  name: string,
  items: AsyncIterable<unknown>,
): FastifyReply {
  const list = Readable.from(listText(fields, name, items), { objectMode: false });
  return reply.type('application/json; charset=utf-8').send(list);
}

async function* listText(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  items: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  let text = JSON.stringify({ ...fields, [name]: [] }).slice(0, -2);
  let comma = '';
  for await (const item of items) {
    text += comma + JSON.stringify(item);
    comma = ',';
    if (text.length < PIECE_LENGTH) continue;
    yield text;
    text = '';
  }
  yield `${text}]}`;
}
