/** The name itself or, where it is taken, the name with the first number that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}
