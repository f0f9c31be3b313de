// Pictures are laid out where no font can be asked; widths are those of a common sans-serif, a little generous.
const NARROW = /[ijltfrI1.,:;'|!()[\]{}\s-]/;
const WIDE = /[mwMW@%]/;
const CAPITAL = /[A-Z0-9_]/;

/** About how wide a text is at a size of 1. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if ((character.codePointAt(0) ?? 0) > 0x2e7f) width += 1.05;
    else if (NARROW.test(character)) width += 0.34;
    else if (WIDE.test(character)) width += 0.9;
    else width += CAPITAL.test(character) ? 0.68 : 0.58;
  }
  return width;
}

/** As much of a text as fits, with an ellipsis for the rest. */
export function fitText(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  if (textWidth(characters.join('')) <= most) return characters.join('');
  while (characters.length > 1 && textWidth(`${characters.join('')}…`) > most) characters.pop();
  return `${characters.join('')}…`;
}
