import type { ApiPlugin } from '@cadence/contracts';
import { CircleAlert, Layers, Plug, Server, Trash2, Wrench } from 'lucide-react';
import { Badge, type BadgeTone } from '../../components/badge.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { texts } from '../../texts.ts';
import { IsolationBadge } from './isolation-badge.tsx';
import { VersionMenu } from './version-menu.tsx';

const words = texts.plugins;
const statusTones = {
  loaded: 'success',
  failed: 'danger',
  shadowed: 'neutral',
} as const satisfies Record<ApiPlugin['status'], BadgeTone>;

export interface PluginRowProps {
  plugin: ApiPlugin;
  /** For those who may change it, where it can be changed. */
  change?: { remove: () => void; restore: (version: string) => void };
}

export function PluginRow({ plugin, change }: PluginRowProps) {
  const { name, version, description, source, tools } = plugin;
  const Icon = source === 'mcp' ? Server : Plug;
  return (
    <li className="flex gap-3 border-b px-4 py-3.5 last:border-0">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink max-sm:hidden"
      >
        <Icon className="size-4" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="font-semibold">{name}</h2>
          {version !== null && <span className="text-xs text-muted tabular-nums">{version}</span>}
          <StateBadges plugin={plugin} />
        </div>
        {description !== null && <p className="max-w-prose text-muted">{description}</p>}
        <Reason plugin={plugin} />
        {tools.length > 0 && (
          <ul aria-label={words.tools} className="flex flex-wrap gap-1">
            {tools.map((tool) => (
              <li
                key={tool}
                className="inline-flex items-center gap-1 rounded border bg-sunken px-1.5 font-mono text-2xs"
              >
                <Wrench aria-hidden className="size-2.5 text-faint" />
                {tool}
              </li>
            ))}
          </ul>
        )}
        <Origin plugin={plugin} />
      </div>
      {change && (
        <div className="flex shrink-0 items-start gap-1">
          <VersionMenu plugin={plugin} onRestore={change.restore} />
          <IconButton
            size="sm"
            label={words.removeOf(name)}
            icon={<Trash2 aria-hidden />}
            onClick={change.remove}
          />
        </div>
      )}
    </li>
  );
}

function StateBadges({ plugin: { status, health } }: { plugin: ApiPlugin }) {
  return (
    <>
      <Badge tone={statusTones[status]}>{words.statuses[status]}</Badge>
      {status === 'loaded' && health && (
        <Badge tone={health.healthy ? 'success' : 'warning'}>
          {health.healthy ? words.healthy : words.unhealthy}
        </Badge>
      )}
    </>
  );
}

/** Why it is not in use, or not as it should be. */
function Reason({ plugin: { status, reason, hint, health } }: { plugin: ApiPlugin }) {
  const ill = health?.healthy === false ? detailText(health.details) : undefined;
  const told = reason ?? ill;
  if (told === undefined) return null;
  return (
    <div className="flex gap-2 rounded-lg bg-danger-soft/60 px-3 py-2 text-xs">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-danger" />
      <div className="min-w-0 break-words whitespace-pre-line">
        {status === 'loaded' && reason !== null && <p className="font-medium">{words.staleReason}</p>}
        <p>{told}</p>
        {hint !== null && <p className="text-muted">{hint}</p>}
      </div>
    </div>
  );
}

const detailText = (details: unknown): string | undefined =>
  typeof details === 'string' ? details : details === undefined ? undefined : JSON.stringify(details);

function Origin({ plugin: { source, isolation, network, hash, shadows } }: { plugin: ApiPlugin }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint">
      <span>{words.sources[source]}</span>
      {/* What an MCP server may do is decided where it runs. */}
      {source !== 'mcp' && <IsolationBadge level={isolation} network={network} />}
      {hash !== null && (
        <span className="inline-flex items-center gap-1">
          {words.hash} <code className="text-2xs">{hash.slice(0, 10)}</code>
          <CopyButton text={hash} label={words.copyHash} />
        </span>
      )}
      {shadows.length > 0 && (
        <span className="inline-flex items-center gap-1">
          <Layers aria-hidden className="size-3" />
          {words.shadows(shadows.map((other) => words.shadowOf(sourceName(other.source), other.version)))}
        </span>
      )}
    </div>
  );
}

const sourceName = (source: string): string =>
  Object.entries(words.sources).find(([id]) => id === source)?.[1] ?? source;
