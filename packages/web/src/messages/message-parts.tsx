import { type Annotation, filesOf, type MessageContent, type Part } from '@cadence-agents/contracts';
import { useState } from 'react';
import { Disclosure } from '../components/disclosure.tsx';
import { JsonView } from '../components/json-view.tsx';
import { texts } from '../texts.ts';
import { StoredFiles } from './stored-files.tsx';

const words = texts.parts;

/** What a message has beside its words: thoughts folded, values, files, and where it is from. */
export function MessageParts({ parts = [] }: Partial<Pick<MessageContent, 'parts'>>) {
  return (
    <>
      {parts.map((part, index) => (
        <PartView key={`${part.type}-${index.toString()}`} part={part} />
      ))}
      <StoredFiles files={filesOf({ content: '', parts })} />
    </>
  );
}

function PartView({ part }: { part: Part }) {
  switch (part.type) {
    case 'reasoning':
      return <Thoughts text={part.text} />;
    case 'data':
      return <JsonView label={part.name} value={part.value} />;
    case 'file':
      return null;
    default:
      return <Citations annotations={part.annotations ?? []} />;
  }
}

/** What a model thought, behind a line that opens, and stays open while there is nothing to show. */
export function Thoughts({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (text === '') return null;
  return (
    <Disclosure summary={words.thoughts} isOpen={isOpen} onToggle={setIsOpen}>
      <p className="text-xs break-words whitespace-pre-wrap text-muted">{text}</p>
    </Disclosure>
  );
}

function Citations({ annotations }: { annotations: readonly Annotation[] }) {
  if (annotations.length === 0) return null;
  return (
    <ol aria-label={words.citations} className="flex flex-col gap-0.5 text-xs">
      {annotations.map((citation) => (
        <li key={`${citation.start}-${citation.url ?? citation.fileId ?? citation.quote ?? ''}`}>
          <Source citation={citation} />
        </li>
      ))}
    </ol>
  );
}

/** A link where there is a page; no other address is one to follow. */
function Source({ citation: { url = '', title, fileId, quote } }: { citation: Annotation }) {
  const name = title ?? (url || (fileId ?? ''));
  const label = quote ? `${name}: “${quote}”` : name;
  if (!/^https?:\/\//.test(url)) return <span className="text-muted">{label}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="text-accent-ink underline">
      {label}
    </a>
  );
}
