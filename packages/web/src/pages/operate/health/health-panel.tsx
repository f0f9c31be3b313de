import type { ApiDeployment } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { type Fact, Facts } from '../../../components/facts.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { fileSize } from '../../../messages/file-size.ts';
import { operateTexts } from '../operate-texts.ts';
import { deploymentState } from './health-queries.ts';
import { ProcessTable } from './process-table.tsx';
import { QueueTable } from './queue-table.tsx';

const words = operateTexts.health;

export function HealthPanel() {
  const { data, error, refetch } = useQuery(deploymentState);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  return (
    <div className="flex flex-col gap-4">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Findings findings={data.findings} />
      <Card title={words.processes} flush>
        <ProcessTable processes={data.processes} />
      </Card>
      <div className="grid gap-4 md:grid-cols-2">
        <Card title={words.database}>
          <Facts facts={databaseFacts(data)} />
        </Card>
        <Card title={words.inside}>
          <Facts facts={processFacts(data)} />
        </Card>
      </div>
      <Card title={words.queue} flush>
        <div className="p-4">
          <Facts facts={queueFacts(data.queue)} />
        </div>
        {data.queue.groups.length > 0 && <QueueTable groups={data.queue.groups} />}
      </Card>
    </div>
  );
}

/** What is wrong, each with what to do about it. */
function Findings({ findings }: Pick<ApiDeployment, 'findings'>) {
  if (findings.length === 0)
    return (
      <div
        role="status"
        className="flex items-center gap-3 rounded-xl border border-success/30 bg-success-soft/60 px-4 py-3"
      >
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
        <div>
          <p className="font-semibold">{words.well}</p>
          <p className="text-muted">{words.wellHint}</p>
        </div>
      </div>
    );
  return (
    <section role="status" className="rounded-xl border border-danger/30 bg-danger-soft/60 px-4 py-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <CircleAlert aria-hidden className="size-5 shrink-0 text-danger" />
        {words.wrong(findings.length)}
      </h2>
      <ul className="mt-2 flex flex-col gap-2">
        {findings.map(({ name, detail, hint }) => (
          <li key={`${name} ${detail}`} className="min-w-0 break-words pl-7">
            <p>
              <span className="font-medium">{name}</span>: {detail}
            </p>
            {hint !== null && <p className="text-muted">{hint}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function databaseFacts({ storage, lastBackupAt }: ApiDeployment): Fact[] {
  const { kind, bytes, freeBytes, schema, newestSchema, pool, replica } = storage;
  const size = fileSize(bytes);
  return [
    [words.kind, words.kinds[kind]],
    [
      words.size,
      freeBytes === null || freeBytes < 1_000_000 ? size : words.sizeWithFree(size, fileSize(freeBytes)),
    ],
    [
      words.schema,
      schema === newestSchema ? words.schemaUpToDate(schema) : words.schemaOther(schema, newestSchema),
    ],
    ...(pool ? [[words.pool, words.poolOf(pool.open - pool.idle, pool.most, pool.waiting)] as const] : []),
    ...(kind === 'sqlite'
      ? [
          [
            words.backup,
            lastBackupAt === null ? words.noBackup : <TimeAgo key="backup" time={lastBackupAt} />,
          ] as const,
        ]
      : []),
    ...(replica ? [[words.replica, <Replica key="replica" replica={replica} />] as const] : []),
  ];
}

function Replica({
  replica: { answers, behindMs },
}: {
  replica: NonNullable<ApiDeployment['storage']['replica']>;
}) {
  if (!answers) return <Badge tone="danger">{words.replicaAway}</Badge>;
  return behindMs === null ? words.replicaThere : words.replicaBehind(behindMs);
}

function processFacts({ version, bus, disk }: ApiDeployment): Fact[] {
  return [
    [words.version, version],
    ...(bus
      ? [
          [
            words.bus,
            <span key="bus" className="flex flex-wrap items-center gap-2">
              {words.buses[bus.kind]}
              {bus.kind !== 'none' && (
                <Badge tone={bus.connected ? 'success' : 'danger'}>
                  {bus.connected ? words.connected : words.disconnected}
                </Badge>
              )}
            </span>,
          ] as const,
        ]
      : []),
    ...(disk ? [[words.disk, words.free(fileSize(disk.freeBytes), fileSize(disk.totalBytes))] as const] : []),
  ];
}

const queueFacts = ({ waiting, isMore, oldest }: ApiDeployment['queue']): Fact[] => [
  [words.waiting, words.waitingRuns(waiting, isMore)],
  [words.oldest, oldest === null ? words.none : <TimeAgo key="oldest" time={oldest} />],
];
