// Formulas in a text of a model, as code that is drawn as a formula: Markdown would take their backslashes and
// underscores for its own.

/** Stands at the beginning of code that is a formula. It is for private use, so no text means anything by it. */
export const FORMULA = '\u{F0001}';

/** The language of a block of code that is a formula, as elsewhere. */
export const FORMULA_BLOCK = 'math';

const places = new RegExp(
  [
    // Code and what is escaped is no formula: it is passed over.
    /(?<passed>^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\k<fence>[`~]*[ \t]*$|(?![\s\S]))|(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)|\\\\|\\\$)/,
    /\$\$(?<dollars>[^$]+?)\$\$/,
    /\\\[(?<brackets>[\s\S]+?)\\\]/,
    /\\\((?<round>[^\n]+?)\\\)/,
    // Money is no formula: no space inside, and no digit after.
    /(?<![\w$])\$(?<dollar>[^\s$`](?:[^$\n`]*[^\s$`\\])?)\$(?![\d$])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/** A formula that is not closed yet stays as it is. */
export function markFormulas(text: string): string {
  if (!/[$]|\\[[(]/.test(text)) return text;
  return text.replace(places, (whole, ...rest) => {
    const groups: Record<string, string | undefined> = rest.at(-1);
    if (groups.passed !== undefined) return whole;
    const { dollars, brackets, round, dollar } = groups;
    const offset: number = rest.at(-3);
    const block = dollars ?? brackets;
    if (block === undefined) return inline((round ?? dollar ?? '').trim());
    return standsAlone(text, offset, whole.length) ? blockOf(block, text, offset) : inline(block.trim());
  });
}

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
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const end = text.indexOf('\n', offset + length);
  const after = text.slice(offset + length, end === -1 ? undefined : end);
  return before.trim() === '' && after.trim() === '';
}
