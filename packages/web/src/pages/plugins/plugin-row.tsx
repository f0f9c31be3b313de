import type { ApiPlugin } from '@cadence-agents/contracts';
import { CircleAlert, Layers, Plug, Power, Server, Trash2, Wrench } from 'lucide-react';
import { Badge, type BadgeTone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { IsolationBadge } from './isolation-badge.tsx';
import { ConfigButton, ConfigProblems } from './plugin-config.tsx';
import { PluginSecrets } from './plugin-secrets.tsx';
import { pluginsTexts } from './plugins-texts.ts';
import { VersionMenu } from './version-menu.tsx';

const words = pluginsTexts;
const statusTones = {
  loaded: 'success',
  failed: 'danger',
  shadowed: 'neutral',
  off: 'neutral',
} as const satisfies Record<ApiPlugin['status'], BadgeTone>;

export interface PluginRowProps {
  plugin: ApiPlugin;
  /** For those who may change it, where it can be changed. */
  change?: { remove: () => void; restore: (version: string) => void };
  turn?: { act: () => void; busy: boolean };
}

export function PluginRow({ plugin, change, turn }: PluginRowProps) {
  const { name, version, description, source, tools } = plugin;
  const Icon = source === 'mcp' ? Server : Plug;
  return (
    <li className="flex gap-3 max-sm:flex-col border-b px-4 py-3.5 last:border-0">
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
        {plugin.config && <ConfigProblems problems={plugin.config.problems} />}
        {plugin.secrets && <PluginSecrets secrets={plugin.secrets} />}
        {plugin.process && <ProcessLine report={plugin.process} />}
        <Origin plugin={plugin} />
      </div>
      <div className="flex shrink-0 flex-wrap items-start justify-end gap-1 empty:hidden">
        {plugin.config && <ConfigButton plugin={plugin} config={plugin.config} />}
        {turn && (
          <Button
            size="sm"
            look="quiet"
            icon={<Power aria-hidden />}
            busy={turn.busy}
            aria-label={plugin.status === 'off' ? words.turnOnOf(name) : words.turnOffOf(name)}
            onClick={turn.act}
          >
            {plugin.status === 'off' ? words.turnOn : words.turnOff}
          </Button>
        )}
        {change && (
          <>
            <VersionMenu plugin={plugin} onRestore={change.restore} />
            <IconButton
              size="sm"
              label={words.removeOf(name)}
              icon={<Trash2 aria-hidden />}
              onClick={change.remove}
            />
          </>
        )}
      </div>
    </li>
  );
}

/** How the process is doing of one that has its own. */
function ProcessLine({ report }: { report: NonNullable<ApiPlugin['process']> }) {
  const { state, since, restarts, lastFailure } = report;
  return (
    <p className="text-xs break-words text-muted">
      {words.process.states[state]} <TimeAgo time={since} />.{' '}
      {lastFailure && (
        <span className="text-danger">
          {words.process.restarts(restarts)}, {words.process.last} <TimeAgo time={lastFailure.at} />:{' '}
          {lastFailure.reason}
        </span>
      )}
    </p>
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
