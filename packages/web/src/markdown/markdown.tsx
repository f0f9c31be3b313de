import { lazy, Suspense } from 'react';

// The parser is larger than the rest of the page that shows the text.
const RichText = lazy(async () => ({ default: (await import('./rich-text.tsx')).RichText }));

export interface MarkdownProps {
  text: string;
  /** More is to come: what is open at its end is shown as if it were closed. */
  isGrowing: boolean;
}

/** A text of a model. Until the parser is there it is shown as it is. */
export function Markdown({ text, isGrowing }: MarkdownProps) {
  return (
    <Suspense fallback={<p className="text-base break-words whitespace-pre-wrap">{text}</p>}>
      <RichText text={text} isGrowing={isGrowing} />
    </Suspense>
  );
}
