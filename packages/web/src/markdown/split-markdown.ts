const ENOUGH = 1_200;

/**
 * Cuts a long text where a new block begins, so that what stands before is parsed once and never again while the text
 * grows. A longer text has the same pieces, but for the last one.
 */
export function splitMarkdown(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let fence: string | undefined;
  let wasBlank = false;
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at);
    const next = lineEnd === -1 ? text.length : lineEnd + 1;
    const line = text.slice(at, next);
    // Lists, tables, quotes and indented lines may belong to what stands before.
    if (
      wasBlank &&
      fence === undefined &&
      at - start >= ENOUGH &&
      /^[\p{L}#*_`[("]/u.test(line) &&
      !/^\*\s/.test(line)
    ) {
      pieces.push(text.slice(start, at));
      start = at;
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = nextFence(fence, mark, line);
    wasBlank = line.trim() === '';
    at = next;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** The fence that is open after a line with this mark. */
function nextFence(open: string | undefined, mark: string, line: string): string | undefined {
  if (open === undefined) return mark;
  const closes = mark.startsWith(open) && line.trim() === mark;
  return closes ? undefined : open;
}
