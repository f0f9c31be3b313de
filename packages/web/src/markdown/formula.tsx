import katex from 'katex';
import { useCallback } from 'react';

export interface FormulaProps {
  formula: string;
  /** On lines of its own. */
  isBlock: boolean;
}

/** A formula in TeX, drawn by the browser from MathML: no styles, no fonts, and nothing that could be fetched. */
export function Formula({ formula, isBlock }: FormulaProps) {
  const draw = useCallback(
    (element: HTMLElement | null) => {
      if (element) katex.render(formula, element, { ...options, displayMode: isBlock });
    },
    [formula, isBlock],
  );
  return <span ref={draw} className={isBlock ? 'formula-block' : 'formula'} />;
}

const options = {
  output: 'mathml',
  // What is wrong is shown as it was written.
  throwOnError: false,
  errorColor: 'currentColor',
  strict: 'ignore',
  trust: false,
  maxExpand: 1_000,
  maxSize: 50,
} as const;
