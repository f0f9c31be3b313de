import { useQuery } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import { useState } from 'react';
import { toolList } from '../../api/workflows.ts';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { TextField } from '../../components/field.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { agentsTexts } from './agents-texts.ts';
import { ToolBadges, ToolFacts } from './tool-facts.tsx';
import { searchTools } from './tool-search.ts';

const words = agentsTexts.tools;

export function ToolsPanel() {
  const { data, error, refetch } = useQuery(toolList);
  const [typed, setTyped] = useState('');
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  if (data.length === 0)
    return (
      <EmptyState icon={<Wrench />} title={words.empty}>
        {words.emptyHint}
      </EmptyState>
    );
  const shown = searchTools(data, typed);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-muted">{words.about}</p>
        <TextField
          type="search"
          label={words.search}
          hideLabel
          placeholder={words.search}
          value={typed}
          className="w-56 max-sm:w-full"
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Card flush>
        {shown.length === 0 && <p className="p-4 text-muted">{words.none(typed)}</p>}
        <ul aria-label={words.caption}>
          {shown.map((tool) => (
            <li key={tool.name} className="flex flex-col gap-1 border-b px-4 py-3 last:border-0">
              <div className="flex flex-wrap items-center gap-2">
                <Wrench aria-hidden className="size-3.5 text-kind-tools" />
                <code className="font-semibold">{tool.name}</code>
                <ToolBadges tool={tool} />
                <span className="ml-auto text-xs text-faint">{words.from(tool.plugin)}</span>
              </div>
              <ToolFacts tool={tool} />
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
