/** The value while there are not too many different ones, then `other`: names can come from users and models. */
export function boundedLabel(most = 100): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return 'other';
    known.add(value);
    return value;
  };
}
