const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
};
const unseen = new Set(['script', 'style', 'template', 'head']);
const blocks = new Set(
  'p div section article header footer main h1 h2 h3 h4 h5 h6 ul ol li table tr pre blockquote br hr'.split(
    ' ',
  ),
);

/** What a page says, without its tags, scripts and styles. */
export function htmlText(html: string): string {
  return decodeEntities(withoutTags(html))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The title that a page gives itself, or else its first heading. */
export function htmlTitle(html: string): string | undefined {
  const start = html.slice(0, 20_000);
  const match = /<title\b[^>]*>([^<]*)/i.exec(start) ?? /<h1\b[^>]*>([\s\S]*?)<\/h1/i.exec(start);
  const title = match && htmlText(match[1] ?? '').replace(/\s+/g, ' ');
  return title || undefined;
}

// One pass and no backtracking: a broken page of two megabytes must not hold everyone up.
function withoutTags(html: string): string {
  const lower = html.toLowerCase();
  const endOf = (mark: string, from: number) => {
    const at = lower.indexOf(mark, from);
    return at === -1 ? html.length : at + mark.length;
  };
  const pieces: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    pieces.push(html.slice(at, open === -1 ? html.length : open));
    if (open === -1) break;
    const [, name] = /^<[/!?]?([a-z][a-z0-9]*|--)/.exec(lower.slice(open, open + 20)) ?? [];
    if (name === undefined) pieces.push('<');
    else if (blocks.has(name)) pieces.push('\n\n');
    at = name === undefined ? open + 1 : endOf(name === '--' ? '-->' : '>', open);
    if (name !== undefined && unseen.has(name) && lower[open + 1] !== '/')
      at = endOf('>', endOf(`</${name}`, at));
  }
  return pieces.join('');
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,10}));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
