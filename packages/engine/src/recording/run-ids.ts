import { createHash } from 'node:crypto';

/**
 * The ids that a run makes up, in their order: the same for the same attempt of the same run, so that none has to be
 * recorded. Nobody else has them, since a run's own id is left to chance.
 */
export function runIds(runId: string, attempt: number): () => string {
  const seed = createHash('sha256').update(`${attempt}:${runId}`).digest();
  const state = new Uint32Array(4);
  for (let index = 0; index < 4; index++) state[index] = seed.readUInt32LE(index * 4);
  return () => {
    const [a, b, c, d] = [next(state), next(state), next(state), next(state)];
    return [
      hex(a),
      hex(b).slice(0, 4),
      // Version 8: an id made in a way of one's own.
      `8${hex(b).slice(5)}`,
      hex((c & 0x3fffffff) | 0x80000000).slice(0, 4),
      hex(c).slice(4) + hex(d),
    ].join('-');
  };
}

/** The generator sfc32. */
function next(state: Uint32Array): number {
  const [a = 0, b = 0, c = 0, count = 0] = state;
  const drawn = (a + b + count) | 0;
  state[3] = count + 1;
  state[0] = b ^ (b >>> 9);
  state[1] = c + (c << 3);
  state[2] = ((c << 21) | (c >>> 11)) + drawn;
  return drawn >>> 0;
}

const hex = (number: number): string => (number >>> 0).toString(16).padStart(8, '0');
