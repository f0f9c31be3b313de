// Formulas in a text of a model, as code that is drawn as a formula: Markdown would take their backslashes and
// underscores for its own.

/** Stands at the beginning of code that is a formula. It is for private use, so no text means anything by it. */
export const FORMULA = '\u{F0001}';

/** The language of a block of code that is a formula, as elsewhere. */
export const FORMULA_BLOCK = 'math';

/** A formula that is not closed yet stays as it is. */
export function markFormulas(text: string): string {
  if (!/\$|\\[[(]/.test(text)) return text;
  let marked = '';
  let done = 0;
  for (let at = 0; at < text.length; ) {
    const passed = endOfCode(text, at);
    const found = passed === undefined ? formulaAt(text, at) : undefined;
    if (found) {
      marked += text.slice(done, at) + asCode(text, at, found);
      done = found.end;
    }
    at = passed ?? found?.end ?? at + 1;
  }
  return marked + text.slice(done);
}

/** Where code ends that begins here, or what is escaped: neither is a formula. */
function endOfCode(text: string, at: number): number | undefined {
  const char = text[at];
  if (char === '\\') return text[at + 1] === '\\' || text[at + 1] === '$' ? at + 2 : undefined;
  if (char !== '`' && char !== '~') return undefined;
  let end = at;
  while (text[end] === char) end++;
  const ticks = text.slice(at, end);
  if (ticks.length >= 3 && lineBefore(text, at).trim() === '') return after(text, `\n${ticks}`, end);
  if (char === '~') return end;
  for (let close = text.indexOf(ticks, end); close !== -1; close = text.indexOf(ticks, close + 1)) {
    const isLonger = text[close - 1] === '`' || text[close + ticks.length] === '`';
    if (!isLonger) return close + ticks.length;
  }
  return end;
}

const after = (text: string, mark: string, from: number): number => {
  const place = text.indexOf(mark, from);
  return place === -1 ? text.length : place + mark.length;
};

interface Found {
  formula: string;
  end: number;
  mayStandAlone: boolean;
}

function formulaAt(text: string, at: number): Found | undefined {
  if (text.startsWith('$$', at)) return between(text, at, '$$', true);
  if (text.startsWith('\\[', at)) return between(text, at, '\\]', true);
  if (text.startsWith('\\(', at)) return between(text, at, '\\)', false);
  return text[at] === '$' ? betweenDollars(text, at) : undefined;
}

function between(text: string, at: number, close: string, mayStandAlone: boolean): Found | undefined {
  const end = text.indexOf(close, at + 2);
  const formula = text.slice(at + 2, end);
  const isOne = end !== -1 && formula.trim() !== '' && !(close === '$$' && formula.includes('$'));
  return isOne && (mayStandAlone || !formula.includes('\n'))
    ? { formula, end: end + close.length, mayStandAlone }
    : undefined;
}

/** Money is no formula: no space inside, and no digit after. */
function betweenDollars(text: string, at: number): Found | undefined {
  const end = text.indexOf('$', at + 1);
  const formula = text.slice(at + 1, end);
  if (end <= at + 1 || /[\n`]|^\s|[\s\\]$/.test(formula)) return undefined;
  if (/[\w$]/.test(text[at - 1] ?? '') || /[\d$]/.test(text[end + 1] ?? '')) return undefined;
  return { formula, end: end + 1, mayStandAlone: false };
}

function asCode(text: string, at: number, { formula, end, mayStandAlone }: Found): string {
  return mayStandAlone && standsAlone(text, at, end - at)
    ? blockOf(formula, text, at)
    : inline(formula.trim());
}

const lineBefore = (text: string, at: number): string => text.slice(text.lastIndexOf('\n', at - 1) + 1, at);

const inline = (formula: string): string => {
  const ticks = longer(formula, '`');
  return `${ticks}${FORMULA}${formula.replace(/\s*\n\s*/g, ' ')}${ticks}`;
};

/** Of a list its lines are moved in, as the formula was. */
function blockOf(formula: string, text: string, offset: number): string {
  const indent = /[ \t]*$/.exec(text.slice(0, offset))?.[0] ?? '';
  const fence = longer(formula, '```');
  const lines = formula.trim().split('\n');
  return [fence + FORMULA_BLOCK, ...lines, fence].join(`\n${indent}`);
}

function longer(formula: string, ticks: string): string {
  let fence = ticks;
  while (formula.includes(fence)) fence += '`';
  return fence;
}

function standsAlone(text: string, offset: number, length: number): boolean {
  const before = lineBefore(text, offset);
  const end = text.indexOf('\n', offset + length);
  const after = text.slice(offset + length, end === -1 ? undefined : end);
  return before.trim() === '' && after.trim() === '';
}
