// JSON that keeps a value exactly or refuses it: what `JSON.stringify` would drop, round or replace is an error here.
import { CadenceError } from '../cadence-error.ts';

/** Nesting beyond this is refused; a cycle is nesting without end. */
export const maxDepth = 1_000;

export interface EncodeOptions {
  /** Properties that are `undefined` count as absent: for records whose types have optional fields. */
  optionalFields?: boolean;
}

/** The value as JSON text. Throws `VALUE_NOT_STORABLE` with the place in `details.path`. */
export function encodeStrict(value: unknown, path = '$', options: EncodeOptions = {}): string {
  const check = new StrictCheck(path, options.optionalFields ?? false);
  check.value(value, 0);
  const text = stringify(value, path, check.sawNegativeZero);
  // JSON escapes half a surrogate pair, so the common case is one quick search; text that merely looks so passes.
  if (text.includes('\\ud')) {
    check.checksText = true;
    check.value(value, 0);
  }
  return text;
}

/** Throws `VALUE_NOT_STORABLE` for what `encodeStrict` would refuse. */
export function assertStorable(value: unknown, path = '$', options: EncodeOptions = {}): void {
  const check = new StrictCheck(path, options.optionalFields ?? false);
  check.checksText = true;
  check.value(value, 0);
}

/** What was encoded; its type is the one that the writer of the same place gave it. */
export function decodeStrict<T = unknown>(text: string): T {
  try {
    const value: T = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new CadenceError('STORE_CORRUPT', 'A stored value is not valid JSON.', {
      hint: 'The database was changed from outside or is damaged: restore a backup.',
      cause,
    });
  }
}

export function notStorable(path: string, why: string, cause?: unknown): CadenceError {
  return new CadenceError('VALUE_NOT_STORABLE', `The value at ${path} ${why}.`, {
    hint: 'Use plain JSON data: strings of valid Unicode, finite numbers, booleans, null, arrays and plain objects.',
    details: { path },
    cause,
  });
}

class StrictCheck {
  sawNegativeZero = false;
  checksText = false;
  readonly #root: string;
  readonly #optionalFields: boolean;
  // The way to the value at hand; entries beyond the current depth are left over from siblings.
  readonly #trail: (string | number)[] = [];

  constructor(root: string, optionalFields: boolean) {
    this.#root = root;
    this.#optionalFields = optionalFields;
  }

  value(value: unknown, depth: number): void {
    switch (typeof value) {
      case 'string':
        if (this.checksText) this.#text(value, depth);
        return;
      case 'number':
        if (!Number.isFinite(value)) throw this.#refuse(depth, `is ${value}, which JSON does not have`);
        if (value === 0 && 1 / value < 0) this.sawNegativeZero = true;
        return;
      case 'boolean':
        return;
      case 'object':
        if (value !== null) this.#container(value, depth);
        return;
      default:
        throw this.#refuse(depth, value === undefined ? 'is undefined' : `is a ${typeof value}`);
    }
  }

  #text(text: string, depth: number): void {
    if (!text.isWellFormed()) throw this.#refuse(depth, 'has half of a surrogate pair');
  }

  #container(value: object, depth: number): void {
    if (depth >= maxDepth) {
      throw this.#refuse(depth, `is nested deeper than ${maxDepth} levels, or in a circle`);
    }
    if (Object.getOwnPropertySymbols(value).length > 0) throw this.#refuse(depth, 'has symbols as keys');
    if (Array.isArray(value)) this.#array(value, depth);
    else if (isPlain(value)) this.#object(value, depth);
    else throw this.#refuse(depth, `is a ${className(value)}, not plain data`);
  }

  #array(array: readonly unknown[], depth: number): void {
    if (Object.getPrototypeOf(array) !== Array.prototype && className(array) !== 'Array') {
      throw this.#refuse(depth, `is a ${className(array)}, not plain data`);
    }
    for (let index = 0; index < array.length; index++) {
      this.#trail[depth] = index;
      this.value(array[index], depth + 1);
    }
    // No item is undefined here, so more keys than items are names that JSON would drop.
    if (Object.keys(array).length !== array.length) {
      throw this.#refuse(depth, 'is an array with named fields');
    }
  }

  // `for in` because it is three times as fast as `Object.entries`; a plain object inherits no enumerable field.
  #object(object: Readonly<Record<string, unknown>>, depth: number): void {
    for (const key in object) {
      this.#trail[depth] = key;
      if (this.checksText) this.#text(key, depth + 1);
      const value = object[key];
      if (value === undefined && this.#optionalFields) continue;
      this.value(value, depth + 1);
    }
  }

  #refuse(depth: number, why: string): CadenceError {
    const steps = this.#trail.slice(0, depth).map(pathStep);
    const shown = steps.length > 40 ? [...steps.slice(0, 20), ' … ', ...steps.slice(-20)] : steps;
    return notStorable(`${this.#root}${shown.join('')}`, why);
  }
}

/** Plain also when made without a prototype, or in another realm. */
function isPlain(object: object): object is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(Object(prototype), 'isPrototypeOf');
}

function className(object: object): string {
  const maker: unknown = object.constructor;
  return typeof maker === 'function' && maker.name !== '' ? maker.name : 'class instance';
}

function pathStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return /^[A-Za-z_$][\w$]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}

function stringify(value: unknown, path: string, hasNegativeZero: boolean): string {
  try {
    return hasNegativeZero ? withNegativeZero(value) : JSON.stringify(value);
  } catch (cause) {
    throw notStorable(path, 'is too large to be kept', cause);
  }
}

/** As `JSON.stringify`, which writes -0 as 0; "-0" is read back as -0. For a value already checked. */
function withNegativeZero(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `[${value.map(withNegativeZero).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${withNegativeZero(field)}`).join(',')}}`;
}
