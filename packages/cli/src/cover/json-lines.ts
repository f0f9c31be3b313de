/**
 * The line, from 1, on which each entry of the lists at the top of a JSON document begins: `lineOf('nodes', 0)`. The
 * text is taken to be JSON.
 */
export function listLines(text: string): (list: string, index: number) => number | undefined {
  const lines = new Map<string, number>();
  let [line, depth, index, at] = [1, 0, 0, 0];
  let key = '';
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '"') {
      const end = endOfString(text, at);
      // Only keys of the document itself are asked for: within a list, each name is deeper.
      if (depth === 1) key = JSON.parse(text.slice(at, end));
      at = end;
      continue;
    }
    if (char === '\n') line += 1;
    if (char === ',' && depth === 2) index += 1;
    if (char === '[' || char === '{') {
      if (depth === 1) index = 0;
      if (depth === 2) lines.set(`${key} ${index}`, line);
      depth += 1;
    }
    if (char === ']' || char === '}') depth -= 1;
    at += 1;
  }
  return (list, entry) => lines.get(`${list} ${entry}`);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
