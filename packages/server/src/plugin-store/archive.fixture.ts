// Archives as no honest packer writes them.
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

export interface TarPart {
  name: string;
  content?: string | Buffer;
  /** `0` is a file, `1` and `2` are links, `3` a device, `5` a folder, `x` and `L` name what follows. */
  type?: string;
}

const BLOCK = 512;

/** A gzipped tar file. */
export const tgz = (parts: readonly TarPart[]): Buffer => gzipSync(tar(parts));

export function tar(parts: readonly TarPart[]): Buffer {
  const blocks = parts.flatMap(({ name, content = '', type = '0' }) => {
    const bytes = Buffer.from(content);
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [header(name, bytes.length, type), bytes, padding];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

function header(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('target', 157);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** A record that gives the next entry another path. */
export function paxPath(path: string): TarPart {
  const rest = ` path=${path}\n`;
  const length = [...Array(5).keys()]
    .map((digits) => Buffer.byteLength(rest) + digits)
    .find((n) => `${n}`.length === n - Buffer.byteLength(rest));
  return { name: 'pax', type: 'x', content: `${length}${rest}` };
}

export interface ZipPart {
  name: string;
  content?: string | Buffer;
  /** With the kind of file in its upper bits. */
  mode?: number;
  flags?: number;
  method?: number;
  /** What is announced in place of the real size. */
  size?: number;
  crc?: number;
}

export function zip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const { name, content = '', mode = 0o100644, flags = 0x800, method = 8 } = part;
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const { size = bytes.length, crc = crc32(bytes) } = part;
    const path = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc, 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(path.length, 22);
    const file = Buffer.concat([number(0x04034b50), shared, path, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE((mode << 16) >>> 0, 6);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([number(0x02014b50), Buffer.from([20, 3]), shared, place, path]));
    files.push(file);
    offset += file.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, entries, number(0x06054b50), end]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
