import { describe, expect, it } from 'vitest';
import { logSink } from './log-sink.ts';

/** A descriptor that takes so many bytes, and then fails with this code. */
function descriptor() {
  let written = '';
  let room = Number.POSITIVE_INFINITY;
  let code = '';
  return {
    written: () => written,
    take(bytes: number, thenFail = '') {
      [room, code] = [bytes, thenFail];
    },
    write(_: number, bytes: Buffer, offset: number) {
      if (room <= 0) throw Object.assign(new Error('no room'), { code });
      const taken = bytes.subarray(offset, offset + Math.min(room, 1_000));
      room -= taken.length;
      written += taken.toString();
      return taken.length;
    },
  };
}

const line = (index: number) => `{"line":${index},"filling":"${'x'.repeat(100)}"}\n`;
const all = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => line(from + index)).join('');

describe('logSink', () => {
  it('writes everything in order, many lines at a time', () => {
    const to = descriptor();
    const sink = logSink(2, to.write);
    sink.write(line(0));
    expect(to.written()).toBe('');
    for (let index = 1; index < 200; index++) sink.write(line(index));
    sink.flush();
    expect(to.written()).toBe(all(0, 200));
  });

  it('waits for a reader that is slow, and goes on in the middle of a line', () => {
    const to = descriptor();
    const sink = logSink(2, to.write);
    to.take(50, 'EAGAIN');
    for (let index = 0; index < 300; index++) sink.write(line(index));
    sink.flush();
    expect(to.written()).toBe(all(0, 300).slice(0, 50));
    to.take(Number.POSITIVE_INFINITY);
    sink.flush();
    expect(to.written()).toBe(all(0, 300));
  });

  it('keeps no more than so much for a reader that does not read, and says what is missing', () => {
    const to = descriptor();
    const sink = logSink(2, to.write);
    to.take(0, 'EAGAIN');
    for (let index = 0; index < 100_000; index++) sink.write(line(index));
    to.take(Number.POSITIVE_INFINITY);
    sink.flush();
    sink.write(line(7));
    sink.flush();
    const kept = to.written().match(/"line"/g)?.length ?? 0;
    expect(Buffer.byteLength(to.written())).toBeLessThan(5 * 1024 * 1024);
    const [, lost] = /"lines":(\d+),"msg":"lines of the log were lost"/.exec(to.written()) ?? [];
    expect(kept + Number(lost)).toBe(100_001);
  });

  it.each(['ENOSPC', 'EPIPE', 'EIO'])(
    'drops what cannot be written (%s), and says so once it can',
    (code) => {
      const to = descriptor();
      const sink = logSink(2, to.write);
      to.take(0, code);
      for (let index = 0; index < 10; index++) {
        sink.write(line(index));
        sink.flush();
      }
      to.take(Number.POSITIVE_INFINITY);
      sink.write(line(10));
      sink.flush();
      const [, told, next] = to.written().split('\n');
      expect(JSON.parse(told ?? '')).toMatchObject({ level: 'warn', lines: 10 });
      expect(`${next}\n`).toBe(line(10));
    },
  );
});
