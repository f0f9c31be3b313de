const spellings: readonly [RegExp, string][] = [
  [/[×✕·]/g, '*'],
  [/÷/g, '/'],
  [/[−–]/g, '-'],
  [/\*\*/g, '^'],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/√\s*(\d+(?:\.\d+)?)/g, 'sqrt($1)'],
  [/√\s*\(/g, 'sqrt('],
  [/π/g, ' pi '],
  [/°\s*([CF])\b/g, ' deg$1'],
  [/°/g, ' deg'],
  [/\s*\b(?:percent|per cent)\b/gi, '%'],
  // mathjs reads `12% * 250` as a percentage and knows no `of`.
  [/%\s+of\b/gi, '% *'],
];

/** What people and models write, in the spelling of mathjs. */
export function normaliseExpression(expression: string): string {
  const spelled = spellings.reduce(
    (text, [pattern, spelling]) => text.replace(pattern, spelling),
    expression,
  );
  return spelled.replace(/\s*=\s*\??\s*$/, '').trim();
}
