import type { AgentDefinition, ApiPlugin } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import { pluginList } from '../../api/plugins.ts';
import { agentList } from '../../api/workflows.ts';
import { Button } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import type { AgentChoice } from './agent-choice.ts';
import { draftOf, emptyDraft, isSameDraft } from './agent-draft.ts';
import { AgentEditor } from './agent-editor.tsx';
import { AgentList } from './agent-list.tsx';
import { agentsTexts } from './agents-texts.ts';
import { PluginAgent } from './plugin-agent.tsx';
import type { Drafts } from './use-drafts.ts';

const words = agentsTexts;

export interface AgentsPanelProps {
  drafts: Drafts;
  choice: AgentChoice | undefined;
  onChoose: (choice: AgentChoice | undefined) => void;
  /** Begins a new agent. */
  create: ReactNode;
}

export function AgentsPanel(props: AgentsPanelProps) {
  const { data: agents, error, refetch } = useQuery(agentList);
  const { data: plugins = [] } = useQuery(pluginList);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!agents) return <SkeletonRows />;
  const loaded = plugins.filter(({ status, source }) => status === 'loaded' && source !== 'mcp');
  return <Beside {...props} agents={agents} plugins={loaded} />;
}

interface BesideProps extends AgentsPanelProps {
  agents: readonly AgentDefinition[];
  plugins: readonly ApiPlugin[];
}

/** The list beside the chosen one; on a narrow screen one of the two. */
function Beside({ agents, plugins, drafts, choice, onChoose, create }: BesideProps) {
  const first = agents[0] ?? plugins[0];
  const shown = choice ?? choiceOf(first);
  const own = shown?.kind === 'own' ? agents.find(({ id }) => id === shown.id) : undefined;
  const plugin = shown?.kind === 'plugin' ? plugins.find(({ slug }) => slug === shown.id) : undefined;
  const isNew = shown?.kind === 'own' && shown.id === undefined;
  // No id is empty, so a new one can be kept under that.
  const draftId = own?.id ?? '';
  const isChanged = (id: string) => {
    const saved = agents.find((agent) => agent.id === id);
    const draft = drafts.get(id);
    return saved !== undefined && draft !== undefined && !isSameDraft(draft, draftOf(saved));
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[16rem_1fr]">
      <div className={cx(choice && 'max-lg:hidden')}>
        <AgentList {...{ agents, plugins, isChanged, onChoose }} chosen={shown} />
      </div>
      <div className={cx('min-w-0', !choice && 'max-lg:hidden')}>
        <Button
          look="quiet"
          size="sm"
          className="mb-2 lg:hidden"
          icon={<ArrowLeft aria-hidden />}
          onClick={() => onChoose(undefined)}
        >
          {words.back}
        </Button>
        {(own || isNew) && (
          <AgentEditor
            key={draftId}
            saved={own}
            draft={drafts.get(draftId) ?? (own ? draftOf(own) : emptyDraft)}
            known={agents.map(({ id }) => id)}
            onChange={(draft) => drafts.set(draftId, draft)}
            onDiscard={() => drafts.set(draftId, undefined)}
            onSaved={(id) => {
              drafts.set(draftId, undefined);
              onChoose({ kind: 'own', id });
            }}
            onDeleted={() => onChoose(undefined)}
          />
        )}
        {plugin && <PluginAgent plugin={plugin} />}
        {!own && !isNew && !plugin && (
          <EmptyState icon={<Bot />} title={words.empty} action={create}>
            {words.emptyHint}
          </EmptyState>
        )}
      </div>
    </div>
  );
}

function choiceOf(first: AgentDefinition | ApiPlugin | undefined): AgentChoice | undefined {
  if (!first) return undefined;
  return 'slug' in first ? { kind: 'plugin', id: first.slug } : { kind: 'own', id: first.id };
}
