import type { ApiReplayReport } from '@cadence-agents/contracts';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { ChangedTexts } from '../../difference/changed-texts.tsx';
import { compareTexts } from './compare-texts.ts';

const words = compareTexts.replay;

export type Divergence = NonNullable<ApiReplayReport['divergence']>;

/** Where a replay first did something else: the step, the place in it, and both sides. */
export function DivergenceCard({ divergence }: { divergence: Divergence }) {
  const { kind, visit, node, path, message, before, after } = divergence;
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {compareTexts.firstDifference}
          <Badge tone="warning">{words.kinds[kind]}</Badge>
        </span>
      }
    >
      <dl className="mb-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted">{compareTexts.step}</dt>
        <dd className="break-words">
          {visit}
          {node !== null && `, ${node}`}
        </dd>
        <dt className="text-muted">{words.path}</dt>
        <dd className="font-mono text-xs leading-5 break-all">{path === '' ? words.whole : path}</dd>
        <dt className="text-muted">{words.message}</dt>
        <dd className="break-words">{message}</dd>
      </dl>
      <ChangedTexts before={asText(before)} after={asText(after)} />
    </Card>
  );
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return words.nothing;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
