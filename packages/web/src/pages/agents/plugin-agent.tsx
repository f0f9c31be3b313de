import type { ApiPlugin, ApiTool } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { toolList } from '../../api/workflows.ts';
import { Badge } from '../../components/badge.tsx';
import { buttonClasses } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { agentsTexts } from './agents-texts.ts';
import { ToolBadges, ToolFacts } from './tool-facts.tsx';

const words = agentsTexts;

/** An agent that comes with a plugin: to be read, not changed. */
export function PluginAgent({ plugin }: { plugin: ApiPlugin }) {
  const { data = [] } = useQuery(toolList);
  const tools: readonly ApiTool[] = data.filter((tool) => tool.plugin === plugin.slug);
  return (
    <Card title={plugin.name} actions={<Badge>{words.plugin.badge}</Badge>}>
      {plugin.description !== null && <p className="max-w-prose">{plugin.description}</p>}
      <p className="mt-1 max-w-prose text-xs text-muted">{words.plugin.hint}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Link to="/" className={buttonClasses('secondary', 'sm')}>
          {words.plugin.chat}
        </Link>
        <Link to="/plugins" className={buttonClasses('secondary', 'sm')}>
          {words.plugin.open}
        </Link>
      </div>
      {tools.length > 0 && (
        <ul aria-label={words.tabs.tools} className="mt-4 flex flex-col gap-3 border-t pt-4">
          {tools.map((tool) => (
            <li key={tool.name}>
              <p className="flex flex-wrap items-center gap-2">
                <code className="text-xs font-semibold">{tool.name}</code>
                <ToolBadges tool={tool} />
              </p>
              <ToolFacts tool={tool} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
