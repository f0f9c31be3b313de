import './markdown.css';
import { type ComponentProps, memo } from 'react';
import { type Components, Streamdown } from 'streamdown';
import { CodeBlock } from './code-block.tsx';
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
      {text}
    </Streamdown>
  );
});

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
    const code = String(children ?? '');
    const language = /language-([\w+#-]+)/.exec(className ?? '')?.[1];
    return <CodeBlock code={code.replace(/\n$/, '')} language={language ?? ''} />;
  },
  inlineCode: ({ children }: Given<'code'>) => <code>{children}</code>,
  table: ({ children }: Given<'table'>) => (
    <div className="markdown-table">
      <table>{children}</table>
    </div>
  ),
};
