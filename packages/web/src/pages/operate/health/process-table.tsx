import type { ApiProcess } from '@cadence-agents/contracts';
import { Badge, type BadgeTone } from '../../../components/badge.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { operateTexts } from '../operate-texts.ts';

const words = operateTexts.health;
const tones = { alive: 'success', silent: 'warning', gone: 'danger' } as const satisfies Record<
  ApiProcess['state'],
  BadgeTone
>;

const columns: readonly Column<ApiProcess>[] = [
  {
    id: 'process',
    header: words.processColumns.process,
    cell: ({ pid, host, serves, works }) => (
      <>
        <span className="font-medium">{words.processOf(pid, host)}</span>
        <span className="block text-xs text-muted">{words.roles(serves, works)}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: words.processColumns.state,
    cell: ({ state }) => <Badge tone={tones[state]}>{words.states[state]}</Badge>,
  },
  {
    id: 'work',
    header: words.processColumns.work,
    cell: ({ works, atWork, capacity }) => works && <Work atWork={atWork} capacity={capacity} />,
  },
  {
    id: 'version',
    header: words.processColumns.version,
    wideOnly: true,
    cell: ({ version }) => version ?? <span className="text-muted">{words.older}</span>,
  },
  {
    id: 'plugins',
    header: words.processColumns.plugins,
    wideOnly: true,
    cell: ({ plugins }) =>
      plugins === null ? (
        <span className="text-muted">{words.unknown}</span>
      ) : (
        <code className="text-xs">{plugins}</code>
      ),
  },
  {
    id: 'since',
    header: words.processColumns.since,
    wideOnly: true,
    cell: ({ startedAt }) =>
      startedAt === null ? <span className="text-muted">{words.unknown}</span> : <TimeAgo time={startedAt} />,
  },
];

export function ProcessTable({ processes }: { processes: readonly ApiProcess[] }) {
  if (processes.length === 0) return <p className="p-4 text-muted">{words.noProcesses}</p>;
  return <Table caption={words.processes} columns={columns} rows={processes} rowKey={({ id }) => id} />;
}

/** The figures, and a bar of them. */
function Work({ atWork, capacity }: Pick<ApiProcess, 'atWork' | 'capacity'>) {
  const share = capacity === 0 ? 0 : Math.min(1, atWork / capacity);
  return (
    <span className="flex flex-col gap-1 tabular-nums">
      {words.work(atWork, capacity)}
      <span aria-hidden className="block h-1 w-16 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}
