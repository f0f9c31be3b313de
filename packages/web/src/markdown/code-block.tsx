import { memo, useEffect, useState } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { texts } from '../texts.ts';
import type { CodeToken } from './highlight-code.ts';

const LONGEST_HIGHLIGHTED = 20_000;
const REST_MS = 150;

export interface CodeBlockProps {
  code: string;
  language: string;
}

/** Code with its language and a button to copy it. Colours come once it has stopped growing. */
export const CodeBlock = memo(function CodeBlock({ code, language }: CodeBlockProps) {
  const tokens = useTokens(code, language);
  return (
    <div className="code-block">
      <div className="code-block-head">
        <span>{language === '' ? texts.chat.code : language}</span>
        <CopyButton text={code} label={texts.chat.copyCode} />
      </div>
      <pre>
        <code>
          {tokens === undefined
            ? code
            : tokens.map(({ kind, text, start }) =>
                kind === 'plain' ? (
                  text
                ) : (
                  <span key={start} className={`code-${kind}`}>
                    {text}
                  </span>
                ),
              )}
        </code>
      </pre>
    </div>
  );
});

function useTokens(code: string, language: string): CodeToken[] | undefined {
  const [done, setDone] = useState<{ code: string; tokens: CodeToken[] }>();
  useEffect(() => {
    if (language === '' || language === 'text' || code.length > LONGEST_HIGHLIGHTED) return;
    const timer = setTimeout(async () => {
      const { highlightCode } = await import('./highlight-code.ts');
      setDone({ code, tokens: highlightCode(code, language) });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [code, language]);
  return done?.code === code ? done.tokens : undefined;
}
