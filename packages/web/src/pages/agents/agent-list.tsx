import type { AgentDefinition, ApiPlugin } from '@cadence-agents/contracts';
import { Bot, Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { cx } from '../../components/cx.ts';
import type { AgentChoice } from './agent-choice.ts';
import { agentsTexts } from './agents-texts.ts';

const words = agentsTexts;

export interface AgentListProps {
  agents: readonly AgentDefinition[];
  plugins: readonly ApiPlugin[];
  chosen: AgentChoice | undefined;
  /** Whether there are changes to this one that are not saved. */
  isChanged: (id: string) => boolean;
  onChoose: (choice: AgentChoice) => void;
}

/** One's own agents, then those of plugins. */
export function AgentList({ agents, plugins, chosen, isChanged, onChoose }: AgentListProps) {
  const is = (kind: AgentChoice['kind'], id: string) => chosen?.kind === kind && chosen.id === id;
  return (
    <div className="flex flex-col gap-4">
      <Group title={words.own}>
        {agents.length === 0 && <li className="px-2.5 py-2 text-xs text-muted">{words.emptyHint}</li>}
        {agents.map(({ id, name, description }) => (
          <Item
            key={id}
            icon={<Bot aria-hidden />}
            name={name}
            description={description}
            isChosen={is('own', id)}
            badge={isChanged(id) && <Badge tone="accent">{words.unsaved}</Badge>}
            onChoose={() => onChoose({ kind: 'own', id })}
          />
        ))}
      </Group>
      {plugins.length > 0 && (
        <Group title={words.fromPlugins}>
          {plugins.map(({ slug, name, description }) => (
            <Item
              key={slug}
              icon={<Plug aria-hidden />}
              name={name}
              description={description ?? undefined}
              isChosen={is('plugin', slug)}
              onChoose={() => onChoose({ kind: 'plugin', id: slug })}
            />
          ))}
        </Group>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1.5 px-1 text-xs font-medium text-muted">{title}</h2>
      <ul className="overflow-hidden rounded-xl border bg-surface p-1 shadow-card">{children}</ul>
    </section>
  );
}

interface ItemProps {
  icon: ReactNode;
  name: string;
  description: string | undefined;
  isChosen: boolean;
  badge?: ReactNode;
  onChoose: () => void;
}

function Item({ icon, name, description, isChosen, badge, onChoose }: ItemProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
        className={cx(
          'flex w-full gap-2.5 rounded-lg px-2.5 py-2 text-left -outline-offset-2 transition-colors [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
          isChosen ? 'bg-accent-soft text-accent-ink' : 'hover:bg-hover',
        )}
      >
        {icon}
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="min-w-0 truncate font-medium">{name}</span>
            {badge}
          </span>
          {description !== undefined && (
            <span className="line-clamp-2 text-xs text-muted">{description}</span>
          )}
        </span>
      </button>
    </li>
  );
}
