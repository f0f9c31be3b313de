/** Throws unless the text is one XML element, properly nested, with nothing unescaped and nothing XML cannot hold. */
export function expectWellFormed(xml: string): void {
  const open: string[] = [];
  let at = 0;
  let roots = 0;
  const token = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="(?:[^"<&]|&(?:amp|lt|gt|quot|#\d+);)*")*)\s*(\/?)>/y;
  const text = /(?:[^<&>]|&(?:amp|lt|gt|quot|#\d+);)+/y;
  const fail = () => {
    throw new Error(`Not well-formed at ${at}: ${xml.slice(at, at + 80)}`);
  };
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)) fail();
  while (at < xml.length) {
    token.lastIndex = at;
    text.lastIndex = at;
    const tag = token.exec(xml);
    const match = tag ?? (open.length > 0 ? text.exec(xml) : null);
    if (match === null) throw new Error(`Not well-formed at ${at}: ${xml.slice(at, at + 80)}`);
    if (tag !== null) {
      const [, closing, name = '', attributes = '', selfClosing] = tag;
      const names = [...attributes.matchAll(/([\w:-]+)=/g)].map(([, attribute]) => attribute);
      if (new Set(names).size < names.length) fail();
      if (open.length === 0) roots += 1;
      if (closing !== '' && open.pop() !== name) fail();
      if (closing === '' && selfClosing === '') open.push(name);
    }
    at += match[0].length;
  }
  if (open.length > 0 || roots !== 1) fail();
}
