/** The value at a path such as `values.messages[-1].content`; `null` where there is none. */
export function extractPath(value: unknown, path: string): unknown {
  let found = value;
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(-?\d+)\]/g)) {
    if (name !== undefined) found = fieldOf(found, name);
    else found = Array.isArray(found) ? found.at(Number(index)) : undefined;
  }
  return found ?? null;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
