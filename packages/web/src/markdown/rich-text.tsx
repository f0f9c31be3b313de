import './markdown.css';
import { type ComponentProps, lazy, memo, Suspense } from 'react';
import { type Components, Streamdown } from 'streamdown';
import { CodeBlock } from './code-block.tsx';
import { FORMULA, FORMULA_BLOCK, markFormulas } from './mark-formulas.ts';
import { splitMarkdown } from './split-markdown.ts';

/** A text of a model, which may still be growing: only its last piece is parsed again. */
export const RichText = memo(function RichText({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  const pieces = splitMarkdown(text);
  return (
    <div className="markdown">
      {pieces.map((piece, index) => (
        <Piece
          key={`piece-${index.toString()}`}
          text={piece}
          isGrowing={isGrowing && index === pieces.length - 1}
        />
      ))}
    </div>
  );
});

const Piece = memo(function Piece({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  return (
    <Streamdown
      mode="streaming"
      parseIncompleteMarkdown={isGrowing}
      components={components}
      controls={false}
      linkSafety={noModal}
    >
      {markFormulas(text)}
    </Streamdown>
  );
});

// What draws formulas is larger than all the rest of the text.
const LazyFormula = lazy(async () => ({ default: (await import('./formula.tsx')).Formula }));

function Formula({ formula, isBlock }: { formula: string; isBlock: boolean }) {
  return (
    <Suspense fallback={<code>{formula}</code>}>
      <LazyFormula formula={formula} isBlock={isBlock} />
    </Suspense>
  );
}

const LazyDiagram = lazy(async () => ({ default: (await import('./diagram.tsx')).Diagram }));

function Diagram({ source }: { source: string }) {
  return (
    <Suspense fallback={<CodeBlock code={source} language="mermaid" />}>
      <LazyDiagram source={source} />
    </Suspense>
  );
}

const noModal = { enabled: false };

type Given<Tag extends 'a' | 'img' | 'strong' | 'code' | 'table'> = ComponentProps<Tag> & {
  node?: unknown;
};

const components: Components = {
  a: ({ node: _node, href, children }: Given<'a'>) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  // A picture from elsewhere would tell its owner who reads this, and what: it is a link until somebody follows it.
  img: ({ node: _node, src, alt }: Given<'img'>) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noreferrer noopener">
      {alt || src}
    </a>
  ),
  strong: ({ children }: Given<'strong'>) => <strong>{children}</strong>,
  code: ({ className, children }: Given<'code'>) => {
    const code = String(children ?? '').replace(/\n$/, '');
    const language = /language-([\w+#-]+)/.exec(className ?? '')?.[1];
    if (language === 'mermaid') return <Diagram source={code} />;
    if (language === FORMULA_BLOCK) return <Formula formula={code} isBlock />;
    return <CodeBlock code={code} language={language ?? ''} />;
  },
  inlineCode: ({ children }: Given<'code'>) => {
    const code = String(children ?? '');
    if (!code.startsWith(FORMULA)) return <code>{children}</code>;
    return <Formula formula={code.slice(FORMULA.length)} isBlock={false} />;
  },
  table: ({ children }: Given<'table'>) => (
    <div className="markdown-table">
      <table>{children}</table>
    </div>
  ),
};
