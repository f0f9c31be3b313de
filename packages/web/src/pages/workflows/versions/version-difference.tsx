import type { ApiWorkflowVersion } from '@cadence-agents/contracts';
import { useMemo } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Disclosure } from '../../../components/disclosure.tsx';
import { ChangedTexts } from '../../../difference/changed-texts.tsx';
import { GraphView } from '../../../graph/graph-view.tsx';
import { type ChangedItem, definitionDifference } from './definition-difference.ts';
import { versionsTexts as words } from './versions-texts.ts';

const parts = ['nodes', 'edges', 'agents', 'fields'] as const;
const tones = { added: 'success', removed: 'danger', changed: 'warning' } as const;

/** What the editor has otherwise than a version: as one picture, and in words. */
export default function VersionDifference({
  version: { version, definition },
  current,
}: {
  version: ApiWorkflowVersion;
  current: unknown;
}) {
  const found = useMemo(() => definitionDifference(definition, current), [definition, current]);
  const isSame = parts.every((part) => found[part].length === 0);
  return (
    <section aria-label={words.difference(version)} className="flex min-w-0 basis-full flex-col gap-3">
      {isSame && <p className="text-sm text-success">{words.same}</p>}
      {!isSame && (
        <div className="h-72 overflow-hidden rounded-lg border">
          <GraphView label={words.picture} definition={found.both} marks={found.marks} />
        </div>
      )}
      {parts.map((part) => (
        <Changes key={part} title={words[part]} items={found[part]} />
      ))}
    </section>
  );
}

function Changes({ title, items }: { title: string; items: readonly ChangedItem[] }) {
  if (items.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      <ul aria-label={title} className="flex flex-col gap-1">
        {items.map(({ name, change, before, after }) => (
          <li key={`${name} ${change}`}>
            <Disclosure
              summary={
                <span className="flex items-center gap-2">
                  <Badge tone={tones[change]}>{words.changes[change]}</Badge>
                  <span className="break-words">{name}</span>
                </span>
              }
            >
              <ChangedTexts before={asText(before)} after={asText(after)} />
            </Disclosure>
          </li>
        ))}
      </ul>
    </div>
  );
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
