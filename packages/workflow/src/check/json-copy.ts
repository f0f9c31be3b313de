// Copies what it is given as plain JSON before anything else looks at it: later steps recurse, and read values more
// than once, which hostile input (endless nesting, cycles, getters) would turn against them.
import type { JsonObject, JsonValue } from '@cadence-agents/contracts';
import { formatPath } from './document-path.ts';

export const MOST_NESTING = 64;
export const MOST_BYTES = 2_000_000;
export const MOST_ENTRIES = 10_000;
const MOST_FAULTS = 1_000;

/** Why a copy is not the whole of what was given. */
export interface CopyFault {
  kind: 'cyclic' | 'too-deep' | 'too-large' | 'too-long' | 'not-json' | 'forbidden-key' | 'unreadable';
  path: string;
  /** What stands there instead of JSON. */
  found?: string;
}

/** A fault that ends the copying. */
class Abandoned extends Error {
  readonly fault: CopyFault;
  constructor(fault: CopyFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** A path that siblings share, written out only when a fault needs it. */
interface Trail {
  parent: Trail | undefined;
  segment: string | number;
  container: object;
}

interface Visit {
  value: unknown;
  trail: Trail | undefined;
  depth: number;
  keep: (copy: JsonValue) => void;
}

/** The input as plain JSON, with `null` for what is not; without a copy when it cannot be had at all. */
export function copyJson(input: unknown): { copy?: JsonValue; faults: CopyFault[] } {
  const faults: CopyFault[] = [];
  try {
    return { copy: new JsonCopier(faults).copy(input), faults };
  } catch (error) {
    if (faults.length >= MOST_FAULTS) return { faults };
    return { faults: [error instanceof Abandoned ? error.fault : { kind: 'unreadable', path: '$' }] };
  }
}

class JsonCopier {
  readonly #faults: CopyFault[];
  readonly #visits: Visit[] = [];
  #bytes = 0;

  constructor(faults: CopyFault[]) {
    this.#faults = faults;
  }

  copy(input: unknown): JsonValue {
    let copy: JsonValue = null;
    const keep = (made: JsonValue) => {
      copy = made;
    };
    this.#visits.push({ value: input, trail: undefined, depth: 0, keep });
    for (let visit = this.#visits.pop(); visit !== undefined; visit = this.#visits.pop()) this.#visit(visit);
    return copy;
  }

  #visit(visit: Visit): void {
    const { value, trail, keep } = visit;
    if (value === null || typeof value === 'boolean') keep(value);
    else if (typeof value === 'string') {
      this.#spend(value.length);
      keep(value);
    } else if (typeof value === 'number' && Number.isFinite(value)) keep(value);
    else if (typeof value === 'object' && isPlain(value)) this.#enter(value, visit);
    else {
      // A place that holds undefined is as good as none: the list is what can be pointed at.
      const at = value === undefined ? trail?.parent : trail;
      this.#note({ kind: 'not-json', path: written(at), found: describe(value) });
      keep(null);
    }
  }

  #enter(value: object, visit: Visit): void {
    const { trail, depth } = visit;
    if (depth >= MOST_NESTING) throw new Abandoned({ kind: 'too-deep', path: written(trail) });
    for (let up = trail; up !== undefined; up = up.parent) {
      if (up.container === value) throw new Abandoned({ kind: 'cyclic', path: written(trail) });
    }
    if (Array.isArray(value)) this.#enterList(value, visit);
    else this.#enterObject(value, visit);
  }

  #enterList(value: readonly unknown[], { trail, depth, keep }: Visit): void {
    this.#limit(value.length, trail);
    this.#spend(2 * value.length);
    const copy: JsonValue[] = new Array<JsonValue>(value.length).fill(null);
    keep(copy);
    // Pushed from the last to the first, so that faults come in the order of the document.
    for (let i = value.length - 1; i >= 0; i -= 1) {
      const inside = { parent: trail, segment: i, container: value };
      this.#visits.push({
        value: value[i],
        trail: inside,
        depth: depth + 1,
        keep: (made) => {
          copy[i] = made;
        },
      });
    }
  }

  #enterObject(value: object, { trail, depth, keep }: Visit): void {
    const copy: JsonObject = {};
    keep(copy);
    const entries = Object.entries(value);
    this.#limit(entries.length, trail);
    for (const [key, item] of entries.reverse()) {
      this.#spend(key.length + 5);
      const inside = { parent: trail, segment: key, container: value };
      if (key === '__proto__') this.#note({ kind: 'forbidden-key', path: written(inside) });
      else if (item !== undefined) {
        this.#visits.push({
          value: item,
          trail: inside,
          depth: depth + 1,
          keep: (made) => {
            copy[key] = made;
          },
        });
      }
    }
  }

  #note(fault: CopyFault): void {
    this.#faults.push(fault);
    if (this.#faults.length >= MOST_FAULTS) throw new Abandoned(fault);
  }

  #limit(entries: number, trail: Trail | undefined): void {
    if (entries > MOST_ENTRIES) throw new Abandoned({ kind: 'too-long', path: written(trail) });
  }

  #spend(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MOST_BYTES) throw new Abandoned({ kind: 'too-large', path: '$' });
  }
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm has a prototype of its own, which in turn has none.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function describe(value: unknown): string {
  if (value === undefined) return 'an empty place';
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' ? 'an object with behaviour of its own' : `a ${typeof value}`;
}

function written(trail: Trail | undefined): string {
  const segments: (string | number)[] = [];
  for (let up = trail; up !== undefined; up = up.parent) segments.unshift(up.segment);
  return formatPath(segments);
}
