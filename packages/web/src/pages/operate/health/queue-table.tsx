import type { ApiDeployment } from '@cadence-agents/contracts';
import { type Column, Table } from '../../../components/table.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { operateTexts } from '../operate-texts.ts';

const words = operateTexts.health;

type Group = ApiDeployment['queue']['groups'][number];

const columns: readonly Column<Group>[] = [
  { id: 'workflow', header: words.groupColumns.workflow, cell: ({ workflowId }) => workflowId },
  { id: 'tenant', header: words.groupColumns.tenant, wideOnly: true, cell: ({ tenantId }) => tenantId },
  { id: 'waiting', header: words.groupColumns.waiting, align: 'right', cell: ({ waiting }) => waiting },
  { id: 'oldest', header: words.groupColumns.oldest, cell: ({ oldest }) => <TimeAgo time={oldest} /> },
];

export function QueueTable({ groups }: { groups: readonly Group[] }) {
  const rowKey = ({ tenantId, workflowId }: Group) => `${tenantId} ${workflowId}`;
  return <Table caption={words.groups} columns={columns} rows={groups} rowKey={rowKey} />;
}
